package settings

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// ErrNoWayBack is a text in which comments stand so oddly that what is added
// would not stay as it is, or could not be taken out again to the byte.
var ErrNoWayBack = errors.New("comments stand where no change could be taken back to the byte: move them, or add the hooks by hand")

// Install returns the text with our hooks as h wants them: those that are there
// are corrected, those that are missing are added behind what is there, those of
// other events and those that are there twice are taken out. nil stands for a
// file that does not exist. What [Remove] could not undo is refused with
// [ErrNoWayBack].
func Install(text []byte, h Hook) ([]byte, error) {
	after, err := install(text, h)
	if err != nil {
		return nil, err
	}
	before, err := Remove(text)
	if err != nil {
		return nil, err
	}
	if !h.keeps(before, after) {
		return nil, ErrNoWayBack
	}
	return after, nil
}

// keeps reports whether a text keeps what [Install] promises: it has the hooks
// that are wanted and no other of ours, installing them again changes nothing,
// and removing them gives the text as it was before.
func (h Hook) keeps(before, after []byte) bool {
	facts, err := Read(after)
	if err != nil || len(facts.Hooks) != len(h.Events) {
		return false
	}
	for _, f := range facts.Hooks {
		if !slices.Contains(h.Events, f.Event) {
			return false
		}
	}
	again, err := install(after, h)
	if err != nil || !bytes.Equal(again, after) {
		return false
	}
	back, err := Remove(after)
	return err == nil && bytes.Equal(back, before) && (back == nil) == (before == nil)
}

func install(text []byte, h Hook) ([]byte, error) {
	mark, rest := cutMark(string(text))
	if blank(rest) {
		if text == nil {
			return []byte(h.file() + "\n"), nil
		}
		return []byte(mark + rest + h.file()), nil
	}
	text, err := remove(text, h.misplaced())
	if err != nil {
		return nil, err
	}
	if _, rest := cutMark(string(text)); blank(rest) {
		return install(text, h)
	}
	d, err := parse(text)
	if err != nil {
		return nil, err
	}
	return d.install(h)
}

// misplaced tells of one of our entries after the other whether to take it out:
// it remembers which events it has met.
func (h Hook) misplaced() func(place) bool {
	seen := map[string]bool{}
	return func(p place) bool {
		if seen[p.event] || !p.matchesAll() || !slices.Contains(h.Events, p.event) {
			return true
		}
		seen[p.event] = true
		return false
	}
}

// file returns the settings where there are none.
func (h Hook) file() string {
	return "{\n  " + h.member(style{newline: "\n", unit: "  "}, "  ") + "\n}"
}

// member returns the text of the object of hooks with its name, in a line that
// is indented so far.
func (h Hook) member(s style, indent string) string {
	var events []string
	for _, name := range h.Events {
		events = append(events, h.event(s, name))
	}
	if s.newline == "" {
		return s.member("hooks", "{"+strings.Join(events, ",")+"}")
	}
	inner := s.newline + indent + s.unit
	return s.member("hooks", "{"+inner+strings.Join(events, ","+inner)+s.newline+indent+"}")
}

func (d *doc) install(h Hook) ([]byte, error) {
	s := d.style()
	root, _ := object(d.root)
	hooks, found := root.member("hooks")
	if !found {
		d.add(root, s, []string{h.member(s, s.unit)})
		return d.bytes(), nil
	}
	events, ok := object(hooks.value)
	if !ok {
		return nil, fmt.Errorf("%w: hooks is no object", ErrShape)
	}
	have := map[string]bool{}
	for _, p := range d.places() {
		have[p.event] = true
		if !h.same(p.handler) {
			d.edits = append(d.edits, change{p.handler.StartOffset, p.handler.EndOffset, h.handler(s)})
		}
	}
	var missing []string
	for _, name := range h.Events {
		event, there := events.member(name)
		groups, isList := list(event.value)
		switch {
		case have[name]:
		case !there:
			missing = append(missing, h.event(s, name))
		case !isList:
			return nil, fmt.Errorf("%w: hooks.%s is no list", ErrShape, name)
		default:
			d.add(groups, s, []string{h.group(s)})
		}
	}
	if len(missing) > 0 {
		d.add(events, s, missing)
	}
	return d.bytes(), nil
}

// add puts items behind those of a box. [doc.take] is the inverse.
func (d *doc) add(b box, s style, items []string) {
	if len(b.items) == 0 {
		d.fill(b, s, items)
		return
	}
	last := b.items[len(b.items)-1]
	gap := last.before
	switch {
	case s.newline == "":
		gap = ""
	case !blank(gap) || strings.Count(gap, "\n") > 1:
		gap = s.newline + d.indent(last.from)
	case !strings.Contains(gap, "\n"):
		gap = " "
	}
	for _, it := range items {
		d.insert(last.to, ","+gap+it)
	}
}

// fill puts items into an empty box, and remembers that it was there: see
// remembered.
func (d *doc) fill(b box, s style, items []string) {
	newline, was := s.newline, d.text[b.open:b.close]
	if newline == "" {
		newline = "\n"
	}
	outer := newline + d.indent(b.open)
	inner := outer + s.unit
	if was == "" {
		d.insert(b.open, " "+inner+strings.Join(items, ","+inner)+outer)
	} else {
		d.insert(b.open, "  "+inner+strings.Join(items, ","+inner))
	}
}

// indent returns the white space that the line begins with in which an offset
// is.
func (d *doc) indent(at int) string {
	line := d.text[strings.LastIndexByte(d.text[:at], '\n')+1 : at]
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
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
func (d *doc) style() style {
	s := style{unit: "  "}
	root, _ := object(d.root)
	if len(root.items) == 0 {
		s.newline = "\n"
	} else if tail := root.items[0].before; blank(tail) && strings.Contains(tail, "\n") {
		if indent := tail[strings.LastIndexByte(tail, '\n')+1:]; indent != "" {
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
