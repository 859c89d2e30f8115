package settings

import (
	"strings"

	"github.com/tailscale/hujson"
)

// Remove returns the text without our hooks, and without the objects and lists
// that then hold nothing and were not there before. The status line has its own command
// again, and goes if it has none. Remove returns nil if the file itself was made by
// [Install].
func Remove(text []byte) ([]byte, error) {
	return remove(text, func(entry) bool { return true }, true)
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
	nothingLeft := d.removeItems(object(d.root), func(m item) bool {
		switch m.name {
		case "hooks":
			return d.removeFromHooks(m.value, unwanted)
		case statusLineName:
			return statusLine && d.removeFromStatusLine()
		}
		return false
	})
	if !nothingLeft {
		return d.bytes(), nil
	}
	root := object(d.root)
	head, tail := d.text[:d.root.StartOffset], d.text[d.root.EndOffset:]
	switch {
	case !blank(head + tail): // comments
		d.cut(root.start, root.end)
		return d.bytes(), nil
	case head == "" && tail == "\n": // as Install makes it where there is no file
		return nil, nil
	}
	return []byte(d.mark + head + tail), nil
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
// whether that is to be removed itself: a group without any entry is of no use, whoever
// made it.
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
// removed, too: nothing is left in it, and it was not there before.
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
		return false
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
		d.cut(it.from, it.to) // with the comma behind it, and the white space there
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
	last := c.items[len(c.items)-1]
	was := before(d.text[c.start:])
	end := c.end
	if was == hadSpace {
		end = max(last.to, last.comma+1)
	}
	if !blank(d.textBetween(c, end)) {
		for _, it := range c.items {
			d.cut(it.startWithSpace(), it.to)
			if it.comma >= 0 {
				d.cut(it.comma, it.comma+1)
			}
		}
		return false
	}
	if was != notThere {
		d.cut(c.start, end)
	}
	return was == notThere
}

// origin is what a container was before we put something into it. Its value is the
// number of blanks that remember it, at the end of the line behind the bracket.
type origin int

const (
	notThere origin = iota // we made it, or somebody who puts no blanks there
	wasEmpty
	hadSpace // white space or comments, which now follow our items
)

// before returns the origin that blanks remember, given the text behind the bracket.
func before(inside string) origin {
	blanks := len(inside) - len(strings.TrimLeft(inside, " "))
	rest := inside[blanks:]
	if blanks > int(hadSpace) || !strings.HasPrefix(rest, "\n") && !strings.HasPrefix(rest, "\r\n") {
		return notThere
	}
	return origin(blanks)
}

// mark returns the blanks that remember an origin.
func (o origin) mark() string { return strings.Repeat(" ", int(o)) }
