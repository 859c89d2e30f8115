package e2e

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// What is asserted of all scenes together.
const (
	maxWrong   = 0.005                 // share of the time in which a pane may be wrong
	maxLie     = 3 * time.Second       // and how long at once; three runs of CI, with slack 3, had none of 1.05 s
	medianHook = 20 * time.Millisecond // what a call of atm hook may take beside busy clients; scripts/bench measures it
	maxHook    = 2 * time.Second       // after which it gives up
)

// results collects what the scenes measure.
type results struct {
	begin   time.Time
	slack   float64 // by which all bounds are multiplied
	sources sources

	mu      sync.Mutex
	scenes  []result
	hooks   []time.Duration
	crowded bool // hooks were called in scenes of which no time is measured
}

// stretch makes a bound longer, on a machine that is slow or busy.
func (r *results) stretch(bound time.Duration) time.Duration {
	return time.Duration(r.slack * float64(bound))
}

type result struct {
	version, scene string
	wrong, total   time.Duration
	longest        time.Duration // of the lies
	lies           []string
	diary          string
}

// add measures a scene that has ended.
func (r *results) add(tb testing.TB, st *stage, scene string) {
	end := time.Now()
	got := result{version: st.version, scene: scene}
	for name, a := range st.actors {
		w := st.monitor.seen(a.pane)
		got.total += end.Sub(w.truth[0].at)
		for _, l := range lies(w.truth, w.shown, r.stretch(lag), end) {
			got.wrong += l.lasts
			got.longest = max(got.longest, l.lasts)
			around := st.diaryOf(l.from.Add(-2*time.Second), l.from.Add(l.lasts+time.Second))
			got.lies = append(got.lies, fmt.Sprintf("%s %v\n%s", name, l, around))
		}
	}
	got.diary = st.diary()
	if testing.Verbose() {
		tb.Log("\n" + got.diary)
	}
	calls, err := st.home.calls()
	if err != nil {
		tb.Error(err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if st.crowded {
		r.crowded = r.crowded || len(calls) > 0
		return
	}
	if got.total > 0 {
		r.scenes = append(r.scenes, got)
	}
	for _, c := range calls {
		if !c.waits() {
			r.hooks = append(r.hooks, time.Duration(c.Microseconds)*time.Microsecond)
		}
	}
}

// check asserts, and prints the table.
func (r *results) check(t *testing.T) {
	var wrong, total time.Duration
	slices.SortFunc(r.scenes, func(a, b result) int {
		return strings.Compare(a.scene+b.version,
			b.scene+a.version)
	})
	for _, s := range r.scenes {
		fmt.Printf("%-12s %-9s wrong %5.2f s of %5.1f s = %4.1f %%\n", s.scene, s.version, s.wrong.Seconds(),
			s.total.Seconds(), 100*share(s.wrong, s.total))
		for _, l := range s.lies {
			fmt.Println("   ", l)
		}
		wrong, total = wrong+s.wrong, total+s.total
		if r.sources.complete() && s.longest > r.stretch(maxLie) {
			t.Errorf("a pane is wrong for %v at once, in %s with %s:\n%s", s.longest, s.scene, s.version, s.diary)
		}
	}
	fmt.Printf("all scenes             wrong %5.2f s of %5.1f s = %4.2f %%, in %v\n", wrong.Seconds(),
		total.Seconds(), 100*share(wrong, total), time.Since(r.begin).Round(time.Second))
	if most := r.slack * maxWrong; r.sources.complete() && share(wrong, total) > most {
		t.Errorf("the panes are wrong for %.2f %% of the time, more than %.1f %%", 100*share(wrong, total),
			100*most)
		for _, s := range r.scenes {
			if s.wrong > 0 {
				t.Logf("%s with %s:\n%s", s.scene, s.version, s.diary)
			}
		}
	}
	slices.Sort(r.hooks)
	if len(r.hooks) == 0 {
		if !r.crowded {
			t.Error("no hook was called")
		}
		return
	}
	median, last := r.hooks[len(r.hooks)/2], r.hooks[len(r.hooks)-1]
	fmt.Printf("%d hooks: median %v, p95 %v, slowest %v\n", len(r.hooks), median,
		r.hooks[len(r.hooks)*95/100], last)
	if median > r.stretch(medianHook) || last > maxHook {
		t.Errorf("a hook takes %v, the slowest %v: more than %v, %v", median, last, medianHook, maxHook)
	}
}

func share(part, all time.Duration) float64 { return part.Seconds() / max(all.Seconds(), 1e-9) }
