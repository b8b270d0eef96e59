"""The games that ship with the toolkit, a folder each."""
