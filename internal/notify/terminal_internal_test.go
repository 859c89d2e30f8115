package notify

import (
	"testing"

	"atm/internal/tmux"
)

// TestNotification: each terminal gets one sequence only, because many know both and
// would show one event twice.
func TestNotification(t *testing.T) {
	t.Parallel()
	const nine, sevens = "\x1b]9;it; asks\x1b\\", "\x1b]777;notify;Claude Code;it, asks\x1b\\"
	tests := []struct {
		name              string
		channel           Channel
		terminal, program string // as tmux knows them
		want              string
	}{
		{"iTerm2", OSC, "xterm-256color", "iTerm2 3.5.0", nine},
		{"kitty", OSC, "xterm-kitty", "kitty(0.36.4)", nine},
		{"WezTerm", OSC, "xterm-256color", "WezTerm 20240203-110809-5046fc22", nine},
		{"Ghostty", OSC, "xterm-ghostty", "ghostty 1.1.3", nine},
		{"foot", OSC, "foot", "foot(1.16.2)", nine},
		{"a tmux around ours", OSC, "tmux-256color", "tmux 3.5a", nine},
		{"one that says nothing", OSC, "xterm-256color", "", nine},
		{"rxvt-unicode", OSC, "rxvt-unicode-256color", "", sevens},
		{"GNOME Terminal", OSC, "xterm-256color", "VTE(7600)", sevens},
		{"Konsole", OSC, "xterm-256color", "Konsole 23.08.5", sevens},
		{"Contour", OSC, "contour-latest", "contour 0.4.3", sevens},
		{"the user knows better", OSC9, "rxvt-unicode-256color", "", nine},
		{"and the other way round", OSC777, "xterm-256color", "iTerm2 3.5.0", sevens},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			client := tmux.Client{Terminal: tt.terminal, Program: tt.program}
			if got := notification(tt.channel, client, "it; asks"); got != tt.want {
				t.Errorf("%q, not %q", got, tt.want)
			}
		})
	}
}
