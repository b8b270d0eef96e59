"""What is asked, as people give it: options, study files, targets; checked, and written as options again."""
