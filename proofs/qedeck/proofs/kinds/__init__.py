"""One module for each kind of claim: from a claim to a verdict."""
