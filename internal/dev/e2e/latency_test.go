package e2e

import (
	"fmt"
	"slices"
	"sync"
	"time"
)

// latencies are how long answers took that were given.
type latencies struct {
	mu   sync.Mutex
	all  []reply
	pane map[int]string // in which it was answered, by the process that did
}

func (l *latencies) add(pane string, r reply) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.pane == nil {
		l.pane = map[int]string{}
	}
	l.all = append(l.all, r)
	l.pane[r.pid] = pane
}

// print prints how long it took from the start of atm answer until the hook had ended, which is all
// that is ours, until the registry moved on, and until atm answer had the proof.
func (l *latencies) print(st *stage) error {
	calls, err := st.home.calls()
	if err != nil {
		return err
	}
	var ours, registry, proof []time.Duration
	for _, r := range l.all {
		proof = append(proof, r.end.Sub(r.began))
		for _, c := range calls {
			if c.answers(r) {
				ours = append(ours, c.Time.Add(time.Duration(c.Microseconds)*time.Microsecond).Sub(r.began))
			}
		}
		if at, found := st.monitor.seen(l.pane[r.pid]).moved.after(r.began); found {
			registry = append(registry, at.Sub(r.began))
		}
	}
	for _, of := range []struct {
		what string
		took []time.Duration
	}{{"the hook has ended", ours}, {"the registry has moved on", registry}, {"atm answer has ended", proof}} {
		if len(of.took) == 0 {
			continue
		}
		slices.Sort(of.took)
		fmt.Printf("%s: until %-25s median %v, p95 %v, of %d\n", st.version, of.what, of.took[len(of.took)/2],
			of.took[len(of.took)*95/100], len(of.took))
	}
	return nil
}
