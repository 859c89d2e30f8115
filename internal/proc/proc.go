// Package proc looks at other processes of this machine, on Linux and macOS.
package proc

// maxDepth bounds a walk up the process tree. A hook is three or four levels
// below its client; wrappers add some.
const maxDepth = 32

// Ancestors returns pid and the processes above it, up to but without the first
// process of the system. It ends early where a process cannot be looked at.
func Ancestors(pid int) []int {
	var pids []int
	for len(pids) < maxDepth && pid > 1 {
		pids = append(pids, pid)
		parent, err := Parent(pid)
		if err != nil {
			break
		}
		pid = parent
	}
	return pids
}
