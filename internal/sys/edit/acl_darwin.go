package edit

import (
	"os/exec"
	"strings"
)

// hasForeignACL reports whether a file has an access control list that [File.Write] would lose.
// macOS has no system call for it that Go can reach, but ls puts a + after the permissions.
func hasForeignACL(path string) bool {
	out, err := exec.Command("/bin/ls", "-lde", "--", path).Output()
	permissions, _, _ := strings.Cut(string(out), " ")
	return err == nil && strings.HasSuffix(permissions, "+")
}
