"""How it is shown: sections, charts and the assembly of a report."""
