//go:build !linux

package heap

// Populate does nothing.
func Populate(int) {}
