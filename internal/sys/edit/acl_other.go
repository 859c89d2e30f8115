//go:build !darwin

package edit

// hasForeignACL reports whether a file has an access control list that [File.Write] would lose:
// here it is an extended attribute, which is copied.
func hasForeignACL(string) bool { return false }
