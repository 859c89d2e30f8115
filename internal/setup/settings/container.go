package settings

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tailscale/hujson"
)

// container is an object with its members, or a list with its elements.
type container[E any] struct {
	start int // offset in the text
	items *[]E
	after *hujson.Extra // white space and comments after the last item
	// ends returns the first and the last value of an item: the name and the value of a member; of an element,
	// the element itself.
	ends func(*E) (first, last *hujson.Value)
}

// object returns the members of an object. If v is no object, items is nil.
func object(v hujson.Value) (c container[hujson.ObjectMember]) {
	if o, ok := v.Value.(*hujson.Object); ok {
		c.start, c.items, c.after = v.StartOffset, &o.Members, &o.AfterExtra
	}
	c.ends = func(m *hujson.ObjectMember) (first, last *hujson.Value) { return &m.Name, &m.Value }
	return c
}

// list returns the elements of a list. If v is no list, items is nil.
func list(v hujson.Value) (c container[hujson.ArrayElement]) {
	if a, ok := v.Value.(*hujson.Array); ok {
		c.start, c.items, c.after = v.StartOffset, &a.Elements, &a.AfterExtra
	}
	c.ends = func(e *hujson.ArrayElement) (first, last *hujson.Value) { return e, e }
	return c
}

// all returns the items, none if items is nil.
func (c container[E]) all() []E {
	if c.items == nil {
		return nil
	}
	return *c.items
}

// member returns the value of the last member with that name: that is the one which JavaScript uses.
func member(v hujson.Value, name string) (value hujson.Value, found bool) {
	for _, m := range slices.Backward(object(v).all()) {
		if text(m.Name) == name {
			return m.Value, true
		}
	}
	return hujson.Value{}, false
}

// checkNames returns an error if an object has one of the names twice; without names, if it has any name
// twice.
func checkNames(v hujson.Value, names ...string) error {
	seen := map[string]bool{}
	for _, m := range object(v).all() {
		name := text(m.Name)
		if seen[name] && (len(names) == 0 || slices.Contains(names, name)) {
			return fmt.Errorf("%w: %q occurs twice", ErrShape, name)
		}
		seen[name] = true
	}
	return nil
}

func isString(v hujson.Value) bool { return v.Value != nil && v.Value.Kind() == '"' }

// text returns the text of a string, and "" for other values.
func text(v hujson.Value) string {
	if l, is := v.Value.(hujson.Literal); is && isString(v) {
		return l.String()
	}
	return ""
}

// literal returns a string, a number, true, false or null as it is written.
func literal(v hujson.Value) string {
	l, _ := v.Value.(hujson.Literal)
	return string(l)
}

// blank reports whether a text consists of JSON white space only.
func blank(text string) bool { return strings.Trim(text, " \t\r\n") == "" }

// comments returns the text between two items if it has comments, else nil.
func comments(extra hujson.Extra) hujson.Extra {
	if blank(string(extra)) {
		return nil
	}
	return extra
}

// remove removes the unwanted items, each with the comma before it. It reports whether the caller should
// remove the container itself because it is now empty. Comments stay, and so does a container with comments.
func (c container[E]) remove(unwanted func(E) bool) (empty bool) {
	items := c.all()
	if len(items) == 0 {
		return false
	}
	var kept []E
	var before hujson.Extra // the comments before the first item that is kept
	_, last := c.ends(&items[len(items)-1])
	trailingComma := last.AfterExtra != nil // hujson sets it only if a comma follows
	for i, item := range items {
		first, last := c.ends(&item)
		isUnwanted := unwanted(item)
		switch {
		case i > 0 && len(kept) == 0:
			first.BeforeExtra = slices.Concat(before, comments(first.BeforeExtra))
		case isUnwanted && len(kept) > 0:
			_, previous := c.ends(&kept[len(kept)-1])
			previous.AfterExtra = slices.Concat(previous.AfterExtra, comments(first.BeforeExtra), last.AfterExtra)
		}
		if !isUnwanted {
			kept = append(kept, item)
		} else if len(kept) == 0 {
			before = slices.Concat(first.BeforeExtra, last.AfterExtra)
		}
	}
	switch {
	case len(kept) == len(items):
		return false
	case len(kept) == 0:
		*c.items, *c.after = nil, slices.Concat(comments(before), *c.after)
		return blank(string(*c.after))
	}
	if _, last := c.ends(&kept[len(kept)-1]); !trailingComma {
		*c.after, last.AfterExtra = slices.Concat(last.AfterExtra, *c.after), nil
	} else if last.AfterExtra == nil {
		last.AfterExtra = hujson.Extra{}
	}
	*c.items = kept
	return false
}

// add appends items to a container. In an empty container they come before the comments. [container.remove]
// is the inverse.
func (c container[E]) add(d *document, s style, items []E) {
	var outer, gap string
	if s.newline != "" {
		outer = s.newline + d.indent(c.start)
		gap = outer + s.unit
	}
	if present := c.all(); len(present) > 0 {
		first, last := c.ends(&present[len(present)-1])
		gap = string(first.BeforeExtra)
		switch {
		case s.newline == "":
			gap = ""
		case !blank(gap) || strings.Count(gap, "\n") > 1:
			gap = s.newline + d.indent(first.StartOffset)
		case !strings.Contains(gap, "\n"):
			gap = " "
		}
		_, newLast := c.ends(&items[len(items)-1])
		newLast.AfterExtra, last.AfterExtra = last.AfterExtra, nil
	} else if blank(string(*c.after)) {
		*c.after = hujson.Extra(outer)
	}
	for i := range items {
		first, _ := c.ends(&items[i])
		first.BeforeExtra = hujson.Extra(gap)
	}
	*c.items = append(*c.items, items...)
}

// newMembers parses members of an object, which this package has written.
func newMembers(texts ...string) []hujson.ObjectMember {
	v, _ := hujson.Parse([]byte("{" + strings.Join(texts, ",") + "}"))
	return object(v).all()
}

// newElements parses elements of a list, which this package has written.
func newElements(texts ...string) []hujson.ArrayElement {
	v, _ := hujson.Parse([]byte("[" + strings.Join(texts, ",") + "]"))
	return list(v).all()
}
