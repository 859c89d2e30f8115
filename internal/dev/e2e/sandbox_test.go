package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"atm/internal/dev/tmuxtest"
	"atm/internal/sys/proc"
)

// sandboxScript runs a client behind a gate, in namespaces of its own for processes and
// mounts, with what runs beside it. It has the network of the host, where the scripted API is,
// and no pane of tmux. The shell stays, so the client is not the first process there. It restores
// the terminal, as docker and ssh do, because the shell outside does so only for its own commands.
const sandboxScript = `#!/bin/sh
export XDG_RUNTIME_DIR=%s
exec atm gate --host sandbox -- unshare --user --map-root-user --pid --fork --kill-child --mount-proc \
	env -u TMUX -u TMUX_PANE sh -c '%s %s "$@"; status=$?; stty sane; exit $status' claude "$@"
`

// hostScript runs a client on another host.
const hostScript = `#!/bin/sh
export XDG_RUNTIME_DIR=%s
exec atm ssh --host other -t -F %s other "cd %s && exec %s $*"
`

// install puts a client into the way of those who start claude, so that it runs where the
// sources say. The arguments for one on another host must be words.
func (st *stage) install(client, path string) error {
	script := ""
	switch st.sources {
	case behindGate:
		script = fmt.Sprintf(sandboxScript, st.home.dir, "atm sync --follow &", client)
	case gateAlone:
		script = fmt.Sprintf(sandboxScript, st.home.dir, "", client)
	case onOtherHost:
		hosts := tmuxtest.NewHosts(st.tb)
		hosts.AddLogin("other", st.home.env(st.api))
		script = fmt.Sprintf(hostScript, st.home.dir, hosts.Config, st.home.work, client)
	default:
		return os.Symlink(client, path)
	}
	return os.WriteFile(path, []byte(script), 0o700)
}

// sandboxed tells which process of this side one of a sandbox is: the monitor looks at
// processes, and the scenes kill them.
type sandboxed struct {
	home    string
	outside map[int]int // by the number inside, as found before
}

// processOf returns the process that has a number inside the sandbox of the home, 0 if there
// is none (yet).
func (s *sandboxed) processOf(inside int) int {
	if pid := s.outside[inside]; pid != 0 && s.is(pid, inside) {
		return pid
	}
	statuses, _ := filepath.Glob("/proc/[0-9]*/status") // the pattern is right
	for _, status := range statuses {
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(status)))
		if err == nil && s.is(pid, inside) {
			s.outside[inside] = pid
			return pid
		}
	}
	return 0
}

// is reports whether a process has that number inside, and is a client of the home: the next
// sandbox uses the same numbers for other processes.
func (s *sandboxed) is(pid, inside int) bool {
	program, err := os.Readlink(fmt.Sprintf("/proc/%d/exe", pid))
	if err != nil || filepath.Base(program) != "claude" {
		return false
	}
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return false
	}
	_, rest, _ := strings.Cut(string(text), "\nNSpid:")
	line, _, _ := strings.Cut(rest, "\n")
	numbers := strings.Fields(line)
	if len(numbers) < 2 || numbers[len(numbers)-1] != strconv.Itoa(inside) {
		return false
	}
	home, err := proc.Getenv(pid, "HOME")
	return err == nil && home == s.home
}
