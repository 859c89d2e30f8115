package settings

import (
	"strings"

	"github.com/tailscale/hujson"
)

// place is where one of our entries stands.
type place struct {
	event   string
	matcher string // of the group; "" and "*" match all
	handler hujson.Value
}

// matchesAll reports whether the entry is called for every event of its name.
func (p place) matchesAll() bool { return p.matcher == "" || p.matcher == "*" }

// Remove returns the text without our hooks, and without the objects and lists
// that then hold nothing and were not there before. It returns nil if the file
// itself was made by [Install].
func Remove(text []byte) ([]byte, error) {
	return remove(text, func(place) bool { return true })
}

// remove takes out those of our entries for which gone is true.
func remove(text []byte, gone func(place) bool) ([]byte, error) {
	if _, rest := cutMark(string(text)); blank(rest) {
		return text, nil
	}
	d, err := parse(text)
	if err != nil {
		return nil, err
	}
	root, _ := object(d.root)
	empty := d.take(root, func(m item) bool { return m.name == "hooks" && d.takeEvents(m.value, gone) })
	if !empty {
		return d.bytes(), nil
	}
	head, tail := d.text[:d.root.StartOffset], d.text[d.root.EndOffset:]
	switch {
	case !blank(head + tail): // comments
		d.cut(root.open, root.close)
		return d.bytes(), nil
	case head == "" && tail == "\n": // as install makes it where there is no file
		return nil, nil
	}
	return []byte(d.mark + head + tail), nil
}

// takeEvents takes our entries out of the object of hooks, and reports whether
// that goes itself.
func (d *doc) takeEvents(hooks hujson.Value, gone func(place) bool) bool {
	events, _ := object(hooks)
	return d.take(events, func(e item) bool {
		groups, _ := list(e.value)
		return d.take(groups, func(g item) bool { return d.takeHandlers(e.name, g.value, gone) })
	})
}

// takeHandlers takes our entries out of a group. A group without any is of no
// use, whoever made it.
func (d *doc) takeHandlers(event string, group hujson.Value, gone func(place) bool) bool {
	members, _ := object(group)
	hooks, _ := members.member("hooks")
	matcher, _ := members.member("matcher")
	handlers, _ := list(hooks.value)
	taken := map[int]bool{}
	for _, h := range handlers.items {
		if _, our := ours(h.value); our && gone(place{event, text(matcher.value), h.value}) {
			taken[h.from] = true
		}
	}
	if len(taken) > 0 && len(taken) == len(handlers.items) {
		return true
	}
	d.take(handlers, func(h item) bool { return taken[h.from] })
	return false
}

// take cuts the items that are gone out of a box. It reports whether the box
// goes, too: nothing is left in it, and it was not there before.
func (d *doc) take(b box, gone func(item) bool) bool {
	var left, out []int
	for i, it := range b.items {
		if gone(it) {
			out = append(out, i)
		} else {
			left = append(left, i)
		}
	}
	switch {
	case len(out) == 0:
		return false
	case len(left) == 0:
		return d.empty(b)
	}
	for _, i := range out {
		it := b.items[i]
		if i > left[0] { // with the comma before it
			d.cut(it.start(), it.to)
			d.cut(b.items[i-1].comma, b.items[i-1].comma+1)
			continue
		}
		d.cut(it.from, it.to) // with the comma behind it, and the white space there
		d.cut(it.comma, it.comma+1)
		if next := b.items[i+1]; blank(next.before) {
			d.cut(it.comma, next.from)
		}
	}
	return false
}

// empty takes everything out of a box, or reports that the box goes itself.
// Comments stay, and with them the box.
func (d *doc) empty(b box) bool {
	last := b.items[len(b.items)-1]
	was := remembered(d.text[b.open:])
	end := b.close
	if was == 2 {
		end = max(last.to, last.comma+1)
	}
	if !blank(d.around(b, end)) {
		for _, it := range b.items {
			d.cut(it.start(), it.to)
			if it.comma >= 0 {
				d.cut(it.comma, it.comma+1)
			}
		}
		return false
	}
	if was > 0 {
		d.cut(b.open, end)
	}
	return was == 0
}

// around returns what stands in a box, up to an offset, besides items and commas.
func (d *doc) around(b box, end int) string {
	var rest strings.Builder
	at := b.open
	for _, it := range b.items {
		rest.WriteString(d.text[at:it.from])
		at = it.to
		if it.comma >= 0 {
			rest.WriteString(d.text[at:it.comma])
			at = it.comma + 1
		}
	}
	rest.WriteString(d.text[at:end])
	return rest.String()
}

// remembered returns how many blanks stand at the end of the line behind the
// bracket of a box: 0 if the box was made by us or by somebody who does not put
// blanks there, 1 if it was there with nothing in it, 2 if it was there with
// white space or comments, which now follow our items.
func remembered(inside string) int {
	blanks := len(inside) - len(strings.TrimLeft(inside, " "))
	rest := inside[blanks:]
	if blanks > 2 || !strings.HasPrefix(rest, "\n") && !strings.HasPrefix(rest, "\r\n") {
		return 0
	}
	return blanks
}

// places returns where our entries stand, in the order of the text.
func (d *doc) places() []place {
	var found []place
	root, _ := object(d.root)
	hooks, ok := root.member("hooks")
	if !ok {
		return nil
	}
	d.takeEvents(hooks.value, func(p place) bool {
		found = append(found, p)
		return false
	})
	return found
}
