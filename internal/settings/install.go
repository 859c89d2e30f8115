package settings

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
)

// ErrNoWayBack is a text in which comments stand so oddly that what is added
// would not stay as it is, or could not be taken out again to the byte.
var ErrNoWayBack = errors.New("comments stand where no change could be taken back to the byte: " +
	"move them, or add the hooks by hand")

// Install returns the text with our hooks as h wants them: those that are there
// are corrected, those that are missing are added behind what is there, those of
// other events and those that are there twice are taken out. nil stands for a
// file that does not exist. A change that [Remove] could not undo is refused with
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
	if !h.reversible(before, after) {
		return nil, ErrNoWayBack
	}
	return after, nil
}

// reversible reports whether a text is what [Install] promises: it has the hooks
// that are wanted and no other of ours, installing them again changes nothing,
// and removing them gives the text from before.
func (h Hook) reversible(before, after []byte) bool {
	facts, err := Read(after)
	if err != nil || len(facts.Hooks) != len(h.Events) {
		return false
	}
	for _, f := range facts.Hooks {
		if !h.has(f.Event) {
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

// misplaced returns a function that tells of one of our entries after the other whether
// it is in the wrong place: in an event that is not wanted, for some tools only, or the
// second one of its event.
func (h Hook) misplaced() func(entry) bool {
	seen := map[string]bool{}
	return func(e entry) bool {
		if seen[e.event] || !e.matchesAll() || !h.has(e.event) {
			return true
		}
		seen[e.event] = true
		return false
	}
}

// file returns the settings where there are none.
func (h Hook) file() string {
	return "{\n  " + h.member(style{newline: "\n", unit: "  "}, "  ") + "\n}"
}

// member returns the text of the object of hooks with its name, for a line that
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

func (d *document) install(h Hook) ([]byte, error) {
	s := d.style()
	root := object(d.root)
	hooks, found := root.member("hooks")
	if !found {
		d.add(root, s, []string{h.member(s, s.unit)})
		return d.bytes(), nil
	}
	events := object(hooks.value)
	if !events.valid {
		return nil, fmt.Errorf("%w: hooks is no object", ErrShape)
	}
	present := map[string]bool{}
	for _, e := range d.entries() {
		present[e.event] = true
		if !h.matches(e.handler) {
			d.replace(e.handler.StartOffset, e.handler.EndOffset, h.handler(s))
		}
	}
	var missing []string
	for _, name := range h.Events {
		event, listed := events.member(name)
		groups := list(event.value)
		switch {
		case present[name]:
		case !listed:
			missing = append(missing, h.event(s, name))
		case !groups.valid:
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

// add puts items behind those of a container. [document.removeItems] is the inverse.
func (d *document) add(c container, s style, items []string) {
	if len(c.items) == 0 {
		d.addFirst(c, s, items)
		return
	}
	last := c.items[len(c.items)-1]
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

// addFirst puts items into an empty container, and remembers what it was.
func (d *document) addFirst(c container, s style, items []string) {
	newline := s.newline
	if newline == "" {
		newline = "\n"
	}
	outer := newline + d.indent(c.start)
	inner := outer + s.unit
	text := inner + strings.Join(items, ","+inner)
	if d.text[c.start:c.end] == "" {
		d.insert(c.start, wasEmpty.mark()+text+outer)
	} else {
		d.insert(c.start, hadSpace.mark()+text)
	}
}
