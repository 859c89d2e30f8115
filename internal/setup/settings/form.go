package settings

import (
	"github.com/tailscale/hujson"

	"atm/internal/agents/dialect"
)

// Form is how the file of an agent says which hooks it calls. The zero value is that of Claude Code.
type Form dialect.Form

// events returns the object that has a list for each event.
func (d *document) events() hujson.Value {
	if d.form.Bare {
		return d.root
	}
	hooks, _ := member(d.root, "hooks")
	return hooks
}

// handlers returns the handlers in an element of an event's list.
func (form Form) handlers(element hujson.Value) []hujson.Value {
	if form.Flat {
		return []hujson.Value{element}
	}
	hooks, _ := member(element, "hooks")
	return list(hooks).all()
}

// entries returns our entries in an element of an event's list.
func (form Form) entries(event string, element hujson.Value) []entry {
	matcher, _ := member(element, "matcher")
	var found []entry
	for _, handler := range form.handlers(element) {
		if _, command, isOurs := readHandler(handler); isOurs {
			found = append(found, entry{
				command: command, event: event, matcher: text(matcher), handler: handler,
			})
		}
	}
	return found
}

// version returns the member with which a file begins that has nothing else yet, if it has one.
func (form Form) version(s style) []string {
	if !form.Versioned {
		return nil
	}
	return []string{s.member(versionName, "1")}
}

const versionName = "version"
