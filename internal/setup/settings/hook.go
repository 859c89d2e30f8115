package settings

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/tailscale/hujson"

	"atm/internal/sys/ownname"
	"atm/internal/sys/shell"
)

// Command is a command of atm that Claude Code calls for its events.
type Command string

// The commands.
const (
	CallHook  Command = "hook"
	CallGuard Command = "guard"
)

// Hook is how an agent is to call a command of atm.
type Hook struct {
	Command Command // "" = hook
	Agent   string  // the name that it tells atm; "" = Claude Code
	Program string  // absolute path of atm
	Exec    bool    // as a program with arguments (Claude Code 2.1.139 and later), else by a shell
	Events  []Event // in the order in which they are to be added
}

// Event is an event for which an agent is to call the command.
type Event struct {
	Name    string
	Timeout int    // when the agent ends the hook, in the agent's unit; 0 = the agent's default
	Matcher string // the tools that the event must be about; "" = all
}

func (h Hook) command() Command { return cmp.Or(h.Command, CallHook) }

// arguments returns the arguments of atm.
func (h Hook) arguments() []string {
	if h.Agent == "" {
		return []string{string(h.command())}
	}
	return []string{string(h.command()), "--agent", h.Agent}
}

// handler returns the text of our entry in a list of hooks.
func (h Hook) handler(s style, timeout int) string {
	members := []string{s.member("type", `"command"`)}
	if h.Exec {
		var args []string
		for _, argument := range h.arguments() {
			args = append(args, quote(argument))
		}
		list := "[" + strings.Join(args, s.comma()) + "]"
		members = append(members, s.member("command", quote(h.Program)), s.member("args", list))
	} else {
		line := shell.Word(h.Program) + " " + strings.Join(h.arguments(), " ")
		members = append(members, s.member("command", quote(line)))
	}
	if timeout != 0 {
		members = append(members, s.member("timeout", strconv.Itoa(timeout)))
	}
	return "{" + strings.Join(members, s.comma()) + "}"
}

// element returns the text of an element of an event's list.
func (h Hook) element(s style, e Event, form Form) string {
	if form.Flat {
		return h.handler(s, e.Timeout)
	}
	var members []string
	if e.Matcher != "" {
		members = append(members, s.member("matcher", quote(e.Matcher)))
	}
	members = append(members, s.member("hooks", "["+h.handler(s, e.Timeout)+"]"))
	return "{" + strings.Join(members, s.comma()) + "}"
}

func quote(text string) string { return string(hujson.String(text)) }

// matches reports whether an entry is exactly as we would write it.
func (h Hook) matches(handler hujson.Value, timeout int) bool {
	entry := handler.Clone()
	return entry.Patch([]byte(`[{"op": "test", "path": "", "value": `+h.handler(style{}, timeout)+`}]`)) == nil
}

// readHandler reports whether an entry in a list of hooks calls a command of atm, which one, and by which
// program.
func readHandler(handler hujson.Value) (program string, calls Command, isOurs bool) {
	command, _ := member(handler, "command")
	line := text(command)
	if args, found := member(handler, "args"); found {
		words := list(args).all()
		if !ownname.IsAtm(line) || len(words) == 0 {
			return line, "", false
		}
		calls = Command(text(words[0]))
		return line, calls, calls.known()
	}
	words, simple := shellWords(line)
	for simple && len(words) > 0 && (isAssignment(words[0]) || words[0] == "exec") {
		words = words[1:] // ATM_DEBUG=/tmp/atm.log exec atm hook
	}
	if !simple || len(words) < 2 {
		return "", "", false
	}
	calls = Command(words[1])
	return words[0], calls, ownname.IsAtm(words[0]) && calls.known()
}

func (c Command) known() bool { return c == CallHook || c == CallGuard }

// Found is one of our hooks in a text.
type Found struct {
	Event    string
	Program  string // as it is written
	Matcher  string // of the group; "" = all tools
	Exec     bool
	Replaced bool // it has exec before it: no shell stays between Claude Code and the hook
	Timeout  int  // seconds; 0 = Claude Code's default
}

// Facts is what a text says about hooks and the status line.
type Facts struct {
	Hooks    []Found  // that call atm hook
	Guards   []Found  // that call atm guard
	Mixed    []Found  // that call atm hook for all tools, but not as setup writes it; one for each event
	Foreign  bool     // there are hooks of others
	Disabled bool     // disableAllHooks is true
	Enabled  bool     // disableAllHooks is false
	Managed  bool     // allowManagedHooksOnly: in a file of an administrator, hooks of users do not run (2.1.332)
	Plugins  []string // names of the plugins that are switched on, "name@marketplace"

	StatusLine StatusLine

	// Ignored says that the text has comments or trailing commas: Claude Code reads plain JSON only, and ignores
	// the whole file (seen with 2.1.197 and 2.1.329).
	Ignored bool
}

// CallsHook reports whether something calls atm hook, ours or mixed.
func (f Facts) CallsHook() bool { return len(f.Hooks)+len(f.Mixed) > 0 }

// Read returns what the settings of Claude Code say.
func Read(text []byte) (Facts, error) { return Form{}.Read(text) }

// Read returns what a text says about hooks and the status line. A blank text is valid.
func (form Form) Read(file []byte) (Facts, error) {
	var f Facts
	if _, rest := cutMark(string(file)); blank(rest) {
		return f, nil
	}
	d, err := form.parse(file)
	if err != nil {
		return f, err
	}
	f.Ignored = !json.Valid([]byte(d.text))
	is := func(name, value string) bool {
		found, _ := member(d.root, name)
		return literal(found) == value
	}
	f.Disabled, f.Enabled = is("disableAllHooks", "true"), is("disableAllHooks", "false")
	f.Managed = is("allowManagedHooksOnly", "true")
	plugins, _ := member(d.root, "enabledPlugins")
	for _, plugin := range object(plugins).all() {
		if literal(plugin.Value) == "true" {
			f.Plugins = append(f.Plugins, text(plugin.Name))
		}
	}
	entries, handlers := d.entries()
	f.Foreign = handlers > len(entries)
	for _, e := range entries {
		if e.command == CallGuard {
			f.Guards = append(f.Guards, e.Found)
		} else {
			f.Hooks = append(f.Hooks, e.Found)
		}
	}
	f.Mixed, f.StatusLine = d.mixed(), d.statusLine().StatusLine
	return f, nil
}

// entry is one of our entries in a list of hooks.
type entry struct {
	Found
	command Command
	handler hujson.Value
}

// place identifies our entries: a file may have one for each command and event.
type place struct {
	command Command
	event   string
}

func (e entry) place() place { return place{e.command, e.Event} }

// entries returns our entries, in the order of the text, and the number of all handlers, ours and others.
func (d *document) entries() (found []entry, handlers int) {
	for _, event := range object(d.events()).all() {
		for _, element := range list(event.Value).all() {
			found = append(found, d.form.entries(text(event.Name), element)...)
			handlers += len(d.form.handlers(element))
		}
	}
	return found, handlers
}

// mixed returns [Facts].Mixed: there a shell has to expand a path, or to decide whether to call atm.
func (d *document) mixed() (found []Found) {
	isMixed := func(handler hujson.Value) bool {
		_, _, isOurs := readHandler(handler)
		return !isOurs && countCalls(string(handler.Pack()), string(CallHook)) > 0
	}
	for _, event := range object(d.events()).all() {
		for _, element := range list(event.Value).all() {
			handlers := d.form.handlers(element)
			if i := slices.IndexFunc(handlers, isMixed); i >= 0 && matcherOf(element) == "" {
				found = append(found, Found{Event: text(event.Name), Timeout: timeout(handlers[i])})
				break
			}
		}
	}
	return found
}

// Served lists the wanted events for which there are mixed hooks.
func (h Hook) Served(mixed []Found) (events []string) {
	for _, found := range mixed {
		if _, wanted := h.Find(found.Event); wanted {
			events = append(events, found.Event)
		}
	}
	return events
}

// taken returns the places of the events that mixed hooks serve.
func (d *document) taken(h Hook) map[place]bool {
	places := map[place]bool{}
	for _, event := range h.Served(d.mixed()) {
		places[place{CallHook, event}] = true
	}
	return places
}

// Find returns the wanted event of that name.
func (h Hook) Find(name string) (event Event, wanted bool) {
	i := slices.IndexFunc(h.Events, func(e Event) bool { return e.Name == name })
	if i < 0 {
		return Event{}, false
	}
	return h.Events[i], true
}
