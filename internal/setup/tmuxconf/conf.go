// Package tmuxconf writes our configuration file for tmux, the line in the user's configuration that reads
// it, and the commands that undo both. It is pure: texts and values in, texts and commands out.
//
// Our file never replaces the user's formats: it adds our parts before or after them, unless they are there
// already. It keeps the earlier values in options @atm-was-…, so that they can be restored exactly. Reading
// the file again, also after the user's own settings were read again, changes nothing. Its formats read
// global options only, not those of the pane, window or session in which tmux reads it (see
// [tmuxopt.NoTarget]). The formats of our icons are options of the server, which a format finds before those
// of a pane.
package tmuxconf

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"atm/internal/sys/shell"
	"atm/internal/tmux/draw"
	"atm/tmuxopt"
)

// Conf is the content of our configuration file.
type Conf struct {
	Program   string // absolute path of atm
	Minimal   bool   // define the formats, draw nothing
	Dwell     int    // seconds after which a pane counts as seen; 0 = 2
	Keys      []Key
	Resurrect bool   // the plugin tmux-resurrect is installed
	Presence  string // the directory of the presence files; "" = none
	Saving    string // tmuxopt.On or tmuxopt.Off: whether atm keeps a script of all sessions; "" = not decided
}

// Check returns an error if the path of a program cannot be part of a format of tmux.
func Check(program string) error {
	for _, r := range program {
		if r < ' ' || r == 0x7f || strings.ContainsRune("#%()'\"`$\\{};|&<>*?[]!~", r) {
			return fmt.Errorf("path %q: a status line of tmux cannot hold %q", program, r)
		}
	}
	return nil
}

// Header is the beginning of our configuration file.
const Header = "# Written by atm setup"

// Text returns the configuration file.
func (c Conf) Text() string {
	w := &writer{}
	w.line(Header + ", which writes it again when it runs: change nothing here.")
	w.line("# atm uninstall takes it away.")
	w.section("What #{E:@atm_pane} and so on draw")
	for _, d := range draw.Definitions() {
		w.line("set -s %s %s", d.Option, word(d.Format))
	}
	w.icons()
	if c.Minimal {
		return w.String()
	}
	c.formats(w)
	w.styles()
	w.settings()
	w.section("Tell when a session needs you: atm notify --help")
	notify := word(shell.Word(c.Program) + " notify")
	w.ifNot("#{"+tmuxopt.NotifyOption+"}", "set -g "+tmuxopt.NotifyOption+" "+notify)
	c.seen(w)
	if c.Resurrect {
		c.resurrect(w)
	}
	if c.Saving != "" {
		w.section("Keep a script of all sessions every few minutes: atm save --help")
		w.line("%s%s", saving, c.Saving)
	}
	if c.Presence != "" {
		c.presence(w)
	}
	for _, k := range c.Keys {
		w.key(k)
	}
	return w.String()
}

// saving is the beginning of the line that says whether atm keeps a script of all sessions.
const saving = "set -s " + tmuxopt.SaveOption + " "

// Saving returns the value of [Conf].Saving from our configuration file.
func Saving(text string) string {
	_, rest, _ := strings.Cut(text, "\n"+saving)
	value, _, _ := strings.Cut(rest, "\n")
	return value
}

// IsMinimal reports whether our configuration file, of whatever version, draws nothing.
func IsMinimal(text string) bool { return !strings.Contains(text, tmuxopt.NotifyOption) }

// icons selects the icon set that distinguishes a dialog from idleness, unless the user has selected a set,
// or an icon that only the classic set has, which is tmuxopt's default. The value is kept, so that [Undo] can
// tell it from the user's choice.
func (w *writer) icons() {
	w.section("Which icons, unless you have chosen: set -g %s classic, states or ascii", tmuxopt.IconsOption)
	chosen := "#{" + tmuxopt.IconsOption + "}"
	for _, icon := range draw.Signs(tmuxopt.Classic) {
		if !slices.ContainsFunc(draw.Signs(tmuxopt.States), func(s draw.Icon) bool { return s.Name == icon.Name }) {
			chosen += "#{" + icon.Option() + "}"
		}
	}
	w.ifNot(chosen,
		fmt.Sprintf("set -goq %s %s", tmuxopt.IconsOption, tmuxopt.States),
		setGlobal(now(tmuxopt.IconsOption), "#{"+tmuxopt.IconsOption+"}"))
}

// seen installs the policy that the user has chosen.
func (c Conf) seen(w *writer) {
	w.section("What has finished counts as seen: set -g %s visit, dwell (the default) or respond",
		tmuxopt.SeenPolicyOption)
	chosen := func(policy tmuxopt.SeenPolicy, otherwise string) string {
		return fmt.Sprintf("#{?#{==:#{%s},%s},%[2]s,%s}", tmuxopt.SeenPolicyOption, policy, otherwise)
	}
	policy := chosen(tmuxopt.Respond, chosen(tmuxopt.Visit, string(tmuxopt.Dwell)))
	for _, cmd := range SeenHooks(c.Program, policy, cmp.Or(c.Dwell, 2)) {
		w.WriteString(tmuxopt.Source([][]string{cmd}))
	}
}

// writer writes a configuration.
type writer struct{ strings.Builder }

func (w *writer) line(format string, args ...any) { fmt.Fprintf(w, format+"\n", args...) }

// section begins a part of the configuration, with a comment that says what it is for.
func (w *writer) section(format string, args ...any) { w.line("\n# "+format, args...) }

// ifNot writes commands that tmux runs if a format over global options is false.
func (w *writer) ifNot(condition string, commands ...string) {
	w.line("%s '%s' '' {\n  %s\n}", ifGlobal, condition, strings.Join(commands, "\n  "))
}

// ifGlobal begins a condition over global options.
const ifGlobal = "if -Ft " + tmuxopt.NoTarget

// setGlobal is the command that sets a global option to the expansion of a format over global options.
func setGlobal(option, format string) string {
	return fmt.Sprintf("set -gFt %s %s %s", tmuxopt.NoTarget, option, word(format))
}

// literal escapes a text for a place in which tmux expands formats.
func literal(s string) string { return strings.ReplaceAll(s, "#", "##") }

// word quotes a word for tmux's parser, readable for people if possible.
func word(s string) string {
	if !strings.ContainsAny(s, "'\n\r") {
		return "'" + s + "'"
	}
	return octal(s)
}

// octal quotes a word so that all versions of tmux read every byte of it.
func octal(s string) string { return strings.TrimSuffix(tmuxopt.Source([][]string{{s}}), "\n") }
