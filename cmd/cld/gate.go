package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"syscall"

	"golang.org/x/sys/unix"

	"atm/internal/gate"
	"atm/internal/proc"
)

// follow starts a follower if the pane is behind a gate: over there no job of tmux's status
// line is one. It ends with this process, whatever that becomes. Without it only what no hook
// tells is missing, so an error is none of the person's concern.
func (s streams) follow() {
	if _, ok := gate.FromEnv(s.getenv); !ok {
		return
	}
	self, err := proc.Self()
	if err != nil {
		return
	}
	program, err := atmProgram()
	if err != nil {
		return
	}
	null, err := unix.Open(os.DevNull, unix.O_RDWR|unix.O_CLOEXEC, 0)
	if err != nil {
		return
	}
	defer unix.Close(null)
	_, _ = syscall.ForkExec(program, []string{"atm", "sync", "--follow", "--while", string(self)}, &syscall.ProcAttr{
		Env: os.Environ(), Sys: &syscall.SysProcAttr{Setsid: true}, // no key is meant for it
		Files: []uintptr{uintptr(null), uintptr(null), uintptr(null)},
	})
}

// atmProgram returns the atm beside this program, else that on PATH.
func atmProgram() (string, error) {
	if self, err := os.Executable(); err == nil {
		beside := filepath.Join(filepath.Dir(self), "atm")
		if _, err := os.Stat(beside); err == nil {
			return beside, nil
		}
	}
	return exec.LookPath("atm")
}
