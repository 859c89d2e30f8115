package e2e

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"time"
)

// race is a session in which calls are answered while something else happens to them.
type race struct {
	*stage
	name string
	rand *rand.Rand
	*tally
}

// tally is what came of the rounds of all sessions.
type tally struct {
	mu       sync.Mutex
	outcomes map[string]int
	wrong    []error
}

func newTally() *tally { return &tally{outcomes: map[string]int{}} }

func (t *tally) count(outcome string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.outcomes[outcome]++
}

func (t *tally) blame(err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.wrong = append(t.wrong, err)
	fmt.Println("WRONG", err)
}

// print prints the outcomes, and returns what was wrong.
func (t *tally) print(what string) error {
	for _, outcome := range slices.Sorted(maps.Keys(t.outcomes)) {
		fmt.Printf("%s: %4d %s\n", what, t.outcomes[outcome], outcome)
	}
	return errors.Join(t.wrong...)
}

// Between these two, relative to the start of atm answer, something else happens.
const (
	earliest = -50 * time.Millisecond
	latest   = 150 * time.Millisecond
)

// races plays so many rounds in some sessions at once.
func (st *stage) races(names []string, rounds int, seed uint64) error {
	results := newTally()
	fds := st.descriptors()
	within(50*beat, func() bool { // some hook of the start may just be telling something
		fds = min(fds, st.descriptors())
		return false
	})
	var all sync.WaitGroup
	for i, name := range names {
		all.Go(func() {
			r := &race{stage: st, name: name, rand: rand.New(rand.NewPCG(seed, uint64(i))), tally: results}
			for n := i; n < rounds; n += len(names) {
				if err := r.round(fmt.Sprintf("%s.%d.", name, n), n/len(names)); err != nil {
					results.blame(fmt.Errorf("%s, round %d: %w", name, n, err))
				}
			}
		})
	}
	all.Wait()
	results.blames(st.strangers())
	if !within(patience, func() bool { return st.descriptors() <= fds }) {
		results.blame(fmt.Errorf("the server has %d open files, before it had %d", st.descriptors(), fds))
	}
	return results.print(st.version)
}

func (t *tally) blames(err error) {
	if err != nil {
		t.blame(err)
	}
}

// descriptors returns how many files the tmux server has open beside those of its panes, 0
// where that is not to be seen.
func (st *stage) descriptors() int {
	files, _ := os.ReadDir("/proc/" + st.tmux.PID + "/fd") // Linux has it
	panes := strings.Fields(st.tmux.Tmux("list-panes", "-aF", "#{pane_id}"))
	return max(0, len(files)-len(panes))
}

// strangers returns an error if a denial has reached another call than its own: the text of
// each has the mark that stands in the command of its call.
func (st *stage) strangers() error {
	all, err := st.home.uses()
	var wrong []error
	for _, u := range all {
		_, denial, found := strings.Cut(u.result, "denied ")
		mark, _, _ := strings.Cut(denial, " ")
		if found && !strings.Contains(u.input, mark) {
			wrong = append(wrong, fmt.Errorf("call %s has got the denial of %s: %s", u.input, mark, u.result))
		}
	}
	return cmp.Or(err, errors.Join(wrong...))
}
