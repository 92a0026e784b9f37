"""Pages: a Book becomes Markdown, in both languages; one module for each kind of page."""
