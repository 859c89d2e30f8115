// Package draw builds the tmux formats that show sessions: icons, counts and colours. tmux itself draws
// everything from the options of the panes, so what is drawn cannot differ from the options, and no process
// is needed. It is pure.
package draw

import (
	"fmt"
	"slices"
	"strings"

	"atm/tmuxopt"
)

// IconSets lists the sets that a user can choose.
func IconSets() []tmuxopt.Icons {
	return []tmuxopt.Icons{tmuxopt.Classic, tmuxopt.States, tmuxopt.ASCII}
}

// Icon is one sign. All icons of a set are one column wide, not counting brackets.
type Icon struct {
	Name string // a state, a status, or one of the names below
	Sign string
}

// statesOrASCII stands for the sets States and ASCII: for each icon the format tests which of them the user
// has chosen.
const statesOrASCII tmuxopt.Icons = "either"

// The names of other icons.
const (
	Question  = string(tmuxopt.ShownQuestion)
	Unseen    = string(tmuxopt.ShownUnseen)
	Stuck     = string(tmuxopt.ShownStuck)
	Elsewhere = string(tmuxopt.ShownElsewhere)
	Asleep    = string(tmuxopt.ShownAsleep)
	Ended     = string(tmuxopt.ShownEnded)
	Unknown   = "unknown" // a value that this version does not know
	Window    = "window"  // a window with a pane that is stopped, in the classic set
)

// The names of icons of states.
const (
	starting  = string(tmuxopt.Starting)
	working   = string(tmuxopt.Working)
	attention = string(tmuxopt.Attention)
	idle      = string(tmuxopt.Idle)
	failed    = string(tmuxopt.Failed)
)

// Option is the global option that replaces the icon.
func (i Icon) Option() string { return tmuxopt.IconOptionPrefix + i.Name }

// drawn is the format that draws an icon through the option that defines it. tmux scans a whole condition to
// find its end, so what a condition contains must be short.
func drawn(set tmuxopt.Icons, name string) string { return "#{E:" + definitionOption(set, name) + "}" }

func definitionOption(set tmuxopt.Icons, name string) string {
	return "@atm_" + string(set) + "_" + name
}

// definition is the format of an icon in its colour, or of the user's own icon unchanged.
func definition(set tmuxopt.Icons, name string) string {
	own := ownIcon(name)
	return choice(own, own, StyleOf(name).draw(ourSign(set, name)))
}

func ownIcon(name string) string { return "#{" + Icon{Name: name}.Option() + "}" }

// ourSign is the format of our icon without its colour.
func ourSign(set tmuxopt.Icons, name string) string {
	icon := iconNamed(set, name)
	text := icon.format()
	if set != statesOrASCII || iconNamed(tmuxopt.ASCII, name) == icon {
		return text
	}
	ascii := iconNamed(tmuxopt.ASCII, name).format()
	return choice(is(tmuxopt.IconsOption, string(tmuxopt.ASCII)), ascii, text)
}

// format is the sign as a format. A mere percent sign would begin a time.
func (i Icon) format() string {
	if i.Sign == "%" {
		return percent
	}
	return tmuxopt.Lit(i.Sign).String()
}

// Unstyled removes tmux's styles from an icon: a terminal does not know them.
func Unstyled(icon string) string { return withoutStyles(icon, "#[") }

// withoutStyles removes from a text all styles that begin with begin.
func withoutStyles(text, begin string) string {
	for {
		before, rest, found := strings.Cut(text, begin)
		_, after, closed := strings.Cut(rest, "]")
		if !found || !closed {
			return text
		}
		text = before + after
	}
}

// Signs returns the icons of a set, the most urgent first. The classic set shows the option status and the
// others show state. A window shows [Window] in the classic set, and in the others the most urgent state of
// its panes.
func Signs(set tmuxopt.Icons) []Icon {
	signs := []string{"!", "✗", "?", "✓", "⧗", "▶", "…", "⇄", "⏸", "⏾", "■", "¿"}
	switch set {
	case tmuxopt.States, statesOrASCII:
	case tmuxopt.ASCII:
		signs = []string{"!", "x", "?", "+", "%", ">", "~", "<", "-", "z", ".", "="}
	default:
		return []Icon{
			{tmuxopt.Stopped, "[⏸]"}, {tmuxopt.Running, "[▶]"},
			{Stuck, "[⧗]"}, {Elsewhere, "[⇄]"}, {Asleep, "[⏾]"}, {Ended, "[■]"}, {Unknown, "[?]"},
			{Window, "(⏸)"},
		}
	}
	var icons []Icon
	for i, name := range append(urgencyWithout(), Unknown) {
		icons = append(icons, Icon{name, signs[i]})
	}
	return icons
}

func iconNamed(set tmuxopt.Icons, name string) Icon {
	for _, icon := range Signs(set) {
		if icon.Name == name {
			return icon
		}
	}
	panic(fmt.Sprintf("no icon %s in %s", name, set))
}

// PaneFormat is the tmux format that draws the icon of a pane, empty if the pane never had a session. It
// works in every context that has a pane, and in window formats for the window's active pane.
func PaneFormat(set tmuxopt.Icons) string { return inline(choose(set, paneFormat)) }

// PaneIDFormat is PaneFormat followed by the first 8 characters of the id of
// the session: "[▶] 23e30f82".
func PaneIDFormat(set tmuxopt.Icons) string {
	return PaneFormat(set) + "#{?" + get(tmuxopt.SessionID) + ", " + shortID() + ",}"
}

// shortID draws the beginning of the session's id. Only the characters of an id are drawn, whatever another
// program has written into the option.
func shortID() string { return "#{=8:#{s|[^A-Za-z0-9_-]||:" + string(tmuxopt.SessionID) + "}}" }

// WindowFormat is the tmux format that draws the icon of a window: in the classic set a sign if any pane is
// stopped, in the others the most urgent state of its panes. It is used in window-status-format.
func WindowFormat(set tmuxopt.Icons) string { return inline(choose(set, windowFormat)) }

// choose returns a format for one set, or one that reads IconsOption each time.
func choose(set tmuxopt.Icons, format func(tmuxopt.Icons) string) string {
	if set != tmuxopt.Auto {
		return format(set)
	}
	states := tmuxopt.Is(tmuxopt.IconsOption, string(tmuxopt.States))
	ascii := tmuxopt.Is(tmuxopt.IconsOption, string(tmuxopt.ASCII))
	return choice(tmuxopt.Or(states, ascii).String(), format(statesOrASCII), format(tmuxopt.Classic))
}

// statesOf returns the set to use where states must be distinguished.
func statesOf(set tmuxopt.Icons) tmuxopt.Icons {
	switch set {
	case tmuxopt.Auto:
		return statesOrASCII
	case tmuxopt.Classic:
		return tmuxopt.States
	}
	return set
}

func choice(cond, then, otherwise string) string {
	return "#{?" + cond + "," + then + "," + otherwise + "}"
}

func paneFormat(set tmuxopt.Icons) string {
	ended := choice(get(tmuxopt.SessionID), drawn(set, Ended), "")
	if set == tmuxopt.Classic {
		f := choice(get(tmuxopt.Status), drawn(set, Unknown), ended)
		for _, value := range []string{tmuxopt.Stopped, tmuxopt.Running} {
			f = choice(is(tmuxopt.Status, value), drawn(set, value), f)
		}
		for _, name := range []string{Stuck, Elsewhere, Asleep} {
			f = choice(shows(name), drawn(set, name), f)
		}
		return f
	}
	f := choice(get(tmuxopt.State), drawn(set, Unknown), ended)
	for _, name := range slices.Backward(urgencyWithout(tmuxopt.ShownEnded)) {
		f = choice(shows(name), drawn(set, name), f)
	}
	return f
}

// shows is the condition that a pane shows the icon of that name, in the sets that distinguish states.
func shows(name string) string { return tmuxopt.Shows(tmuxopt.ShownState(name)).String() }

func windowFormat(set tmuxopt.Icons) string {
	if set == tmuxopt.Classic {
		stopped := choice(shows(Asleep), "", is(tmuxopt.Status, tmuxopt.Stopped))
		return choice("#{P:"+mark(stopped)+"}", drawn(set, Window), "")
	}
	f := ""
	for _, name := range slices.Backward(urgencyWithout(tmuxopt.ShownEnded)) {
		f = choice("#{P:"+mark(shows(name))+"}", drawn(set, name), f)
	}
	return f
}

// StateIconsCommand is the tmux command that prints the icons of all states with the user's changes, for
// [ParseStateIcons]. For the classic set it prints those of States, because a list distinguishes states.
func StateIconsCommand(set tmuxopt.Icons) []string {
	var icons []string
	for _, icon := range Signs(tmuxopt.States) {
		icons = append(icons, drawn(statesOf(set), icon.Name))
	}
	return []string{"display-message", "-p", inline(strings.Join(icons, "\t"))}
}

// ParseStateIcons parses the output of that command for a set, and returns the icons by their names. Without output,
// because there is no server, it returns those of the set without the user's own.
func ParseStateIcons(set tmuxopt.Icons, printed string) map[string]string {
	texts := strings.Split(strings.TrimSuffix(printed, "\n"), "\t")
	icons := map[string]string{}
	for i, icon := range Signs(statesOf(set)) {
		icons[icon.Name] = icon.Sign
		if printed != "" && i < len(texts) {
			icons[icon.Name] = Unstyled(tmuxopt.Text(texts[i]))
		}
	}
	return icons
}

func mark(cond string) string { return choice(cond, "x", "") }

func is(o tmuxopt.Option, value string) string { return tmuxopt.Is(o, value).String() }

func get(o tmuxopt.Option) string { return tmuxopt.Get(o).String() }
