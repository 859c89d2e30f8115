// Package draw makes the tmux formats that show sessions: icons, counts and
// colours. Everything is drawn by tmux itself from the options of the panes, so
// nothing that is drawn can differ from what the options say, and nothing needs a
// process.
package draw

import (
	"fmt"
	"strings"

	"atm/tmuxopt"
)

// IconSets lists the sets that a user can choose.
func IconSets() []tmuxopt.Icons {
	return []tmuxopt.Icons{tmuxopt.Classic, tmuxopt.States, tmuxopt.ASCII}
}

// Icon is one sign. All icons of a set are one column wide, brackets apart.
type Icon struct {
	Name string // what it stands for: a state, a status, or one of the names below
	Sign string
}

// Names of icons besides those of states and statuses.
const (
	Question = "question" // a session that has finished with a question
	Unseen   = "unseen"   // a session that has finished while nobody looked (see [tmuxopt.SeenOption])
	Ended    = "ended"    // a session that no longer runs
	Unknown  = "unknown"  // a value that this version does not know
	Window   = "window"   // a window with a pane that is stopped, in the classic set
)

// Names of the states as icons have them.
const (
	starting  = string(tmuxopt.Starting)
	working   = string(tmuxopt.Working)
	attention = string(tmuxopt.Attention)
	idle      = string(tmuxopt.Idle)
	failed    = string(tmuxopt.Failed)
)

// Option is the global option that replaces the icon.
func (i Icon) Option() string { return tmuxopt.IconOptionPrefix + i.Name }

// format draws the icon, or what the user has put in its place.
func (i Icon) format() string {
	own := "#{" + i.Option() + "}"
	return "#{?" + own + "," + own + "," + tmuxopt.Lit(i.Sign).String() + "}"
}

// Unstyled takes tmux's styles out of an icon: a terminal does not know them.
func Unstyled(icon string) string {
	for {
		before, rest, found := strings.Cut(icon, "#[")
		_, after, closed := strings.Cut(rest, "]")
		if !found || !closed {
			return icon
		}
		icon = before + after
	}
}

// Signs returns the icons of a set, the most urgent first. The classic set
// speaks of the option status and the others of state. A window shows [Window] in the
// classic set, and in the others the most urgent state of its panes.
func Signs(set tmuxopt.Icons) []Icon {
	switch set {
	case tmuxopt.States:
		return []Icon{
			{attention, "!"}, {failed, "✗"}, {Question, "?"}, {working, "▶"}, {starting, "…"}, {idle, "⏸"},
			{Unseen, "✓"}, {Ended, "■"}, {Unknown, "¿"},
		}
	case tmuxopt.ASCII:
		return []Icon{
			{attention, "!"}, {failed, "x"}, {Question, "?"}, {working, ">"}, {starting, "~"}, {idle, "-"},
			{Unseen, "+"}, {Ended, "."}, {Unknown, "="},
		}
	default:
		return []Icon{
			{tmuxopt.Stopped, "[⏸]"}, {tmuxopt.Running, "[▶]"},
			{Ended, "[■]"}, {Unknown, "[?]"}, {Window, "(⏸)"},
		}
	}
}

// sign returns the icon of that name.
func sign(set tmuxopt.Icons, name string) Icon {
	for _, icon := range Signs(set) {
		if icon.Name == name {
			return icon
		}
	}
	panic(fmt.Sprintf("no icon %s in %s", name, set))
}

// PaneFormat is the tmux format that draws the icon of a pane, and nothing
// where no session ever ran. It holds in every context that has a pane, and in
// window formats for the window's active pane.
func PaneFormat(set tmuxopt.Icons) string { return choose(set, paneFormat) }

// PaneIDFormat is PaneFormat followed by the first 8 characters of the id of
// the session: "[▶] 23e30f82".
func PaneIDFormat(set tmuxopt.Icons) string {
	return PaneFormat(set) + "#{?" + get(tmuxopt.SessionID) + ", " + shortID() + ",}"
}

// shortID draws the beginning of the session's id. Whoever else writes the option:
// nothing but an id's letters is drawn.
func shortID() string { return "#{=8:#{s|[^A-Za-z0-9_-]||:" + string(tmuxopt.SessionID) + "}}" }

// WindowFormat is the tmux format that draws the icon of a window: in the
// classic set a sign if any pane is stopped, in the others the most urgent
// state of its panes. It goes into window-status-format.
func WindowFormat(set tmuxopt.Icons) string { return choose(set, windowFormat) }

// choose makes a format for one set, or one that asks IconsOption each time.
func choose(set tmuxopt.Icons, format func(tmuxopt.Icons) string) string {
	if set != tmuxopt.Auto {
		return format(set)
	}
	asked := func(set tmuxopt.Icons) string { return is(tmuxopt.IconsOption, string(set)) }
	states, ascii, classic := format(tmuxopt.States), format(tmuxopt.ASCII), format(tmuxopt.Classic)
	return choice(asked(tmuxopt.States), states, choice(asked(tmuxopt.ASCII), ascii, classic))
}

// choice is the format that is one thing where a condition is true, and else another.
func choice(cond, then, otherwise string) string {
	return "#{?" + cond + "," + then + "," + otherwise + "}"
}

func paneFormat(set tmuxopt.Icons) string {
	option, values := tmuxopt.State, []string{attention, failed, working, starting, idle}
	if set == tmuxopt.Classic {
		option, values = tmuxopt.Status, []string{tmuxopt.Stopped, tmuxopt.Running}
	}
	ended := choice(get(tmuxopt.SessionID), sign(set, Ended).format(), "")
	f := choice(get(option), sign(set, Unknown).format(), ended)
	for _, value := range values {
		f = choice(is(option, value), sign(set, value).format(), f)
	}
	if set == tmuxopt.Classic {
		return f
	}
	f = choice(finished(), sign(set, Unseen).format(), f)
	return choice(asks(), sign(set, Question).format(), f)
}

// asks is true in a pane whose session has finished with a question, seen or not: until
// it gets an answer, it does nothing.
func asks() string {
	return tmuxopt.And(tmuxopt.Is(tmuxopt.State, idle), lastAsked()).String()
}

// lastAsked is true where the last answer was a question.
func lastAsked() tmuxopt.Format { return tmuxopt.Is(tmuxopt.Intent, string(tmuxopt.Question)) }

// shows is the condition for the icon of that name in the sets that tell states apart.
func shows(name string) string {
	switch name {
	case Question:
		return asks()
	case Unseen:
		return finished()
	}
	return is(tmuxopt.State, name)
}

// finished is true in a pane whose session has finished while nobody looked.
func finished() string {
	seen := tmuxopt.Eq(tmuxopt.Get(tmuxopt.Since), tmuxopt.Get(tmuxopt.Seen))
	unseen := tmuxopt.And(tmuxopt.Is(tmuxopt.State, idle), tmuxopt.Not(seen))
	return tmuxopt.And(tmuxopt.Get(tmuxopt.SeenOption), unseen).String()
}

func windowFormat(set tmuxopt.Icons) string {
	if set == tmuxopt.Classic {
		return choice("#{P:"+mark(is(tmuxopt.Status, tmuxopt.Stopped))+"}", sign(set, Window).format(), "")
	}
	f := ""
	for _, name := range []string{idle, starting, working, Unseen, Question, failed, attention} {
		f = choice("#{P:"+mark(shows(name))+"}", sign(set, name).format(), f)
	}
	return f
}

// StateIconsFormat is the tmux format of the icons of all states in the order of
// [Signs] for [States], separated by tabs; for the classic set those of States.
func StateIconsFormat(set tmuxopt.Icons) string {
	return choose(set, func(set tmuxopt.Icons) string {
		if set == tmuxopt.Classic {
			set = tmuxopt.States
		}
		var icons []string
		for _, icon := range Signs(set) {
			icons = append(icons, icon.format())
		}
		return strings.Join(icons, "\t")
	})
}

// mark is one character where the condition is true.
func mark(cond string) string { return choice(cond, "x", "") }

func is(o tmuxopt.Option, value string) string { return tmuxopt.Is(o, value).String() }

func get(o tmuxopt.Option) string { return tmuxopt.Get(o).String() }

// colours are those of [BorderStyle] and [WindowStyle], the most urgent last.
var colours = []struct{ state, style string }{
	{working, "fg=yellow"}, {failed, "fg=magenta"}, {attention, "fg=red"},
}

// BorderStyle is the tmux format of what is put behind a style of pane borders
// to tell the state of the pane by its colour, where [StyleOption] is on: red for
// attention, magenta for an error, yellow for work. Everywhere else it is empty,
// so that the style is the user's, and there is nothing to restore.
func BorderStyle() string {
	return style(func(state string) string { return is(tmuxopt.State, state) })
}

// WindowStyle is the same for window-status-style, which is a format since tmux
// 3.3: the most urgent state of the window's panes.
func WindowStyle() string {
	return style(func(state string) string { return "#{P:" + mark(is(tmuxopt.State, state)) + "}" })
}

func style(cond func(state string) string) string {
	f := ""
	for _, c := range colours {
		f = choice(cond(c.state), "#,"+c.style, f)
	}
	return choice(is(tmuxopt.StyleOption, "on"), f, "")
}
