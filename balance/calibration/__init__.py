"""Is the program right? Games with exact answers and simulated coverage, as checks that hold or fail."""
