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
	root := object(d.root)
	hooks, found := root.member("hooks")
	noHooks := found && !d.form.Bare && d.removeFromHooks(hooks.value, unwanted)
	nothingLeft := d.removeItems(root, func(m item) bool {
		switch {
		case d.form.Bare:
			return d.removeFromEvent(m, unwanted)
		case m.name == "hooks":
			return noHooks
		case m.name == statusLineName:
			return statusLine && d.removeFromStatusLine()
		case m.name == versionName && literal(m.value) == "1": // alone it says nothing
			others := len(root.items) - 1
			return d.form.Versioned && (noHooks && others == 1 || d.normalizes && others == 0)
		}
		return false
	})
	if nothingLeft {
		if d.text[:d.root.StartOffset] == "" && d.text[d.root.EndOffset:] == "\n" && d.mark == "" {
			return nil
		}
		d.cut(root.start, root.end)
	}
	return d.bytes()
}

// removeFromHooks takes our entries out of the object of hooks. It reports whether that
// is to be removed itself.
func (d *document) removeFromHooks(hooks hujson.Value, unwanted func(entry) bool) bool {
	return d.removeItems(object(hooks), func(event item) bool { return d.removeFromEvent(event, unwanted) })
}

// removeFromEvent takes our entries out of the list of an event. It reports whether that is to be removed itself.
func (d *document) removeFromEvent(event item, unwanted func(entry) bool) bool {
	return d.removeItems(list(event.value), func(element item) bool {
		return d.removeFromElement(event.name, element.value, unwanted)
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
	hooks, _ := object(group).member("hooks")
	handlers := list(hooks.value)
	if len(remove) > 0 && len(remove) == len(handlers.items) {
		return true
	}
	d.removeItems(handlers, func(h item) bool { return remove[h.from] })
	return false
}

// removeItems cuts items out of a container. It reports whether the container is to be
// removed, too, because nothing is left in it.
func (d *document) removeItems(c container, unwanted func(item) bool) bool {
	var kept, removed []int
	for i, it := range c.items {
		if unwanted(it) {
			removed = append(removed, i)
		} else {
			kept = append(kept, i)
		}
	}
	switch {
	case len(removed) == 0:
		return d.normalizes && c.valid && len(kept) == 0 && blank(d.text[c.start:c.end])
	case len(kept) == 0:
		return d.removeAll(c)
	}
	for _, i := range removed {
		it := c.items[i]
		if i > kept[0] { // with the comma before it
			d.cut(it.startWithSpace(), it.to)
			d.cut(c.items[i-1].comma, c.items[i-1].comma+1)
			continue
		}
		d.cut(it.from, it.to) // with the comma after it, and the white space there
		d.cut(it.comma, it.comma+1)
		if next := c.items[i+1]; blank(next.before) {
			d.cut(it.comma, next.from)
		}
	}
	return false
}

// removeAll takes everything out of a container, or reports that the container is to be
// removed itself. Comments stay, and with them the container.
func (d *document) removeAll(c container) bool {
	if blank(d.textBetween(c, c.end)) {
		return true
	}
	for _, it := range c.items {
		d.cut(it.startWithSpace(), it.to)
		if it.comma >= 0 {
			d.cut(it.comma, it.comma+1)
		}
	}
	return false
}
