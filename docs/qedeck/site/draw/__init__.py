"""Pictures: cards, and the table at a moment, as SVG text. The page has the filler of a Scene in JavaScript as well."""
