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
// are corrected, those that are missing are added after what is there, those of
// other events and those that are there twice are taken out. Then it does the same with
// the status line; one that is malformed or mixed stays as it is. nil stands for a
// file that does not exist. A change that [Form.Remove] could not undo is refused with [ErrNoWayBack].
func Install(text []byte, w Wanted) ([]byte, error) {
	after, err := install(text, w)
	if err != nil {
		return nil, err
	}
	before, err := w.Form.normalized(text)
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
	facts, err := w.Form.Read(after)
	if err != nil || !w.Hook.has(facts.Hooks) || !w.Guard.has(facts.Guards) || !w.has(facts.StatusLine) {
		return false
	}
	reinstalled, err := install(after, w)
	if err != nil || !bytes.Equal(reinstalled, after) {
		return false
	}
	back, err := w.Form.normalized(after)
	return err == nil && bytes.Equal(back, before) && (back == nil) == (before == nil)
}

func install(text []byte, w Wanted) ([]byte, error) {
	text, err := w.Form.remove(text, w.misplaced(), w.StatusLine == Unwrap)
	if err != nil {
		return nil, err
	}
	filled := text
	switch mark, rest := cutMark(string(text)); {
	case text == nil:
		filled = []byte("{}\n")
	case blank(rest):
		filled = []byte(mark + rest + "{}")
	}
	d, err := w.Form.parse(filled)
	if err != nil {
		return nil, err
	}
	installed, err := d.install(w)
	if err == nil && bytes.Equal(installed, filled) {
		return text, nil
	}
	return installed, err
}

func (d *document) install(w Wanted) ([]byte, error) {
	s := d.style()
	var missing []string
	hooks, err := d.installHooks(s, w)
	if err != nil {
		return nil, err
	}
	if hooks != "" && len(object(d.root).items) == 0 {
		missing = append(missing, w.Form.version(s)...)
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

// installHooks has the hooks of the text be as w wants them. It returns the text of the
// object of hooks if that is missing, "" if it is not.
func (d *document) installHooks(s style, w Wanted) (missing string, err error) {
	names := w.events()
	_, found := object(d.root).member("hooks")
	switch {
	case len(names) == 0:
		return "", nil
	case !found && !w.Form.Bare:
		return w.member(s), nil
	}
	events := d.events()
	if !events.valid {
		return "", fmt.Errorf("%w: hooks is no object", ErrShape)
	}
	present := map[string]map[Command]bool{}
	for _, e := range d.entries() {
		if present[e.event] == nil {
			present[e.event] = map[Command]bool{}
		}
		present[e.event][e.command] = true
		h, event, _ := w.find(e)
		if !h.matches(e.handler, event.Timeout) {
			d.replace(e.handler.StartOffset, e.handler.EndOffset, h.handler(s, event.Timeout))
		}
	}
	var added []string
	for _, name := range names {
		event, listed := events.member(name)
		groups, missing := list(event.value), w.groups(s, name, present[name])
		switch {
		case len(missing) == 0:
		case !listed:
			added = append(added, w.event(s, name))
		case !groups.valid:
			return "", fmt.Errorf("%w: hooks.%s is no list", ErrShape, name)
		default:
			d.add(groups, s, missing)
		}
	}
	if len(added) > 0 {
		d.add(events, s, added)
	}
	return "", nil
}

// add puts items after those of a container. [document.removeItems] is the inverse.
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

// addFirst puts items into an empty container, before comments that stand in it.
func (d *document) addFirst(c container, s style, items []string) {
	newline := s.newline
	if newline == "" {
		newline = "\n"
	}
	outer := newline + d.indent(c.start)
	inner := outer + s.unit
	text := inner + strings.Join(items, ","+inner)
	if blank(d.text[c.start:c.end]) {
		d.replace(c.start, c.end, text+outer)
	} else {
		d.insert(c.start, text)
	}
}
