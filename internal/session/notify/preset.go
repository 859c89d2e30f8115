package notify

import (
	"strings"

	"atm/tmuxopt"
)

// PresetNames lists the ready-made settings.
func PresetNames() []string { return []string{"mac", "linux", "ntfy", "bell"} }

// Preset returns the lines of tmux.conf that have somebody told in a way that many use. The
// commands in them get every text from the environment, and hand it on in such a way that
// neither the shell nor the program takes it for anything but a text.
func Preset(name string) string {
	command := map[string]string{
		// A script in AppleScript gets the words after it as a list. The first does not begin
		// with -, so that osascript takes none of them for an option.
		"mac": `osascript -e "on run argv" ` +
			`-e "display notification (item 2 of argv) with title (item 1 of argv)" ` +
			`-e "end run" "Claude: ` + called + `" "` + wanted + `"`,
		// The text of a notification is taken for HTML, and a backslash for the begin of an
		// escape sequence.
		"linux": `notify-send -a "Claude Code" -- "Claude: ` + called + `" ` +
			`"$(printf %s "` + wanted + `" | sed "s/[\\\\]/&&/g; s/&/\\&amp;/g; s/</\\&lt;/g")"`,
		// With --data, a text that begins with @ would be the name of a file to be sent.
		"ntfy": `curl -fsS --max-time 20 -H "Title: Claude: ` + called + `" --data-raw "` + wanted + `" ` +
			`https://ntfy.sh/YOUR-TOPIC`,
	}[name]
	lines := []string{setLine(tmuxopt.ChannelsOption, "message bell")}
	if command != "" {
		lines = []string{
			setLine(tmuxopt.ChannelsOption, "message command"),
			setLine(tmuxopt.NotifyCommandOption, command),
		}
	}
	lines = append(lines, setLine(tmuxopt.NotifyStatesOption, "attention error question"))
	if name == "ntfy" {
		lines = append([]string{"# Who knows the topic reads what is sent: choose one that nobody guesses."}, lines...)
	}
	return strings.Join(lines, "\n") + "\n"
}

// called is what the session is called, for a shell.
const called = "${ATM_TITLE:-$ATM_DIR}"

// wanted is what the session wants, or has said, for a shell.
const wanted = "${ATM_REQUEST:-${ATM_SAID:-$ATM_DETAIL}}"

// setLine sets a global option. Within single quotes tmux expands nothing; there is none in
// our values.
func setLine(option, value string) string { return "set -g " + option + " '" + value + "'" }
