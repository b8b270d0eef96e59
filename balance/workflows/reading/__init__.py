"""What runs say: read from their files, compared, and put in the words of results."""
