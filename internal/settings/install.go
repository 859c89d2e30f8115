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

// Install returns the text with our hooks as w wants them: those that are there
// are corrected, those that are missing are added behind what is there, those of
// other events and those that are there twice are taken out. Then it does the same with
// the status line; one that is malformed or mixed stays as it is. nil stands for a
// file that does not exist. A change that [Remove] could not undo is refused with
// [ErrNoWayBack].
func Install(text []byte, w Wanted) ([]byte, error) {
	after, err := install(text, w)
	if err != nil {
		return nil, err
	}
	before, err := Remove(text)
	if err != nil {
		return nil, err
	}
	if !w.reversible(before, after) {
		return nil, ErrNoWayBack
	}
	return after, nil
}

// reversible reports whether a text is what [Install] promises: it has the hooks and the
// status line that are wanted and no other of ours, installing them again changes
// nothing, and removing them gives the text from before.
func (w Wanted) reversible(before, after []byte) bool {
	facts, err := Read(after)
	if err != nil || len(facts.Hooks) != len(w.Hook.Events) || !w.has(facts.StatusLine) {
		return false
	}
	for _, f := range facts.Hooks {
		if !w.Hook.has(f.Event) {
			return false
		}
	}
	again, err := install(after, w)
	if err != nil || !bytes.Equal(again, after) {
		return false
	}
	back, err := Remove(after)
	return err == nil && bytes.Equal(back, before) && (back == nil) == (before == nil)
}

func install(text []byte, w Wanted) ([]byte, error) {
	mark, rest := cutMark(string(text))
	if blank(rest) {
		file := w.file()
		switch {
		case file == "":
			return text, nil
		case text == nil:
			return []byte(file + "\n"), nil
		}
		return []byte(mark + rest + file), nil
	}
	text, err := remove(text, w.Hook.misplaced(), w.StatusLine == Unwrap)
	if err != nil {
		return nil, err
	}
	if _, rest := cutMark(string(text)); blank(rest) {
		return install(text, w)
	}
	d, err := parse(text)
	if err != nil {
		return nil, err
	}
	return d.install(w)
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

// member returns the text of the object of hooks with its name, for a line that
// is indented so far.
func (h Hook) member(s style, indent string) string {
	var events []string
	for _, e := range h.Events {
		events = append(events, h.event(s, e))
	}
	if s.newline == "" {
		return s.member("hooks", "{"+strings.Join(events, ",")+"}")
	}
	inner := s.newline + indent + s.unit
	return s.member("hooks", "{"+inner+strings.Join(events, ","+inner)+s.newline+indent+"}")
}

func (d *document) install(w Wanted) ([]byte, error) {
	s := d.style()
	var missing []string
	hooks, err := d.installHooks(s, w.Hook)
	if err != nil {
		return nil, err
	}
	for _, member := range []string{hooks, d.correctStatusLine(s, w.Hook.Program, w.StatusLine)} {
		if member != "" {
			missing = append(missing, member)
		}
	}
	if len(missing) > 0 {
		d.add(object(d.root), s, missing)
	}
	return d.bytes(), nil
}

// installHooks has the hooks of the text be as h wants them. It returns the text of the
// object of hooks if that is missing, "" if it is not.
func (d *document) installHooks(s style, h Hook) (missing string, err error) {
	hooks, found := object(d.root).member("hooks")
	switch {
	case len(h.Events) == 0:
		return "", nil
	case !found:
		return h.member(s, s.unit), nil
	}
	events := object(hooks.value)
	if !events.valid {
		return "", fmt.Errorf("%w: hooks is no object", ErrShape)
	}
	present := map[string]bool{}
	for _, e := range d.entries() {
		present[e.event] = true
		event, _ := h.Find(e.event)
		if !h.matches(e.handler, event.Timeout) {
			d.replace(e.handler.StartOffset, e.handler.EndOffset, h.handler(s, event.Timeout))
		}
	}
	var added []string
	for _, e := range h.Events {
		event, listed := events.member(e.Name)
		groups := list(event.value)
		switch {
		case present[e.Name]:
		case !listed:
			added = append(added, h.event(s, e))
		case !groups.valid:
			return "", fmt.Errorf("%w: hooks.%s is no list", ErrShape, e.Name)
		default:
			d.add(groups, s, []string{h.group(s, e.Timeout)})
		}
	}
	if len(added) > 0 {
		d.add(events, s, added)
	}
	return "", nil
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
