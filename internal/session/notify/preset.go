package notify

import "embed"

// presets has for each common way to be notified the lines of tmux.conf. Their commands take every text from the
// environment, and quote it so that neither the shell nor the program interprets it. tmux expands nothing within
// single quotes, so no command contains one.
//
// mac: a message of terminal-notifier may not begin with - or with a character of a property list, such as ( or {,
// so it begins with a word. A click does two things: it activates the application that started the tmux server, and
// goes to the session. A click on a notification of osascript opens the Script Editor. An AppleScript receives the
// words after it as a list. The first word does not begin with -, so osascript takes none of them for an option.
//
// linux: notify-send waits for the click, so it runs in the background: the next notification must not wait. After
// the click the client shows the session, and xdotool brings the window of its terminal to the front where X11 can
// do that: tmux knows the window of the client that switched to the session last. notify-send parses the text as
// HTML, and takes a backslash for the beginning of an escape sequence.
//
// ntfy: with --data, a text that begins with @ would be the name of a file to be sent.
//
//go:embed presets
var presets embed.FS

// PresetNames lists the ready-made settings.
func PresetNames() []string { return []string{"mac", "linux", "ntfy", "bell"} }

// Preset returns the lines of tmux.conf for a common way to be notified.
func Preset(name string) string {
	lines, _ := presets.ReadFile("presets/" + name + ".conf") // the command line parser has checked the name
	return string(lines)
}
