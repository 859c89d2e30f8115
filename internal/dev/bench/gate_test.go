package bench

import (
	"atm/internal/dev/tmuxtest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
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
	tmuxtest.Until(s, "the gate opens", func() bool {
		address, _ = os.ReadFile(file) // it is not there at first
		return len(address) > 0
	})
	hook := s.atm(payload, "hook")
	through := candidate{name: "atm hook, through a gate", stdin: payload, make: func() *exec.Cmd {
		cmd := hook.make()
		cmd.Env = append(cmd.Env, "ATM_GATE="+strings.TrimSpace(string(address)))
		return cmd
	}}
	return s.within("A hook through a gate", 150, hook, limited{through, 1.5})
}
