// Package tmuxconf makes what tmux is told about atm: a configuration file of
// ours, one line in the user's that reads it, and what undoes both. It is pure:
// texts and values in, texts and commands out.
//
// What the user has is never replaced: our parts are put before or after the user's
// formats, and only if they are not there yet. The values from before are kept in
// options @atm-was-…, so that they can be restored to the letter. Reading the file
// twice, or after the user's own settings were read again, is as good as reading it
// once. Formats in it read global options alone, whatever the pane, the window or the
// session in which tmux reads the file has (see [tmuxopt.NoTarget]). What is drawn stands
// in options of the server, which every format finds before those of a pane.
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

// Conf is what our configuration file is made of.
type Conf struct {
	Program string // absolute path of atm
	Minimal bool   // define the formats, draw nothing
	Dwell   int    // seconds after which a pane counts as seen; 0 = 2
	Keys    []Key

	Resurrect bool // the plugin tmux-resurrect is there

	Presence string // the directory of the files that say that somebody is here; "" = none

	Saving string // tmuxopt.On or tmuxopt.Off: whether a script of all sessions is kept; "" = nobody has said
}

const defaultDwell = 2

// Check returns why a program cannot stand in a format of tmux's, or nil.
func Check(program string) error {
	for _, r := range program {
		if r < ' ' || r == 0x7f || strings.ContainsRune("#%()'\"`$\\{};|&<>*?[]!~", r) {
			return fmt.Errorf("path %q: a status line of tmux cannot hold %q", program, r)
		}
	}
	return nil
}

// Header is what our configuration file begins with.
const Header = "# Written by atm setup"

// Text returns the configuration file.
func (c Conf) Text() string {
	w := &writer{}
	w.line(Header + ", which writes it again when it runs: change nothing here.")
	w.line("# atm uninstall takes it away.")
	w.section("What #{E:@atm_pane} and so on draw")
	for _, d := range draw.Definitions() {
		w.define(d)
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

// saving is how the line begins that says whether a script of all sessions is kept.
const saving = "set -s " + tmuxopt.SaveOption + " "

// Saving returns what [Conf].Saving was for our configuration file.
func Saving(text string) string {
	_, rest, _ := strings.Cut(text, "\n"+saving)
	value, _, _ := strings.Cut(rest, "\n")
	return value
}

// IsMinimal reports whether our configuration file, of whatever version, draws nothing.
func IsMinimal(text string) bool { return !strings.Contains(text, tmuxopt.NotifyOption) }

// icons chooses the set that tells a dialog from idleness, where the user has chosen
// neither a set nor an icon of the classic set, which is the default without it. What was
// set is remembered, so that [Undo] knows it from the user's choice.
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
		setGlobal(iconsWeSet, "#{"+tmuxopt.IconsOption+"}"))
}

// seen installs the policy that the user has chosen.
func (c Conf) seen(w *writer) {
	w.section("What has finished counts as seen: set -g %s visit, dwell (the default) or respond",
		tmuxopt.SeenPolicyOption)
	seconds := cmp.Or(c.Dwell, defaultDwell)
	is := func(policy tmuxopt.SeenPolicy) string {
		return fmt.Sprintf("%s '#{==:#{%s},%s}'", ifGlobal, tmuxopt.SeenPolicyOption, policy)
	}
	w.line("%s {\n%s} {", is(tmuxopt.Respond), block(SeenHooks(c.Program, tmuxopt.Respond, 0)))
	w.line("  %s {\n%s  } {", is(tmuxopt.Visit), block(SeenHooks(c.Program, tmuxopt.Visit, 0)))
	w.line("%s  }\n}", block(SeenHooks(c.Program, tmuxopt.Dwell, seconds)))
}

// writer writes a configuration.
type writer struct{ strings.Builder }

func (w *writer) line(format string, args ...any) { fmt.Fprintf(w, format+"\n", args...) }

// section begins a part of the configuration, with a comment that says what it is for.
func (w *writer) section(format string, args ...any) { w.line("\n# "+format, args...) }

// define writes the command that keeps what an option draws.
func (w *writer) define(d draw.Definition) { w.line("set -s %s %s", d.Option, word(d.Format)) }

// ifNot writes commands that are carried out if a format over global options is not true.
func (w *writer) ifNot(condition string, commands ...string) {
	w.line("%s '%s' '' {\n  %s\n}", ifGlobal, condition, strings.Join(commands, "\n  "))
}

// ifGlobal asks a format over global options.
const ifGlobal = "if -Ft " + tmuxopt.NoTarget

// setGlobal is the command that gives a global option what a format over global options gives.
func setGlobal(option, format string) string {
	return fmt.Sprintf("set -gFt %s %s %s", tmuxopt.NoTarget, option, word(format))
}

// block writes commands, one in a line.
func block(cmds [][]string) string {
	var b strings.Builder
	for _, cmd := range cmds {
		b.WriteString("  " + tmuxopt.Source([][]string{cmd}))
	}
	return b.String()
}

// literal keeps tmux from expanding a text where it expands formats.
func literal(s string) string { return strings.ReplaceAll(s, "#", "##") }

// word quotes a word for tmux's parser, so that people can read it if possible.
func word(s string) string {
	if !strings.ContainsAny(s, "'\n\r") {
		return "'" + s + "'"
	}
	return octal(s)
}

// octal quotes a word so that every byte of it stays on all versions.
func octal(s string) string { return strings.TrimSuffix(tmuxopt.Source([][]string{{s}}), "\n") }
