package settings

import (
	"slices"
	"strings"
)

// Aim says how to change Claude Code's status line.
type Aim string

// The aims.
const (
	Correct Aim = ""       // correct the path of atm, if the status line calls it
	Wrap    Aim = "wrap"   // have it call atm, which calls the present command, if there is one
	Unwrap  Aim = "unwrap" // have it not call atm
)

// Wanted is what the settings shall have of ours.
type Wanted struct {
	Form       Form
	Hook       Hook // without events no hook is wanted
	Guard      Hook // without events no guard is wanted
	StatusLine Aim
}

// calls lists the wanted calls of atm.
func (w Wanted) calls() []Hook { return []Hook{w.Hook, w.Guard} }

// events lists the names of all events in the order in which Install adds them.
func (w Wanted) events() []string {
	var names []string
	for _, h := range w.calls() {
		for _, e := range h.Events {
			if !slices.Contains(names, e.Name) {
				names = append(names, e.Name)
			}
		}
	}
	return names
}

// find returns how one of our entries is wanted, if it is.
func (w Wanted) find(e entry) (h Hook, event Event, wanted bool) {
	for _, h := range w.calls() {
		if h.command() == e.command {
			event, wanted = h.Find(e.Event)
			return h, event, wanted
		}
	}
	return h, event, false
}

// misplaced returns a function to be called for each of our entries in order. It reports whether the entry is
// to be removed: its event or its tools are not wanted, or it is the second one of its event. seen are the places that
// something else takes.
func (w Wanted) misplaced(seen map[place]bool) func(entry) bool {
	return func(e entry) bool {
		_, event, wanted := w.find(e)
		if seen[e.place()] || !wanted || e.Matcher != event.Matcher {
			return true
		}
		seen[e.place()] = true
		return false
	}
}

// groups returns the texts of the missing elements of an event's list.
func (w Wanted) groups(s style, name string, present map[place]bool) []string {
	var groups []string
	for _, h := range w.calls() {
		if event, wanted := h.Find(name); wanted && !present[place{h.command(), name}] {
			groups = append(groups, h.element(s, event, w.Form))
		}
	}
	return groups
}

// style is how a text is laid out.
type style struct {
	newline string // "" = the whole text is in one line
	unit    string // of indentation
}

// member returns the text of a member of an object.
func (s style) member(name, value string) string { return quote(name) + s.spaced(":") + value }

// comma returns the comma between two items in one line.
func (s style) comma() string { return s.spaced(",") }

// spaced returns a colon or comma with the blank after it, if the style has one.
func (s style) spaced(mark string) string {
	if s.newline == "" {
		return mark
	}
	return mark + " "
}

// style returns the style of the text.
func (d *document) style() style {
	s := style{unit: "  "}
	if members := object(d.root).all(); len(members) == 0 {
		s.newline = "\n"
	} else if gap := string(members[0].Name.BeforeExtra); blank(gap) && strings.Contains(gap, "\n") {
		if indent := gap[strings.LastIndexByte(gap, '\n')+1:]; indent != "" {
			s.unit = indent
		}
	}
	if i := strings.IndexByte(d.text, '\n'); i >= 0 && i < d.root.EndOffset {
		s.newline = "\n"
		if i > 0 && d.text[i-1] == '\r' {
			s.newline = "\r\n"
		}
	}
	return s
}

// indent returns the indentation of the line that contains an offset.
func (d *document) indent(at int) string {
	line := d.text[strings.LastIndexByte(d.text[:at], '\n')+1 : at]
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}
