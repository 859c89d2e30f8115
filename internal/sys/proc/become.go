package proc

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// Exit statuses of a command that cannot be run, as shells have them.
const (
	NotExecutable = 126
	NotFound      = 127
)

// Become makes this process the command, which is searched for on PATH. It returns only if the command cannot be run,
// with the exit status that shells have for that. A script without a first line that names its interpreter is run by
// a shell, as shells do.
func Become(command, env []string) (status int, err error) {
	program := command[0]
	if !strings.Contains(program, "/") {
		if program, err = exec.LookPath(program); err != nil && !errors.Is(err, exec.ErrDot) {
			return NotFound, syscall.ENOENT
		}
	}
	err = syscall.Exec(program, command, env)
	if errors.Is(err, syscall.ENOEXEC) {
		err = syscall.Exec("/bin/sh", append([]string{"sh", program}, command[1:]...), env)
	}
	if errors.Is(err, syscall.ENOENT) {
		return NotFound, err
	}
	return NotExecutable, err
}

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
