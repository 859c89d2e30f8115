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

// Become replaces this process by a command, which it searches on PATH. It returns only if the command cannot
// be run, with the exit status of shells for that. Like a shell, it runs a script without a #! line by
// /bin/sh.
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

// CalledAs returns the absolute path by which this program was called, "" if it is not known. Unlike
// os.Executable it does not follow links, which an update may change to the next version.
func CalledAs() string {
	path, err := exec.LookPath(os.Args[0])
	if err == nil {
		path, err = filepath.Abs(path)
	}
	if err != nil {
		return ""
	}
	return path
}

// Detached is a program to be started in a new session without a terminal, so it gets no keys and no hang-up.
type Detached struct {
	Program string
	Args    []string // the first one is the name of the program
	Env     []string
	Dir     string          // "" = that of this process
	InGroup bool            // it stays in the process group of this process, and gets what the terminal sends to that
	Files   map[int]uintptr // the inherited files by descriptor in the program; 0 to 2 default to /dev/null
}

// Start starts the program and returns its process id. It is a child for which this process need not wait.
func (d Detached) Start() (pid int, err error) {
	null, err := unix.Open(os.DevNull, unix.O_RDWR|unix.O_CLOEXEC, 0)
	if err != nil {
		return 0, err
	}
	defer unix.Close(null)
	files := slices.Repeat([]uintptr{uintptr(null)}, 3)
	for descriptor, file := range d.Files {
		for len(files) <= descriptor {
			files = append(files, ^uintptr(0)) // closed in the program
		}
		files[descriptor] = file
	}
	return syscall.ForkExec(d.Program, d.Args, &syscall.ProcAttr{
		Dir: d.Dir, Env: d.Env, Files: files, Sys: &syscall.SysProcAttr{Setsid: !d.InGroup},
	})
}
