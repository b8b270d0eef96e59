"""What will be played, before it is: checks, pilots, costs."""
