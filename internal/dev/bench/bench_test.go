// Package bench measures the product beside what it is compared with, in turns
// within one run: the machine's noise hits both. It prints medians and 95th
// percentiles, and at the end each budget with what was measured. It fails where one is missed by more
// than a tenth.
package bench

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestBudgets measures the programs in the directory that ATM_BENCH names, beside those in ATM_BENCH_BASE
// if that is set. scripts/bench builds and names them.
func TestBudgets(t *testing.T) {
	programs := os.Getenv("ATM_BENCH")
	if programs == "" {
		t.Skip("nothing to measure: scripts/bench runs this")
	}
	if err := bench(t, programs, os.Getenv("ATM_BENCH_BASE")); err != nil {
		t.Fatal(err)
	}
}

func bench(tb testing.TB, bin, base string) error {
	s, err := start(tb, bin)
	if err != nil {
		return err
	}
	defer s.stop()
	s.base = base
	// The system counts our own memory as that of what we start, until it has begun:
	// what makes much of it comes last.
	for _, part := range []func(*server) error{
		size, compared, memory, hooks, gates, guards, statusLines, transcripts, decode, toScreen, follows, icons, looks, startUp,
		payloads,
	} {
		if err := part(s); err != nil {
			return err
		}
	}
	return s.budgets.report()
}

// server is a private tmux server with one pane, %0.
type server struct {
	testing.TB
	bin, scratch, socket, pid string
	base                      string // directory of the build to compare with, "" = none
	budgets                   budgets
}

func start(tb testing.TB, bin string) (*server, error) {
	dir, err := os.MkdirTemp("/tmp", "atm-bench")
	if err != nil {
		return nil, err
	}
	s := &server{TB: tb, bin: bin, scratch: tb.TempDir(), socket: filepath.Join(dir, "s")}
	if _, err := s.tmux("-f", "/dev/null", "new-session", "-d", "-x", "200", "-y", "50",
		"sleep 10000"); err != nil {
		return nil, err
	}
	s.pid, err = s.tmux("display-message", "-p", "#{pid}")
	return s, err
}

func (s *server) stop() {
	_, _ = s.tmux("kill-server") // nothing to be done about it
	_ = os.RemoveAll(filepath.Dir(s.socket))
}

func (s *server) tmux(args ...string) (string, error) {
	cmd := s.command("tmux", append([]string{"-u", "-S", s.socket}, args...)...)
	out, err := cmd.Output()
	return strings.TrimSpace(string(out)), err
}

// command prepares a process of pane %0, started as Claude Code 2.1.214 and later start a hook.
func (s *server) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	for _, kv := range os.Environ() {
		if !strings.HasPrefix(kv, "TMUX") && !strings.HasPrefix(kv, "CLAUDE") && !strings.HasPrefix(kv,
			"ATM_") {
			cmd.Env = append(cmd.Env, kv)
		}
	}
	cmd.Env = append(cmd.Env, "TMUX="+s.socket+","+s.pid+",0", "TMUX_PANE=%0",
		"CLAUDE_PID="+strconv.Itoa(os.Getpid()))
	return cmd
}

// candidate is one of the things that are compared.
type candidate struct {
	name    string
	make    func() *exec.Cmd
	stdin   string
	next    func() string // if set, returns another standard input for each run
	program string        // a program of ours; "" = another one
}

// run runs it once, and returns how long it took and its peak of memory in KiB.
func (c candidate) run() (took time.Duration, rss int64, err error) {
	if c.next != nil {
		c.stdin = c.next()
	}
	stdin, err := input(c.stdin)
	if err != nil {
		return 0, 0, err
	}
	defer stdin.Close()
	cmd := c.make()
	cmd.Stdin = stdin
	begin := time.Now()
	if err := cmd.Run(); err != nil {
		return 0, 0, fmt.Errorf("%s: %w", c.name, err)
	}
	return time.Since(begin), cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss, nil
}

// input is a file with the text, which nobody has to write while a program runs.
func input(text string) (*os.File, error) {
	f, err := os.CreateTemp("", "atm-bench")
	if err != nil {
		return nil, err
	}
	if err = os.Remove(f.Name()); err == nil {
		_, err = f.WriteString(text)
	}
	if err == nil {
		_, err = f.Seek(0, io.SeekStart)
	}
	return f, err
}

// result holds the times of one candidate, sorted, and its largest memory.
type result struct {
	times []time.Duration
	rss   int64 // KiB
}

func (r result) quantile(q float64) time.Duration {
	return r.times[min(int(q*float64(len(r.times))), len(r.times)-1)]
}

func (r result) median() time.Duration { return r.quantile(0.5) }

// measure runs the candidates in turns, after some rounds that do not count. The
// order changes: a server that has just had a client is not yet at rest.
func measure(rounds int, candidates ...candidate) ([]result, error) {
	const warm = 5
	results := make([]result, len(candidates))
	for round := range warm + rounds {
		for _, i := range rand.Perm(len(candidates)) {
			took, rss, err := candidates[i].run()
			if err != nil {
				return nil, err
			}
			if round >= warm {
				results[i].times = append(results[i].times, took)
			}
			results[i].rss = max(results[i].rss, rss)
		}
	}
	for i := range results {
		slices.Sort(results[i].times)
	}
	return results, nil
}

// compare measures candidates and prints a table of them.
func compare(title string, rounds int, candidates ...candidate) error {
	results, err := measure(rounds, candidates...)
	if err == nil {
		table(title, candidates, results)
	}
	return err
}

// table prints results; ratios are to the first candidate.
func table(title string, candidates []candidate, results []result) {
	fmt.Printf("\n%s (%d runs each)\n", title, len(results[0].times))
	for i, r := range results {
		line(candidates[i].name, r, fmt.Sprintf("%5.2f x", float64(r.median())/float64(results[0].median())))
	}
}

func line(name string, r result, remark string) {
	fmt.Printf("  %-46s median %7.2f ms   p95 %7.2f ms   %s\n", name, ms(r.median()), ms(r.quantile(0.95)),
		remark)
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
