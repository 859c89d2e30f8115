package settings

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/tailscale/hujson"
)

// ErrNoWayBack means that a text has comments in such places that an installation would not be stable, or
// could not be removed to the byte.
var ErrNoWayBack = errors.New("comments stand where no change could be taken back to the byte: " +
	"move them, or add the hooks by hand")

// Install returns the text with our hooks and the status line as w wants them. It corrects our hooks, appends
// the missing ones, and removes duplicates and those of other events. A malformed or mixed status line stays
// as it is, and so do mixed hooks, in the place of ours. text is nil if the file does not exist. If
// [Form.Remove] could not undo the change, the error is [ErrNoWayBack].
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

// reversible reports whether a text is what [Install] promises: installing again changes nothing, so it has exactly the
// wanted hooks and status line; and removing gives back the earlier text.
func (w Wanted) reversible(before, after []byte) bool {
	reinstalled, err := install(after, w)
	if err != nil || !bytes.Equal(reinstalled, after) {
		return false
	}
	back, err := w.Form.normalized(after)
	return err == nil && bytes.Equal(back, before) && (back == nil) == (before == nil)
}

func install(text []byte, w Wanted) ([]byte, error) {
	taken := map[place]bool{}
	if d, err := w.Form.parse(text); err == nil { // a blank text has no hooks
		taken = d.taken(w.Hook)
	}
	text, err := w.Form.remove(text, w.misplaced(taken), w.StatusLine == Unwrap)
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
	if _, found := member(d.root, "hooks"); !found && !w.Form.Bare && len(w.events()) > 0 {
		if len(object(d.root).all()) == 0 && w.Form.Versioned {
			missing = append(missing, s.member(versionName, "1"))
		}
		missing = append(missing, s.member("hooks", "{}"))
	}
	if line := d.correctStatusLine(s, w.Hook.Program, w.StatusLine); line != "" {
		missing = append(missing, line)
	}
	if len(missing) > 0 {
		object(d.root).add(d, s, newMembers(missing...))
	}
	d, err := w.Form.parse(d.bytes()) // so that what is added now has its place
	if err != nil {
		return nil, err
	}
	if len(w.events()) > 0 {
		err = d.installHooks(s, w)
	}
	return d.bytes(), err
}

// installHooks changes the hooks of the text to what w wants: it corrects our handlers, and adds those that are
// missing. Entries that w does not want must have been removed.
func (d *document) installHooks(s style, w Wanted) error {
	events := object(d.events())
	if events.items == nil {
		return fmt.Errorf("%w: hooks is no object", ErrShape)
	}
	present := d.taken(w.Hook)
	entries, _ := d.entries()
	for _, e := range entries {
		present[e.place()] = true
		h, event, _ := w.find(e)
		if !h.matches(e.handler, event.Timeout) {
			*e.handler.Value.(*hujson.Object) = *newElements(h.handler(s, event.Timeout))[0].Value.(*hujson.Object)
		}
	}
	var added []string
	for _, name := range w.events() {
		event, listed := member(d.events(), name)
		groups, missing := list(event), w.groups(s, name, present)
		switch {
		case len(missing) == 0:
		case !listed:
			added = append(added, s.member(name, "["+strings.Join(missing, s.comma())+"]"))
		case groups.items == nil:
			return fmt.Errorf("%w: hooks.%s is no list", ErrShape, name)
		default:
			groups.add(d, s, newElements(missing...))
		}
	}
	if len(added) > 0 {
		events.add(d, s, newMembers(added...))
	}
	return nil
}
