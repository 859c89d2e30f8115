package settings

import (
	"slices"
	"strings"
)

// Aim says what is to become of Claude Code's status line.
type Aim string

// The aims.
const (
	Correct Aim = ""       // one that calls atm has the right path; others are left alone
	Wrap    Aim = "wrap"   // it calls atm, which calls the command that is there, if there is one
	Unwrap  Aim = "unwrap" // it does not call atm
)

// Wanted is what the settings are to have of ours.
type Wanted struct {
	Form       Form
	Hook       Hook // without events there is to be none
	Guard      Hook // the same
	StatusLine Aim
}

// isSatisfiedBy reports whether the status line is the wanted one.
func (w Wanted) isSatisfiedBy(line StatusLine) bool {
	switch line.Use {
	case OurStatusLine:
		return w.StatusLine != Unwrap && line.Program == w.Hook.Program
	case NoStatusLine, ForeignStatusLine:
		return w.StatusLine != Wrap
	}
	return true // Install cannot help it
}

// calls lists how Claude Code is to call what of atm.
func (w Wanted) calls() []Hook { return []Hook{w.Hook, w.Guard} }

// events lists the names of all events, in the order in which they are to be added.
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

// misplaced returns a function that reports for one of our entries after the other whether
// it is in the wrong place: in an event that is not wanted, for other tools than it is wanted for,
// or the second one of its event.
func (w Wanted) misplaced() func(entry) bool {
	seen := map[place]bool{}
	return func(e entry) bool {
		_, event, wanted := w.find(e)
		if seen[e.place()] || !wanted || !e.serves(event) {
			return true
		}
		seen[e.place()] = true
		return false
	}
}

// groups returns the texts of the elements of an event's list, but those that are present.
func (w Wanted) groups(s style, name string, present map[place]bool) []string {
	var groups []string
	for _, h := range w.calls() {
		if event, wanted := h.Find(name); wanted && !present[place{h.command(), name}] {
			groups = append(groups, h.element(s, event, w.Form))
		}
	}
	return groups
}

// event returns the text of a member of the object of hooks.
func (w Wanted) event(s style, name string) string {
	return s.member(name, "["+strings.Join(w.groups(s, name, nil), s.comma())+"]")
}

// member returns the text of the object of hooks with its name.
func (w Wanted) member(s style) string {
	var events []string
	for _, name := range w.events() {
		events = append(events, w.event(s, name))
	}
	if s.newline == "" {
		return s.member("hooks", "{"+strings.Join(events, ",")+"}")
	}
	outer := s.newline + s.unit
	inner := outer + s.unit
	return s.member("hooks", "{"+inner+strings.Join(events, ","+inner)+outer+"}")
}

// style is how a text is laid out.
type style struct {
	newline string // "" = all is in one line
	unit    string // of indentation
}

// member returns the text of a member of an object.
func (s style) member(name, value string) string {
	if s.newline == "" {
		return quote(name) + ":" + value
	}
	return quote(name) + ": " + value
}

// comma returns what stands between two things in one line.
func (s style) comma() string {
	if s.newline == "" {
		return ","
	}
	return ", "
}

// style finds out how the text is laid out.
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

// indent returns the white space at the beginning of the line in which an offset is.
func (d *document) indent(at int) string {
	line := d.text[strings.LastIndexByte(d.text[:at], '\n')+1 : at]
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}
