package settings

import (
	"bytes"
	"slices"

	"github.com/tailscale/hujson"
)

// Remove returns the text without our hooks, and without the objects and lists that are then empty, even if
// they were empty before. The status line gets its own command back; if it has none, it is removed. For a
// text that [Install] made without a file, Remove returns nil; for any other text of which nothing is left,
// {}.
//
// copies are earlier texts of the file. If one of them has nothing of ours, and differs from the result only
// by empty objects and lists and by the spelling of the status line's command, Remove returns that copy.
func (form Form) Remove(text []byte, copies ...[]byte) ([]byte, error) {
	left, err := form.remove(text, func(entry) bool { return true }, true)
	if err != nil || bytes.Equal(left, text) {
		return left, err
	}
	wanted, err := form.normalized(text)
	if err != nil {
		return left, nil
	}
	for _, earlier := range copies {
		restored, err := form.normalized(earlier)
		without, removeErr := form.Remove(earlier)
		if err == nil && removeErr == nil && bytes.Equal(restored, wanted) && bytes.Equal(without, earlier) {
			return earlier, nil
		}
	}
	return left, nil
}

// remove removes our unwanted entries, and, if statusLine is true, atm from the status line.
func (form Form) remove(text []byte, unwanted func(entry) bool, statusLine bool) ([]byte, error) {
	if _, rest := cutMark(string(text)); blank(rest) {
		return text, nil
	}
	d, err := form.parse(text)
	if err != nil {
		return nil, err
	}
	return d.remove(unwanted, statusLine), nil
}

// normalized returns the text as [Form.Remove] does, but without any empty objects and lists of hooks, and
// with the command of the status line in the spelling of JSON. Two texts with the same normalized text differ
// only by what Remove cannot know.
func (form Form) normalized(text []byte) ([]byte, error) {
	if text == nil {
		return nil, nil
	}
	if mark, rest := cutMark(string(text)); blank(rest) {
		return []byte(mark + rest + "{}"), nil
	}
	d, err := form.parse(text)
	if err != nil {
		return nil, err
	}
	d.normalizes = true
	return d.remove(func(entry) bool { return true }, true), nil
}

func (d *document) remove(unwanted func(entry) bool, statusLine bool) []byte {
	hooks, found := member(d.root, "hooks")
	noHooks := found && !d.form.Bare && removeItems(d, object(hooks), func(event hujson.ObjectMember) bool {
		return d.removeFromEvent(event, unwanted)
	})
	others := len(object(d.root).all()) - 1
	nothingLeft := removeItems(d, object(d.root), func(m hujson.ObjectMember) bool {
		switch name := text(m.Name); {
		case d.form.Bare:
			return d.removeFromEvent(m, unwanted)
		case name == "hooks":
			return noHooks
		case name == statusLineName:
			return statusLine && d.removeFromStatusLine()
		case name == versionName && literal(m.Value) == "1": // removed if nothing else is left
			return d.form.Versioned && (noHooks && others == 1 || d.normalizes && others == 0)
		}
		return false
	})
	if nothingLeft {
		if d.text[:d.root.StartOffset] == "" && d.text[d.root.EndOffset:] == "\n" && d.mark == "" {
			return nil
		}
		*object(d.root).after = nil
	}
	return d.bytes()
}

// removeFromEvent removes our entries from the list of an event, and reports whether the caller should remove
// the event.
func (d *document) removeFromEvent(event hujson.ObjectMember, unwanted func(entry) bool) bool {
	return removeItems(d, list(event.Value), func(element hujson.Value) bool {
		return d.removeFromElement(text(event.Name), element, unwanted)
	})
}

// removeFromElement removes our entries from an element of an event's list, and reports whether the caller
// should remove the element: a group without any entry is useless, no matter who wrote it.
func (d *document) removeFromElement(event string, group hujson.Value, unwanted func(entry) bool) bool {
	found := d.form.entries(event, group)
	if d.form.Flat {
		return slices.ContainsFunc(found, unwanted)
	}
	remove := map[int]bool{}
	for _, e := range found {
		if unwanted(e) {
			remove[e.handler.StartOffset] = true
		}
	}
	hooks, _ := member(group, "hooks")
	handlers := list(hooks)
	if len(remove) > 0 && len(remove) == len(handlers.all()) {
		return true
	}
	handlers.remove(func(handler hujson.Value) bool { return remove[handler.StartOffset] })
	return false
}

// removeItems is [container.remove], which also reports any empty container if the document is normalized.
func removeItems[E any](d *document, c container[E], unwanted func(E) bool) (empty bool) {
	return c.remove(unwanted) ||
		d.normalizes && c.items != nil && len(*c.items) == 0 && blank(string(*c.after))
}
