package listener

import (
	"slices"

	"atm/internal/gate/message"
	"atm/tmuxopt"
)

// source is somebody who tells of a registry. Behind a gate there can be several: a follower on
// each host and for each home. What one does not list says nothing about the sessions of another.
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

// remember keeps which sessions a message of the registry lists: one that is not any more has
// ended.
func (s *sources) remember(m message.Message) {
	i := slices.IndexFunc(*s, func(one source) bool { return one.name == m.Source })
	if i < 0 {
		*s = append(*s, source{name: m.Source})
		*s = (*s)[max(0, len(*s)-maxSources):]
		i = len(*s) - 1
	}
	one := &(*s)[i]
	one.runs = nil
	for _, process := range m.Processes {
		id := tmuxopt.ID(process.SessionID)
		if id == "" {
			continue
		}
		one.runs = append(one.runs, id)
		if !slices.Contains(one.listed, id) {
			one.listed = append(one.listed, id)
		}
	}
	one.listed = one.listed[max(0, len(one.listed)-maxListed):]
}

// forget drops a source that tells no more.
func (s *sources) forget(name string) {
	*s = slices.DeleteFunc(*s, func(one source) bool { return one.name == name })
}

// know returns how a source knows a session.
func (s sources) know(name, session string) message.Known {
	var known message.Known
	for _, one := range s {
		if one.name == name {
			known.Listed = slices.Contains(one.listed, session)
		} else if slices.Contains(one.runs, session) {
			known.Elsewhere = true
		}
	}
	return known
}
