package statusline

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"atm/internal/caller"
)

// Exit statuses of a command that cannot be run, as shells have them.
const (
	notExecutable = 126
	notFound      = 127
)

// Become makes this process the command. Before that it starts a teller, which has the
// standard input, while the command has a pipe to the teller. It returns only if the
// command cannot be run.
func Become(command []string, getenv func(string) string) (status int) {
	if _, err := caller.New(getenv, time.Time{}).Pane(); err == nil {
		startTeller()
	}
	err := execute(command, os.Environ())
	status = notExecutable
	if errors.Is(err, syscall.ENOENT) {
		status = notFound
	}
	fmt.Fprintf(os.Stderr, "atm: %q: %v\n", command[0], err)
	return status
}

// startTeller starts the teller and puts the pipe in the place of standard input. Where
// that cannot be done the command keeps what it has: it matters more.
//
// os.Pipe and os/exec are no good for this: they make what the command inherits
// non-blocking, and start threads. The teller stays in our process group, which Claude
// Code ends as a whole.
func startTeller() {
	program, err := os.Executable()
	if err != nil {
		return
	}
	null, err := unix.Open(os.DevNull, unix.O_RDWR|unix.O_CLOEXEC, 0)
	if err != nil {
		return
	}
	var pipe [2]int
	if err := syscall.Pipe(pipe[:]); err != nil {
		return
	}
	syscall.CloseOnExec(pipe[0])
	syscall.CloseOnExec(pipe[1])
	files := []uintptr{uintptr(syscall.Stdin), uintptr(null), uintptr(null), commandPipe: uintptr(pipe[1])}
	_, err = syscall.ForkExec(program, []string{os.Args[0], "statusline", tellFlag}, &syscall.ProcAttr{
		Env: os.Environ(), Files: files,
	})
	if err != nil {
		return
	}
	// Not dup2, which Linux does not have on every architecture.
	if unix.Close(syscall.Stdin) == nil {
		_, _ = unix.FcntlInt(uintptr(pipe[0]), unix.F_DUPFD, syscall.Stdin) // the lowest that is free
	}
}

// execute makes this process the command, which is searched for as execvp does.
func execute(command, env []string) error {
	name := command[0]
	if strings.Contains(name, "/") {
		return executeFile(name, command, env)
	}
	err := error(syscall.ENOENT)
	for dir := range strings.SplitSeq(cmp.Or(os.Getenv("PATH"), "/bin:/usr/bin"), ":") {
		failed := executeFile(cmp.Or(dir, ".")+"/"+name, command, env)
		switch {
		case errors.Is(failed, syscall.ENOENT), errors.Is(failed, syscall.ENOTDIR):
		case errors.Is(failed, syscall.EACCES): // another directory may have one that can be run
			err = failed
		default:
			return failed
		}
	}
	return err
}

// executeFile runs a script without a first line that names its interpreter by a shell,
// as shells do.
func executeFile(file string, command, env []string) error {
	err := syscall.Exec(file, command, env)
	if errors.Is(err, syscall.ENOEXEC) {
		err = syscall.Exec("/bin/sh", append([]string{"sh", file}, command[1:]...), env)
	}
	return err
}
