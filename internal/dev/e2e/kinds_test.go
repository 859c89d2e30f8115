package e2e

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

// kind is a dialog and one way to answer it. MARK stands for what makes the call unlike all
// others.
type kind struct {
	prompt string
	answer []string
	mode   *regexp.Regexp // what the screen says of the permission mode, in which it is asked
	want   string         // who decides
	result string         // a regular expression
}

// The permission modes, as the client shows them.
var (
	asking   = regexp.MustCompile(`\? for shortcuts|manual mode on`)
	planning = regexp.MustCompile(`plan mode on`)
	anyMode  = regexp.MustCompile(`\? for shortcuts|(manual|plan|auto) mode on|accept edits on`)
)

// kinds are all dialogs, and all ways to answer them.
var kinds = []kind{
	{prompt: "run: echo MARK >../x", answer: []string{"yes"}, want: "allow"},
	{prompt: "run: echo MARK >../x", answer: []string{"no"}, want: "deny", result: "did not run"},
	{prompt: "run: echo MARK >../x", answer: []string{"no", "--say", "not MARK"}, want: "deny", result: "not MARK"},
	{prompt: "run: echo MARK >../x", answer: []string{"edit", "--command", "echo is MARK"}, want: "allow", result: "is " +
		"MARK"},
	{prompt: "run: mkdir ../MARK", answer: []string{"always"}, want: "allow"},
	{prompt: "ask: MARK?", answer: []string{"2"}, want: "allow", result: "Blue"},
	{prompt: "ask: MARK?", answer: []string{"red"}, want: "allow", result: "Red"},
	{prompt: "ask: MARK?", answer: []string{"neither, MARK"}, want: "allow", result: "neither, MARK"},
	{prompt: "ask: MARK?", answer: []string{"no"}, want: "deny", result: "does not want to answer"},
	{prompt: "ask: MARK? | And?", answer: []string{"1", "Blue"}, want: "allow", result: "Red.*Blue"},
	{prompt: "ask many: MARK?", answer: []string{"1,2"}, want: "allow", result: "Red, Blue"},
	{prompt: "plan: MARK", answer: []string{"no", "--say", "not MARK"}, mode: planning, want: "deny", result: "not MARK"},
	{prompt: "plan: MARK", answer: []string{"approve"}, mode: planning, want: "allow"},
	{prompt: "plan: MARK", answer: []string{"approve", "--mode", "acceptEdits"}, mode: planning, want: "allow"},
}

// answers answers every kind of dialog in every way, so many times in each of some sessions
// at once.
func (st *stage) answers(names []string, times int) error {
	results := newTally()
	var all sync.WaitGroup
	var took latencies
	for _, name := range names {
		all.Go(func() {
			for n := range times {
				for i, k := range kinds {
					outcome, err := st.one(k, name, fmt.Sprintf("%s.%d.%d.", name, n, i), &took)
					results.count(fmt.Sprintf("%-22s %v: %s", k.prompt, k.answer, outcome))
					results.blames(err)
				}
			}
		})
	}
	all.Wait()
	for _, name := range names {
		if left := st.left(name); left != "" {
			results.blame(errors.New(left))
		}
	}
	results.blames(st.strangers())
	results.blames(took.print(st))
	return results.print(st.version)
}

// one has a session ask, and answers. An answer that arrives but is not proven in time is no
// error: atm answer says so.
func (st *stage) one(k kind, name, mark string, took *latencies) (outcome string, err error) {
	a := st.actors[name]
	mode := k.mode
	if mode == nil {
		mode = asking
	}
	shown := func() string { return anyMode.FindString(st.screen(a)) }
	for before := shown(); !mode.MatchString(before); before = shown() {
		st.keys(name, "BTab")
		st.until(name, "another permission mode is shown", func() bool { return shown() != before })
	}
	of := func(text string) string { return strings.ReplaceAll(text, "MARK", mark) }
	st.say(name, of(k.prompt))
	st.awaited(name) // if none waits, keys answer
	words := slices.Clone(k.answer)
	for i := range words {
		words[i] = of(words[i])
	}
	r := st.answer(a.pane, words...)
	unproven := r.unproven()
	if r.exit != 0 && !unproven {
		st.keys(name, "Escape")
	}
	st.until(name, "the session is at rest", func() bool {
		return st.monitor.seen(a.pane).truth.at(time.Now()) == "idle"
	})
	u, err := st.written(mark)
	if err != nil {
		return "unknown", err
	}
	if r.exit != 0 && !unproven || u.by() != k.want || !regexp.MustCompile(of(k.result)).MatchString(u.result) {
		return "wrong", fmt.Errorf("%q: %v: decided by %s, want %s; the result is %s, want %s", of(k.prompt), r, u.by(),
			k.want, u.result, of(k.result))
	}
	if unproven {
		return "right, but not proven in time", nil
	}
	took.add(a.pane, r)
	return "right", nil
}
