package settings

import (
	"github.com/tailscale/hujson"

	"atm/internal/agents/dialect"
)

// Form is how the file of an agent says which hooks it calls. The zero value is that of Claude Code.
type Form dialect.Form

// events returns the object that has a list for each event.
func (d *document) events() container {
	if d.form.Bare {
		return object(d.root)
	}
	hooks, _ := object(d.root).member("hooks")
	return object(hooks.value)
}

// handlers returns the handlers in an element of an event's list.
func (form Form) handlers(element hujson.Value) []item {
	if form.Flat {
		return []item{{value: element}}
	}
	hooks, _ := object(element).member("hooks")
	return list(hooks.value).items
}

// entries returns our entries in an element of an event's list.
func (form Form) entries(event string, element hujson.Value) []entry {
	matcher, _ := object(element).member("matcher")
	var found []entry
	for _, handler := range form.handlers(element) {
		if _, command, isOurs := readHandler(handler.value); isOurs {
			found = append(found, entry{
				command: command, event: event, matcher: text(matcher.value), handler: handler.value,
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
