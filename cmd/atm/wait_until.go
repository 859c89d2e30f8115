package main

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"atm/internal/session/fleet"
	"atm/internal/session/watching"
	"atm/internal/tmux/draw"
)

// awaited is a word of atm wait --until: a state, or "context=90".
type awaited string

// contextPrefix begins the words that wait for a percentage of the context. anyContext stands for all of them
// in lists.
const (
	contextPrefix = "context="
	anyContext    = contextPrefix + "N"
)

// UnmarshalText parses a word.
func (a *awaited) UnmarshalText(text []byte) error {
	if pct, found := strings.CutPrefix(string(text), contextPrefix); found {
		if n, err := strconv.Atoi(pct); err != nil || n < 1 || n > 100 {
			return fmt.Errorf("%q: the context is given in per cent, from 1 to 100", text)
		}
	}
	*a = awaited(text)
	return nil
}

// String returns the word as the grammar lists it.
func (a awaited) String() string {
	if strings.HasPrefix(string(a), contextPrefix) {
		return anyContext
	}
	return string(a)
}

// pct returns the awaited percentage of the context; 0 = the word is a state.
func (a awaited) pct() int64 {
	text, _ := strings.CutPrefix(string(a), contextPrefix)
	n, _ := strconv.ParseInt(text, 10, 64) // an error means that the word is a state
	return n
}

// wanted reports whether a session is in an awaited state.
func (c waitCmd) wanted(session fleet.Session) bool {
	return slices.ContainsFunc(c.Until, func(a awaited) bool {
		if pct := a.pct(); pct > 0 {
			return session.ContextPct != nil && *session.ContextPct >= pct
		}
		return session.Is(string(a))
	})
}

// beyondStates reports whether something is awaited that can happen without a change of the option state.
func (c waitCmd) beyondStates() bool {
	return c.awaitsContext() || slices.Contains(c.Until, awaited(draw.Question))
}

func (c waitCmd) awaitsContext() bool {
	return slices.ContainsFunc(c.Until, func(a awaited) bool { return a.pct() > 0 })
}

// readFor returns the function that reads the sessions. It works out their context only if that is awaited,
// because this may mean reading transcripts after each change.
func (c waitCmd) readFor(s streams) watching.Show {
	if !c.awaitsContext() {
		return s.Sessions
	}
	return func(ctx context.Context) ([]fleet.Session, error) {
		sessions, err := s.Sessions(ctx)
		fleet.WorkOutContext(sessions)
		return sessions, err
	}
}
