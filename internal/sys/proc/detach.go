package proc

import (
	"os"
	"slices"
	"syscall"

	"golang.org/x/sys/unix"
)

// Detached is a program to be started in a session of its own. It has no terminal, so no key
// and no hang-up is meant for it.
type Detached struct {
	Program string
	Args    []string // the name of the program is the first one
	Env     []string
	Dir     string          // "" = this process's
	Files   map[int]uintptr // what it inherits, by its own descriptors; of 0 to 2 the others are /dev/null
}

// Start starts the program and returns its process id. It is a child of this process, which
// need not wait for it.
func (d Detached) Start() (pid int, err error) {
	null, err := unix.Open(os.DevNull, unix.O_RDWR|unix.O_CLOEXEC, 0)
	if err != nil {
		return 0, err
	}
	defer unix.Close(null)
	files := slices.Repeat([]uintptr{uintptr(null)}, 3)
	for descriptor, file := range d.Files {
		for len(files) <= descriptor {
			files = append(files, ^uintptr(0)) // is closed over there
		}
		files[descriptor] = file
	}
	return syscall.ForkExec(d.Program, d.Args, &syscall.ProcAttr{
		Dir: d.Dir, Env: d.Env, Files: files, Sys: &syscall.SysProcAttr{Setsid: true},
	})
}
