"""What the commands do, free of any terminal: each takes checked or raw values and gives results."""
