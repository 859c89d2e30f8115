package notify

import (
	"testing"

	"atm/internal/tmux"
)

// TestNotification: each terminal gets one sequence only, because many know both and
// would show one event twice.
func TestNotification(t *testing.T) {
	t.Parallel()
	const nine, sevens = "\x1b]9;it; asks\x1b\\", "\x1b]777;notify;Claude;it, asks\x1b\\"
	const wrapped = "\x1bPtmux;\x1b\x1b]9;it; asks\x1b\x1b\\\x1b\\"
	tests := []struct {
		name              string
		channel           Channel
		terminal, program string // as tmux knows them
		want              string
	}{
		{name: "iTerm2", channel: OSC, terminal: "xterm-256color", program: "iTerm2 3.5.0", want: nine},
		{name: "kitty", channel: OSC, terminal: "xterm-kitty", program: "kitty(0.36.4)", want: nine},
		{
			name: "WezTerm", channel: OSC, terminal: "xterm-256color",
			program: "WezTerm 20240203-110809-5046fc22", want: nine,
		},
		{name: "Ghostty", channel: OSC, terminal: "xterm-ghostty", program: "ghostty 1.1.3", want: nine},
		{name: "foot", channel: OSC, terminal: "foot", program: "foot(1.16.2)", want: nine},
		{
			name: "a tmux around ours", channel: OSC, terminal: "tmux-256color",
			program: "tmux 3.5a", want: wrapped,
		},
		{name: "one with another TERM", channel: OSC, terminal: "screen-256color", program: "tmux 3.3a", want: wrapped},
		{name: "one that has not said yet what it is", channel: OSC, terminal: "tmux-256color", want: wrapped},
		{name: "GNU screen", channel: OSC, terminal: "screen-256color", want: nine},
		{
			name: "one that says nothing", channel: OSC, terminal: "xterm-256color", program: "",
			want: nine,
		},
		{
			name: "rxvt-unicode", channel: OSC, terminal: "rxvt-unicode-256color", program: "",
			want: sevens,
		},
		{
			name: "GNOME Terminal", channel: OSC, terminal: "xterm-256color",
			program: "VTE(7600)", want: sevens,
		},
		{
			name: "Konsole", channel: OSC, terminal: "xterm-256color",
			program: "Konsole 23.08.5", want: sevens,
		},
		{
			name: "Contour", channel: OSC, terminal: "contour-latest", program: "contour 0.4.3",
			want: sevens,
		},
		{
			name: "the user knows better", channel: OSC9, terminal: "rxvt-unicode-256color",
			program: "", want: nine,
		},
		{
			name: "and the other way round", channel: OSC777, terminal: "xterm-256color",
			program: "iTerm2 3.5.0", want: sevens,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			client := tmux.Client{Terminal: tt.terminal, Program: tt.program}
			if got := notification(tt.channel, client, "Claude", "it; asks"); got != tt.want {
				t.Errorf("%q, not %q", got, tt.want)
			}
		})
	}
}
