package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"

	"atm/internal/gate"
	"atm/internal/sys/ownname"
	"atm/internal/sys/proc"
)

// follow starts a follower if the pane is behind a gate: over there no job of tmux's status
// line is one. It ends with this process, whatever that becomes. Without it only what no hook
// tells is missing, so an error is none of the person's concern.
func (s streams) follow() {
	if _, ok := gate.FromEnv(s.getenv); !ok {
		return
	}
	program, err := atmProgram()
	if err != nil {
		return
	}
	follower := proc.Detached{
		Program: program, Args: []string{"atm", "sync", "--follow", "--while", strconv.Itoa(os.Getpid())},
		Env: os.Environ(),
	}
	_, _ = follower.Start()
}

// atmProgram returns the atm beside this program, else that on PATH.
func atmProgram() (string, error) {
	name := ownname.BesideCld(os.Args[0])
	if self, err := os.Executable(); err == nil {
		sibling := filepath.Join(filepath.Dir(self), name)
		if _, err := os.Stat(sibling); err == nil {
			return sibling, nil
		}
	}
	return exec.LookPath(name)
}
