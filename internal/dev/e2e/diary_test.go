package e2e

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"
)

// hookCall is a line of the log of atm hook.
type hookCall struct {
	Time         time.Time
	Event        string
	Pane         string
	Error        string
	Microseconds int64
	AnsweredBy   int `json:"answered_by"` // the process whose answer the hook has printed
}

// waits reports whether the line is of the time in which a hook has waited for an answer:
// that lasts as long as the dialog.
func (c hookCall) waits() bool { return strings.HasSuffix(c.Event, "-wait") }

// calls returns the log of atm hook.
func (h home) calls() ([]hookCall, error) {
	text, err := os.ReadFile(h.log)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var calls []hookCall
	for line := range bytes.Lines(text) {
		var c hookCall
		if err := json.Unmarshal(line, &c); err != nil {
			return nil, fmt.Errorf("%s: %w", h.log, err)
		}
		calls = append(calls, c)
	}
	return calls, nil
}

// diary tells a scene in the order of time: what hooks fired, what the registry
// said and what the panes showed. It is what one reads when a pane was wrong.
func (st *stage) diary() string { return st.diaryOf(time.Time{}, time.Now()) }

// diaryOf is the part of the diary between two times.
func (st *stage) diaryOf(from, to time.Time) string {
	var all []point
	for name, a := range st.actors {
		w := st.monitor.seen(a.pane)
		for _, p := range w.words {
			all = append(all, point{p.at, fmt.Sprintf("%s registry %s", name, p.state)})
		}
		for _, p := range w.shown {
			all = append(all, point{p.at, fmt.Sprintf("%s pane     %s", name, p.state)})
		}
		for _, p := range w.facts {
			all = append(all, point{p.at, fmt.Sprintf("%s facts    %s", name, p.state)})
		}
	}
	calls, err := st.home.calls()
	for _, c := range calls {
		all = append(all, point{c.Time, fmt.Sprintf("  hook     %s %s %dus %s", c.Pane, c.Event,
			c.Microseconds, c.Error)})
	}
	slices.SortStableFunc(all, func(a, b point) int { return a.at.Compare(b.at) })
	var b strings.Builder
	for _, p := range all {
		if p.at.Before(from) || p.at.After(to) {
			continue
		}
		fmt.Fprintf(&b, "%s %s\n", clock(p.at), p.state)
	}
	if err != nil {
		fmt.Fprintln(&b, err)
	}
	return b.String()
}
