package bench

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// tolerance is by how much a budget may be missed: what is measured on a busy machine varies.
const tolerance = 1.1

// budgets are the limits of what was measured, in the order in which it was.
type budgets struct{ lines, missed []string }

// check notes a figure and its limit, both in the same unit.
func (b *budgets) check(name string, got, limit float64, unit string) {
	verdict := "ok"
	switch {
	case got > limit*tolerance:
		verdict = "MISSED"
		b.missed = append(b.missed, name)
	case got > limit:
		verdict = "within a tenth"
	}
	b.lines = append(b.lines, fmt.Sprintf("  %-58s %8.2f of %8.2f %-6s %s", name, got, limit, unit, verdict))
}

// report prints all budgets. It is an error if one is missed by more than a tenth.
func (b *budgets) report() error {
	fmt.Println("\nBudgets")
	for _, line := range b.lines {
		fmt.Println(line)
	}
	if len(b.missed) > 0 {
		return fmt.Errorf("missed by more than a tenth: %q", b.missed)
	}
	return nil
}

// ratio is the median of a result to that of another one.
func ratio(r, to result) float64 { return float64(r.median()) / float64(to.median()) }

// limited is a candidate whose median may be at most so many times that of the first candidate;
// 0 = any number of times.
type limited struct {
	candidate
	limit float64
}

// within measures candidates beside a first one, and checks the limits of the others.
func (s *server) within(title string, rounds int, first candidate, others ...limited) error {
	candidates := []candidate{first}
	for _, other := range others {
		candidates = append(candidates, other.candidate)
	}
	results, err := measureCopies(rounds, candidates...)
	if err != nil {
		return err
	}
	table(title, candidates, results)
	for i, other := range others {
		if other.limit > 0 {
			s.budgets.check(other.name+" / "+first.name, ratio(results[i+1], results[0]), other.limit, "x")
		}
	}
	return nil
}

// duration checks a median against a limit.
func (s *server) duration(name string, r result, limit time.Duration) {
	s.budgets.check(name, ms(r.median()), ms(limit), "ms")
}

// compared measures hooks and status lines beside those of another build.
func compared(s *server) error {
	if s.base == "" {
		return nil
	}
	const rounds = 300
	// Each build has a server of its own: it stores programs there, and finds those of the other build
	// to be none of its own.
	other, err := start(s, s.base)
	if err != nil {
		return err
	}
	defer other.stop()
	fmt.Printf("\nBeside the build of --base (%d copies, %d pairs in all)\n", copies, rounds)
	for _, call := range []struct {
		name, stdin, command string
	}{
		{"PreToolUse", strings.Replace(payload, "PostToolUse", "PreToolUse", 1), "hook"},
		{"Stop", `{"session_id":"s","hook_event_name":"Stop","last_assistant_message":"All tests pass."}`, "hook"},
		{"status line", statusJSON(7), "statusline"},
	} {
		results, err := measureCopies(rounds, other.atm(call.stdin, call.command), s.atm(call.stdin, call.command))
		if err != nil {
			return err
		}
		line(call.name+", of the base", results[0], "")
		line(call.name, results[1], fmt.Sprintf("%5.3f x", ratio(results[1], results[0])))
		s.budgets.check(call.name+" / that of the base", ratio(results[1], results[0]), 1, "x")
	}
	return nil
}

// copies is how many copies of a program are measured: where it lies in memory and on the disk counts as
// much as a hundred lines of code.
const copies = 5

// measureCopies measures candidates as [measure] does, with so many rounds in all, and with a new copy of
// their programs in each part of them.
func measureCopies(rounds int, candidates ...candidate) ([]result, error) {
	all := make([]result, len(candidates))
	for range copies {
		for _, c := range candidates {
			if err := copyAnew(c.program); err != nil {
				return nil, err
			}
		}
		results, err := measure(rounds/copies, candidates...)
		if err != nil {
			return nil, err
		}
		for i, r := range results {
			all[i].times = append(all[i].times, r.times...)
			all[i].rss = max(all[i].rss, r.rss)
		}
	}
	for _, r := range all {
		slices.Sort(r.times)
	}
	return all, nil
}

// copyAnew replaces a program by a copy of it in one write, as scripts/build does; "" = nothing to do.
func copyAnew(program string) error {
	if program == "" {
		return nil
	}
	text, err := os.ReadFile(program)
	if err != nil {
		return err
	}
	if err := os.WriteFile(program+".new", text, 0o755); err != nil {
		return err
	}
	return os.Rename(program+".new", program)
}

// size checks how large the program is.
func size(s *server) error {
	info, err := os.Stat(filepath.Join(s.bin, "atm"))
	if err == nil {
		s.budgets.check("size of atm", float64(info.Size())/1e6, 8.2, "MB")
	}
	return err
}
