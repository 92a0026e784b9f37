"""What a property's settings fix, put into the rules before anything is asked of them."""
