package notify

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"atm/internal/tmux"
)

// notification returns the escape sequence that makes a terminal show a desktop notification. There are two:
// OSC 9 of iTerm2 and OSC 777 of rxvt-unicode. kitty, WezTerm, Ghostty, Warp and foot know both and would
// show one event twice, so each terminal gets only one: OSC 9, unless the terminal is known to accept only
// OSC 777.
func notification(channel Channel, c tmux.Client, who, text string) string {
	sequence := "\x1b]9;" + text + "\x1b\\"
	if channel == OSC777 || channel == OSC && knowsOnlyOSC777(c) {
		// Texts contain no control characters, but a semicolon ends a field here.
		sequence = "\x1b]777;notify;" + who + ";" + strings.ReplaceAll(text, ";", ",") + "\x1b\\"
	}
	// Another tmux around the client, here or at the other end of ssh, would drop a sequence that it does not know.
	// If its option allow-passthrough is on, it passes a wrapped sequence on to its own terminal.
	if strings.HasPrefix(c.Program, "tmux ") || strings.HasPrefix(c.Terminal, "tmux") {
		return "\x1bPtmux;" + strings.ReplaceAll(sequence, "\x1b", "\x1b\x1b") + "\x1b\\"
	}
	return sequence
}

// knowsOnlyOSC777 reports whether a terminal does not know OSC 9. It goes by the name that the terminal
// reports and, if it reports none, by TERM. TERM alone is not enough: it is xterm-256color in Konsole and in
// GNOME Terminal, which uses VTE.
func knowsOnlyOSC777(c tmux.Client) bool {
	program := strings.ToLower(c.Program)
	for _, name := range []string{"vte(", "konsole", "contour"} {
		if strings.HasPrefix(program, name) {
			return true
		}
	}
	return strings.HasPrefix(c.Terminal, "rxvt") || strings.HasPrefix(c.Terminal, "contour")
}

// writeTimeout is how long a terminal may block: it may be suspended, or at the other end of a dead
// connection.
const writeTimeout = time.Second

// write writes to the terminals of all clients at the same time, unless they are in control mode: iTerm2
// disconnects from tmux -CC at a line that it does not know.
func write(clients []tmux.Client, text func(tmux.Client) string) error {
	failed := make([]error, len(clients))
	var writers sync.WaitGroup
	for i, c := range clients {
		if !c.Control {
			writers.Go(func() { failed[i] = writeTTY(c.TTY, text(c), time.Now().Add(writeTimeout)) })
		}
	}
	writers.Wait()
	return errors.Join(failed...)
}

// writeTTY writes to a terminal until a deadline. It polls whether the terminal accepts more, because not
// every system can wait for terminals.
func writeTTY(path, text string, until time.Time) error {
	fd, err := unix.Open(path, unix.O_WRONLY|unix.O_NOCTTY|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	if err != nil {
		return fmt.Errorf("terminal %s: %w", path, err)
	}
	defer unix.Close(fd)
	for rest := []byte(text); len(rest) > 0; {
		n, err := unix.Write(fd, rest)
		switch {
		case err == nil:
			rest = rest[n:]
		case !errors.Is(err, unix.EAGAIN) && !errors.Is(err, unix.EINTR):
			return fmt.Errorf("terminal %s: %w", path, err)
		case time.Now().After(until):
			return fmt.Errorf("terminal %s: takes no output", path)
		default:
			time.Sleep(10 * time.Millisecond)
		}
	}
	return nil
}
