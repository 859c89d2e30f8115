package proc

import "errors"

// Getenv returns an error: macOS tells the environment of some processes only.
func Getenv(int, string) (string, error) { return "", errors.ErrUnsupported }
