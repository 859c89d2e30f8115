package e2e

import (
	"fmt"
	"slices"
	"time"
)

// lag is how long the pane and the registry may differ: the client itself writes
// its registry up to so much later than it fires a hook, or sooner.
const lag = 350 * time.Millisecond

// closed is the state of a pane in which no client runs.
const closed = "closed"

// unseen is what a timeline says of a time in which nobody looked.
const unseen = "unseen"

// point is what is said from a moment on.
type point struct {
	at    time.Time
	state string
}

// timeline is points in the order of time, each saying another thing.
type timeline []point

// add appends what is said now, if that is new.
func (l *timeline) add(at time.Time, state string) {
	if len(*l) == 0 || (*l)[len(*l)-1].state != state {
		*l = append(*l, point{at, state})
	}
}

// at returns what is said at a moment: what was said last before it.
func (l timeline) at(t time.Time) string {
	state := ""
	for _, p := range l {
		if !p.at.After(t) {
			state = p.state
		}
	}
	return state
}

// lie is a stretch of time in which a pane was wrong.
type lie struct {
	from         time.Time
	lasts        time.Duration
	state, truth string
}

func (l lie) String() string {
	return fmt.Sprintf("%s says %s for %v, but it is %s", clock(l.from), l.state,
		l.lasts.Round(time.Millisecond), l.truth)
}

func clock(t time.Time) string { return t.Format("15:04:05.000") }

// lies returns where what is shown differs from the truth for more than the lag,
// up to an end.
func lies(truth, shown timeline, lag time.Duration, end time.Time) []lie {
	var moments []time.Time
	for _, p := range slices.Concat(truth, shown) {
		moments = append(moments, p.at)
	}
	moments = append(moments, end)
	slices.SortFunc(moments, time.Time.Compare)
	var all []lie
	for i, from := range moments[:len(moments)-1] {
		l := lie{from: from, lasts: moments[i+1].Sub(from), state: shown.at(from), truth: truth.at(from)}
		if l.state == unseen || l.truth == unseen {
			continue
		}
		if l.state != l.truth && l.lasts > lag && !starting(l, truth, shown) {
			all = append(all, l)
		}
	}
	return all
}

// starting reports whether a pane shows a client of which the registry says
// nothing yet: the client writes its status only when it has drawn its screen.
func starting(l lie, truth, shown timeline) bool {
	return l.truth == closed && l.state == "idle" && shown.at(l.from.Add(-1)) == closed &&
		truth.at(l.from.Add(l.lasts)) == "idle"
}

// since returns when a thing was said first, of the times that had not ended at
// a moment.
func (l timeline) since(t time.Time, state string) (at time.Time, found bool) {
	for i, p := range l {
		if p.state == state && (i+1 == len(l) || l[i+1].at.After(t)) {
			return p.at, true
		}
	}
	return time.Time{}, false
}

// during reports whether a thing was said at any moment of a stretch.
func (l timeline) during(from, to time.Time, state string) bool {
	for i, p := range l {
		if p.state == state && !p.at.After(to) && (i+1 == len(l) || l[i+1].at.After(from)) {
			return true
		}
	}
	return false
}
