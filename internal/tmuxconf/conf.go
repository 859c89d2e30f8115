// Package tmuxconf makes what tmux is told about atm: a configuration file of
// ours, one line in the user's that reads it, and what undoes both. It is pure:
// texts and values in, texts and commands out.
//
// What the user has is never replaced: formats get something put before or
// behind them, and only if it is not there; what was there before is kept in
// options @atm-was-…, so that it can be restored to the letter. Reading the
// file twice, or after the user's own settings were read again, is as good as
// reading it once. It reads the options of the session that it is read in,
// which are the global ones unless a session has its own.
package tmuxconf

import (
	"cmp"
	"fmt"
	"strings"

	"atm/internal/draw"
	"atm/internal/settings"
	"atm/tmuxopt"
)

// Conf is what our configuration file is made of.
type Conf struct {
	Program string // absolute path of atm
	Minimal bool   // define the formats, draw nothing
	Dwell   int    // seconds after which a pane counts as seen; 0 = 2
	Keys    []Key
}

const defaultDwell = 2

// Key is a key behind the prefix.
type Key struct {
	Option  string // the user's option that names another key
	Default string
	Command string // of tmux
	Note    string
}

// Keys lists the keys that setup binds, for that program.
func Keys(program string) []Key {
	next := "run-shell -b " + word(settings.ShellWord(program)+` next --client "#{client_name}" || :`)
	return []Key{{tmuxopt.NextKeyOption, "a", next, "Go to the session that needs you"}}
}

// boundOption remembers the key that we have bound.
const boundOption = "@atm_key"

// taken is a command of the shell that succeeds if the key is bound to something
// else: only when our file is read it is known what the user's own has bound. On
// the way it frees the key that we have bound before, where that was another one.
// It looks through all keys, and has tmux bind each in a table of its own before,
// because list-keys may have another name for it (C-m is Enter). Of a single key
// tmux 3.7 lists nothing, so that table has more.
func (k Key) taken() string {
	return `bound() { tmux list-keys -T "$1" 2>/dev/null | sed "s/^bind-key *\(-r \)* *-T [^ ]* *//"; }; ` +
		`name() { n=$1; case $n in *\;) n=${n%?}\\\; ;; esac; ` +
		`tmux bind-key -T atm_probe F11 list-sessions \; bind-key -T atm_probe F12 list-sessions \; bind-key -T atm_probe "$n" list-keys 2>/dev/null && ` +
		`bound atm_probe | sed -n "s/ *list-keys$//p"; tmux unbind-key -aqT atm_probe 2>/dev/null; }; ` +
		"k=$(name #{q:" + k.Option + "}); was=$(name #{q:" + boundOption + "}); " +
		`bound prefix | while read -r key command; do case $key:$command in "$k":*"next --client"*) ;; "$was":*"next --client"*) tmux unbind-key -T prefix "$was" ;; ` +
		`*"next --client"*) ;; "$k":*) echo taken ;; esac; done | grep -q taken`
}

// The formats that are put before and behind those of the user. No user writes
// them just so: that is how they are found again.
const (
	counts = "#{?#{E:@atm_counts},#{E:@atm_counts} ,}"
	window = "#{?#{E:@atm_window}, #{E:@atm_window},}"
	border = "#{?#{E:@atm_pane}, #{E:@atm_pane}#{?#{@meta.claude.detail}, #{q/e:@meta.claude.detail},} ,}"
)

// wrap is a format of tmux's to which something is added.
type wrap struct {
	option        string
	before, after string
	ours          string // what tells that it is there, as a pattern of tmux
	first         bool   // what is there before is the user's alone
}

func (c Conf) wraps() []wrap {
	return []wrap{
		// In front: tmux cuts a status line off at the end.
		{"status-right", counts, "", "*@atm_counts*", true},
		{"status-right", c.job(), "", "*sync --follow*", false},
		{"pane-border-format", border, "", "*@atm_pane*", true},
		{"window-status-format", "", window, "*@atm_window*", true},
		{"window-status-current-format", "", window, "*@atm_window*", true},
	}
}

// style is a style of tmux's with a colour behind it.
type style struct{ option, colour string }

// suffix is what stands behind the style.
func (s style) suffix() string { return "#{E:" + s.colour + "}" }

var (
	borderStyles = []style{{"pane-border-style", "@atm_border_style"}, {"pane-active-border-style", "@atm_border_style"}}
	tabStyles    = []style{{"window-status-style", "@atm_window_style"}, {"window-status-current-style", "@atm_window_style"}}
)

// behind is a command of the shell that puts colours behind the global values of
// styles: a format would read those of the window that it is read in, and windows
// do have styles of their own. A style of the current window that is tmux's own
// stays: it stands for that of all windows.
func behind(styles ...style) string {
	script := `style() { v=$(tmux show-options -gqv "$1"); case $1:$v in *$2* | window-status-current-style:default) ;; ` +
		`*) tmux set-option -g "` + wasOption + `$1" "$v" \; set-option -g "$1" "$v##{E:$2}" ;; esac; }; `
	for _, s := range styles {
		script += "style " + s.option + " " + s.colour + "; "
	}
	return "{ " + script + "} >/dev/null 2>&1; :"
}

// job is the silent status job that keeps the panes true.
func (c Conf) job() string { return "#(" + settings.ShellWord(c.Program) + " sync --follow)" }

// setting is an option that has a value of ours.
type setting struct {
	option string
	cond   string // a format that is true where it is as we want it
	value  string // a format
}

func settingsOfTmux() []setting {
	return []setting{
		{"status-right-length", "#{==:#{status-right-length},#{@atm-now-status-right-length}}", "#{e|+:#{status-right-length},20}"},
		{"pane-border-status", "#{!=:#{pane-border-status},off}", "top"},
		{"focus-events", "#{focus-events}", "on"},
	}
}

const (
	wasOption = "@atm-was-" // + the name of an option: its value before
	nowOption = "@atm-now-" // + the name of an option: the value that we gave it
)

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
	var b strings.Builder
	b.WriteString(Header + `, which writes it again when it runs: change nothing here.
# atm uninstall takes it away. Icons are chosen by options, before or after:
# set -g @atm-icons states

`)
	set := func(option, value string) { fmt.Fprintf(&b, "set -g %s %s\n", option, word(value)) }
	set("@atm_pane", draw.PaneFormat(tmuxopt.Auto))
	set("@atm_window", draw.WindowFormat(tmuxopt.Auto))
	set("@atm_counts", draw.CountsFormat(tmuxopt.Auto))
	set("@atm_border_style", draw.BorderStyle())
	set("@atm_window_style", draw.WindowStyle())
	if c.Minimal {
		return b.String()
	}
	b.WriteString("\n# Before or behind what is there, unless it is there already.\n")
	for _, w := range c.wraps() {
		value := literal(w.before) + "#{" + w.option + "}" + literal(w.after)
		fmt.Fprintf(&b, "if -F '#{m:%s,#{%s}}' '' {\n", w.ours, w.option)
		if w.first {
			fmt.Fprintf(&b, "  set -gF %s%s '#{%s}'\n", wasOption, w.option, w.option)
		}
		fmt.Fprintf(&b, "  set -gF %s %s\n}\n", w.option, word(value))
	}
	b.WriteString("\n# Colours by state: set -g " + tmuxopt.StyleOption + " on\n")
	fmt.Fprintf(&b, "run-shell '%s'\nif -F '%s' '' {\n  run-shell '%s'\n}\n", behind(borderStyles...), tmuxopt.Before("3"), behind(tabStyles...))
	b.WriteString("\n# Room for the counts, a line for the icons of panes, and focus for what has been seen.\n")
	for _, s := range settingsOfTmux() {
		fmt.Fprintf(&b, "if -F '%s' '' {\n  set -gF %s%s '#{%s}'\n  set -gF %s%s '%s'\n  set -gF %s '%s'\n}\n",
			s.cond, wasOption, s.option, was(s.option), nowOption, s.option, s.value, s.option, s.value)
	}
	b.WriteString("\n# Tell when a session needs you: atm notify --help.\n")
	fmt.Fprintf(&b, "if -F '#{%s}' '' {\n  set -g %s %s\n}\n", tmuxopt.NotifyOption, tmuxopt.NotifyOption, word(settings.ShellWord(c.Program)+" notify"))
	b.WriteString("\n# What has finished counts as seen: set -g " + tmuxopt.SeenPolicyOption + " visit, dwell (the default) or respond.\n")
	seconds := cmp.Or(c.Dwell, defaultDwell)
	fmt.Fprintf(&b, "if -F '#{==:#{%[1]s},respond}' {\n%[2]s} {\n  if -F '#{==:#{%[1]s},visit}' {\n%[3]s  } {\n%[4]s  }\n}\n",
		tmuxopt.SeenPolicyOption, block(SeenHooks(c.Program, tmuxopt.Respond, 0)), block(SeenHooks(c.Program, tmuxopt.Visit, 0)),
		block(SeenHooks(c.Program, tmuxopt.Dwell, seconds)))
	for _, k := range c.Keys {
		fmt.Fprintf(&b, "\n# %s, unless the key is bound to something else.\nset -goq %s %s\nif '%s' '' {\n  set -gF %s '#{%s}'\n  run-shell -C %s\n}\n", k.Note, k.Option, word(k.Default),
			k.taken(), boundOption, k.Option, word(fmt.Sprintf(`bind-key -N %s "#{%s}" %s`, literal(word(k.Note)), k.Option, literal(k.Command))))
	}
	return b.String()
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

// was returns what the value of an option is restored from: tmux expands a flag
// to 1 or 0.
func was(option string) string {
	if option == "focus-events" {
		return "?focus-events,on,off"
	}
	return option
}

// word quotes a word for tmux's parser, so that people can read it if possible.
func word(s string) string {
	if !strings.ContainsAny(s, "'\n\r") {
		return "'" + s + "'"
	}
	return octal(s)
}

// octal quotes a word so that every byte of it stays on all versions.
func octal(s string) string { return strings.TrimSuffix(tmuxopt.Source([][]string{{s}}), "\n") }
