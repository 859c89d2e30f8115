package proc

import (
	"os"
	"os/exec"
	"path/filepath"
)

// CalledAs returns the path by which this program was called, "" if that is not known. Unlike that of os.Executable
// it leads to the next version after an update that makes a link lead there.
func CalledAs() string {
	found, err := exec.LookPath(os.Args[0])
	if err != nil {
		return ""
	}
	path, err := filepath.Abs(found)
	if err != nil {
		return ""
	}
	return path
}
