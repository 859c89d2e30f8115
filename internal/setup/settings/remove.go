package settings

import (
	"bytes"

	"github.com/tailscale/hujson"
)

// Remove returns the text without our hooks, and without the objects and lists that then hold
// nothing: those that were there before, and empty, go with them. The status line has its own command
// again, and goes if it has none. Remove returns nil for a text as [Install] makes it where there is no
// file, and {} for another one of which nothing is left.
//
// copies are texts that the file had earlier. One without anything of ours, from which the result
// differs in nothing but what was empty, is returned instead.
func Remove(text []byte, copies ...[]byte) ([]byte, error) {
	left, err := remove(text, func(entry) bool { return true }, true)
	if err != nil || bytes.Equal(left, text) {
		return left, err
	}
	wanted, err := withoutEmpty(text)
	if err != nil {
		return left, nil
	}
	for _, earlier := range copies {
		restored, err := withoutEmpty(earlier)
		without, notRead := Remove(earlier)
		if err == nil && notRead == nil && bytes.Equal(restored, wanted) && bytes.Equal(without, earlier) {
			return earlier, nil
		}
	}
	return left, nil
}

// remove takes out those of our entries that are unwanted, and atm out of the status line
// if that is unwanted there.
func remove(text []byte, unwanted func(entry) bool, statusLine bool) ([]byte, error) {
	if _, rest := cutMark(string(text)); blank(rest) {
		return text, nil
	}
	d, err := parse(text)
	if err != nil {
		return nil, err
	}
	return d.remove(unwanted, statusLine), nil
}

// withoutEmpty returns the text as [Remove] does, and takes out what was empty before, too. Texts that
// are the same then differ by nothing but what Remove cannot know.
func withoutEmpty(text []byte) ([]byte, error) {
	if mark, rest := cutMark(string(text)); blank(rest) && text != nil {
		return []byte(mark + rest + "{}"), nil
	} else if text == nil {
		return nil, nil
	}
	d, err := parse(text)
	if err != nil {
		return nil, err
	}
	d.cutsEmpty = true
	return d.remove(func(entry) bool { return true }, true), nil
}

func (d *document) remove(unwanted func(entry) bool, statusLine bool) []byte {
	nothingLeft := d.removeItems(object(d.root), func(m item) bool {
		switch m.name {
		case "hooks":
			return d.removeFromHooks(m.value, unwanted)
		case statusLineName:
			return statusLine && d.removeFromStatusLine()
		}
		return false
	})
	if nothingLeft {
		if d.text[:d.root.StartOffset] == "" && d.text[d.root.EndOffset:] == "\n" && d.mark == "" {
			return nil
		}
		root := object(d.root)
		d.cut(root.start, root.end)
	}
	return d.bytes()
}

// removeFromHooks takes our entries out of the object of hooks. It reports whether that
// is to be removed itself.
func (d *document) removeFromHooks(hooks hujson.Value, unwanted func(entry) bool) bool {
	return d.removeItems(object(hooks), func(event item) bool {
		return d.removeItems(list(event.value), func(group item) bool {
			return d.removeFromGroup(event.name, group.value, unwanted)
		})
	})
}

// removeFromGroup takes our entries out of an element of an event's list. It reports
// whether that is to be removed itself: a group without any entry is of no use, no matter
// who made it.
func (d *document) removeFromGroup(event string, group hujson.Value, unwanted func(entry) bool) bool {
	remove := map[int]bool{}
	for _, e := range groupEntries(event, group) {
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
		return d.cutsEmpty && c.valid && len(kept) == 0 && blank(d.text[c.start:c.end])
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
