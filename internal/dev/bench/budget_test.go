package bench

import (
	"fmt"
	"os"
	"os/exec"
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
	results, err := measure(rounds, candidates...)
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

// compared measures hooks and status lines beside those of another build, five copies of each: where
// a program lies in memory and on the disk counts as much as a hundred lines of code.
func compared(s *server) error {
	if s.base == "" {
		return nil
	}
	const copies, pairs = 5, 60
	// Each build has a server of its own: it stores programs there, and finds those of the other build
	// to be none of its own.
	other, err := start(s, s.base)
	if err != nil {
		return err
	}
	defer other.stop()
	calls := []struct {
		name, stdin, command string
	}{
		{"PreToolUse", strings.Replace(payload, "PostToolUse", "PreToolUse", 1), "hook"},
		{"Stop", `{"session_id":"s","hook_event_name":"Stop","last_assistant_message":"All tests pass."}`, "hook"},
		{"status line", statusJSON(7), "statusline"},
	}
	fmt.Printf("\nBeside the build of --base (%d copies, %d pairs each)\n", copies, pairs)
	for _, call := range calls {
		var old, now result
		for i := range copies {
			candidates := make([]candidate, 2)
			for j, on := range []*server{other, s} {
				program := filepath.Join(s.scratch, fmt.Sprintf("copy-%s-%d-%d", call.name, i, j))
				if err := copyFile(filepath.Join(on.bin, "atm"), program); err != nil {
					return err
				}
				candidates[j] = candidate{name: call.name, stdin: call.stdin, make: func() *exec.Cmd {
					return on.command(program, call.command)
				}}
			}
			results, err := measure(pairs, candidates...)
			if err != nil {
				return err
			}
			old.times, now.times = append(old.times, results[0].times...), append(now.times, results[1].times...)
		}
		slices.Sort(old.times)
		slices.Sort(now.times)
		line(call.name+", of the base", old, "")
		line(call.name, now, fmt.Sprintf("%5.3f x", ratio(now, old)))
		s.budgets.check(call.name+" / that of the base", ratio(now, old), 1, "x")
	}
	return nil
}

// copyFile copies a program in one write, as scripts/build does.
func copyFile(from, to string) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, text, 0o755)
}

// size checks how large the program is.
func size(s *server) error {
	info, err := os.Stat(filepath.Join(s.bin, "atm"))
	if err == nil {
		s.budgets.check("size of atm", float64(info.Size())/1e6, 8.2, "MB")
	}
	return err
}
