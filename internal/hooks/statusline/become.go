package statusline

import (
	"fmt"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"atm/internal/hooks/caller"
	"atm/internal/sys/proc"
)

// Become makes this process the command. Before that it starts an updater, which has the
// standard input, while the command has a pipe to the updater. It returns only if the
// command cannot be run.
func Become(command []string, getenv func(string) string) (status int) {
	if caller.New(getenv, time.Time{}).Reaches() {
		startUpdater()
	}
	status, err := proc.Become(command, os.Environ())
	fmt.Fprintf(os.Stderr, "atm: %q: %v\n", command[0], err)
	return status
}

// startUpdater starts the updater and puts the pipe in the place of standard input. Where
// that cannot be done the command keeps what it has: it matters more.
//
// os.Pipe and os/exec are no good for this: they make what the command inherits
// non-blocking, and start threads. The updater stays in our process group, which Claude
// Code ends as a whole.
func startUpdater() {
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
	_, err = syscall.ForkExec(program, []string{os.Args[0], "statusline", updateFlag}, &syscall.ProcAttr{
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
