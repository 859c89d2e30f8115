package settings

import (
	"bytes"
	"slices"

	"github.com/tailscale/hujson"
)

// Remove returns the text without our hooks, and without the objects and lists that then hold
// nothing: those that were there before, and empty, go with them. The status line has its own command
// again, and goes if it has none. Remove returns nil for a text as [Install] makes it where there is no
// file, and {} for another one of which nothing is left.
//
// copies are texts that the file had earlier. One without anything of ours, from which the result differs in
// nothing but what was empty, and how the command of the status line is spelled, is returned instead.
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
		without, notRead := form.Remove(earlier)
		if err == nil && notRead == nil && bytes.Equal(restored, wanted) && bytes.Equal(without, earlier) {
			return earlier, nil
		}
	}
	return left, nil
}

// remove takes out those of our entries that are unwanted, and atm out of the status line
// if that is unwanted there.
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

// normalized returns the text as [Form.Remove] does, but without what was empty before, and with the command of the
// status line spelled as JSON does it. Texts that are the same then differ by nothing but what Remove cannot know.
func (form Form) normalized(text []byte) ([]byte, error) {
	if mark, rest := cutMark(string(text)); blank(rest) && text != nil {
		return []byte(mark + rest + "{}"), nil
	} else if text == nil {
		return nil, nil
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
		case name == versionName && literal(m.Value) == "1": // alone it says nothing
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

// removeFromEvent takes our entries out of the list of an event. It reports whether that is to be removed itself.
func (d *document) removeFromEvent(event hujson.ObjectMember, unwanted func(entry) bool) bool {
	return removeItems(d, list(event.Value), func(element hujson.Value) bool {
		return d.removeFromElement(text(event.Name), element, unwanted)
	})
}

// removeFromElement takes our entries out of an element of an event's list. It reports
// whether that is to be removed itself: a group without any entry is of no use, no matter
// who made it.
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

// removeItems is [container.remove]. A document that is normalized has no empty ones.
func removeItems[E any](d *document, c container[E], unwanted func(E) bool) (empty bool) {
	return c.remove(unwanted) ||
		d.normalizes && c.items != nil && len(*c.items) == 0 && blank(string(*c.after))
}
