package listener

import (
	"slices"

	"atm/internal/gate/message"
	"atm/tmuxopt"
)

// source is a registry on the other side of the gate. There can be several: one on each host and for
// each home. A session that one does not list may be listed by another.
type source struct {
	name   string
	listed []string // the sessions that it has listed at any time, the last ones of many
	runs   []string // those that it has listed last
}

// The most that a pane remembers.
const (
	maxSources = 8
	maxListed  = 4 * message.MaxProcesses
)

type sources []source

// noteRegistry keeps which sessions a message of the registry lists. A session that it stops listing has
// ended.
func (s *sources) noteRegistry(m message.Message) {
	i := slices.IndexFunc(*s, func(registry source) bool { return registry.name == m.Source })
	if i < 0 {
		*s = append(*s, source{name: m.Source})
		*s = (*s)[max(0, len(*s)-maxSources):]
		i = len(*s) - 1
	}
	registry := &(*s)[i]
	registry.runs = nil
	for _, process := range m.Processes {
		id := tmuxopt.ID(process.SessionID)
		if id == "" {
			continue
		}
		registry.runs = append(registry.runs, id)
		if !slices.Contains(registry.listed, id) {
			registry.listed = append(registry.listed, id)
		}
	}
	registry.listed = registry.listed[max(0, len(registry.listed)-maxListed):]
}

// dropRegistry drops a registry that sends no more messages.
func (s *sources) dropRegistry(name string) {
	*s = slices.DeleteFunc(*s, func(registry source) bool { return registry.name == name })
}

// knowledgeOf returns what a registry knows of a session.
func (s sources) knowledgeOf(name, session string) message.Known {
	var known message.Known
	for _, registry := range s {
		if registry.name == name {
			known.Listed = slices.Contains(registry.listed, session)
		} else if slices.Contains(registry.runs, session) {
			known.Elsewhere = true
		}
	}
	return known
}
