package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// gates measures a hook that hands over to a gate, beside one that tells tmux. There are fewer
// runs than a gate takes at once.
func gates(s *server) error {
	file := filepath.Join(s.scratch, "gate")
	gate := s.command(filepath.Join(s.bin, "atm"), "gate", "--", "sh", "-c",
		`echo "$ATM_GATE" >"$1.new" && mv "$1.new" "$1" && exec sleep 10000`, "sh", file)
	if err := gate.Start(); err != nil {
		return err
	}
	defer func() {
		_ = gate.Process.Kill()
		_ = gate.Wait() // it was killed
	}()
	var address []byte
	for deadline := time.Now().Add(10 * time.Second); len(address) == 0; {
		if time.Now().After(deadline) {
			return errors.New("the gate does not open")
		}
		time.Sleep(5 * time.Millisecond)
		address, _ = os.ReadFile(file) // it is not there at first
	}
	hook := s.atm(payload, "hook")
	through := candidate{name: "atm hook, through a gate", stdin: payload, make: func() *exec.Cmd {
		cmd := hook.make()
		cmd.Env = append(cmd.Env, "ATM_GATE="+strings.TrimSpace(string(address)))
		return cmd
	}}
	return compare("A hook through a gate (budget 1.5 x)", 150, hook, through)
}
