package search

// Fold is fold.
func Fold(text string) string { return fold(text) }
