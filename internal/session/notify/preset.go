package notify

import (
	"strings"

	"atm/tmuxopt"
)

// PresetNames lists the ready-made settings.
func PresetNames() []string { return []string{"mac", "linux", "ntfy", "bell"} }

// Preset returns the lines of tmux.conf for a common way to be notified. Its commands take every text from
// the environment, and quote it so that neither the shell nor the program interprets it.
func Preset(name string) string {
	command := map[string]string{
		"mac": "if command -v terminal-notifier >/dev/null; then " + terminalNotifier +
			"; else " + osascript + "; fi",
		// notify-send waits for the click, so it runs in the background: the next notification must not wait.
		"linux": "notify-send --version >/dev/null || exit; (" + notifySend + " && " + raise + ") &",
		// With --data, a text that begins with @ would be the name of a file to be sent.
		"ntfy": `curl -fsS --max-time 20 -H "Title: ` + who + `: ` + called + `" -H "Click: ssh://YOUR-HOST" ` +
			`--data-raw "` + wanted + `" https://ntfy.sh/YOUR-TOPIC`,
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
		lines = append([]string{
			"# Who knows the topic reads what is sent: choose one that nobody guesses.",
			"# YOUR-HOST is how your telephone reaches this computer, as in me@devbox: a tap opens an app for ssh.",
			"# Where there is none, a tap does nothing.",
		}, lines...)
	}
	return strings.Join(lines, "\n") + "\n"
}

// The parts of the commands. A message of terminal-notifier may not begin with - or with a character of a
// property list, such as ( or {, so it begins with a word. A click does two things: it activates the
// application that started the tmux server, and goes to the session. A click on a notification of osascript
// opens the Script Editor.
const terminalNotifier = `terminal-notifier -title "` + who + `: ` + called + `" -message "Says: ` + wanted + `" ` +
	`-activate "${__CFBundleIdentifier:-com.apple.Terminal}" -execute "$ATM_FOCUS"`

// An AppleScript receives the words after it as a list. The first word does not begin with -, so osascript
// takes none of them for an option.
const osascript = `osascript -e "on run argv" ` +
	`-e "display notification (item 2 of argv) with title (item 1 of argv)" ` +
	`-e "end run" "` + who + `: ` + called + `" "` + wanted + `"`

// notifySend succeeds when the user clicks on the notification, and the client then shows the session.
// notify-send parses the text as HTML, and takes a backslash for the beginning of an escape sequence.
const notifySend = `[ "$(timeout 3600 notify-send -a "` + who + `" -A default=Go -- "` + who + `: ` + called + `" ` +
	`"$(printf %s "` + wanted + `" | sed "s/[\\\\]/&&/g; s/&/\\&amp;/g; s/</\\&lt;/g")")" = default ] && ` +
	`sh -c "$ATM_FOCUS"`

// raise brings the window of the terminal to the front where X11 can do that. tmux knows the window of the
// client that switched to the session last.
const raise = `xdotool windowactivate "$(tmux show-environment -t "$ATM_PANE" WINDOWID | sed -n s/^WINDOWID=//p)"`

// who is the program that the session runs, for a shell: its name begins with a letter or a digit.
const who = "${ATM_AGENT:-Claude}"

// called is the name of the session, for a shell.
const called = "${ATM_TITLE:-$ATM_DIR}"

// wanted is what the session wants, or has said, for a shell.
const wanted = "${ATM_REQUEST:-${ATM_SAID:-$ATM_DETAIL}}"

// setLine returns the line of tmux.conf that sets a global option. tmux expands nothing within single quotes,
// and our values contain none.
func setLine(option, value string) string { return "set -g " + option + " '" + value + "'" }
