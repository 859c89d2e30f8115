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

// Is reports whether a process runs and, unless start is empty, is the one that
// [Start] said this of: process ids are used again. A process that has ended
// but has not been waited for does not run.
func Is(pid int, start string) bool {
	now, err := Start(pid)
	return err == nil && (start == "" || start == now)
}
