"""Better weights for a style, by self-play."""
