"""The command line: one module for each verb, and nothing imported before it is needed."""
