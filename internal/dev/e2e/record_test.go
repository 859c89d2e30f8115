package e2e

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"atm/internal/dev/trace"
)

// recorder records what Claude Code tells atm, and what its screens show, for scripts/demo.
type recorder struct {
	st    *stage
	dir   string // gets a file of each hook and status line
	begin time.Time
	end   chan struct{}
	ended sync.WaitGroup

	lines    map[string][]string // of each pane
	statuses map[string]string   // of each pane, in the registry

	mu   sync.Mutex
	rows []trace.Row
}

// listener stands in front of atm, and keeps what it is told. The name of a file says of which
// pane, and for which command.
const listener = `#!/bin/sh
case $1 in
hook | statusline)
	file=%[1]s/$$.$TMUX_PANE.$1
	cat >"$file"
	exec %[2]s "$@" <"$file" ;;
esac
exec %[2]s "$@"
`

// record begins a recording of all clients that run.
func (st *stage) record() error {
	r := &recorder{
		st: st, dir: filepath.Join(st.home.dir, "told"), begin: time.Now(), end: make(chan struct{}),
		lines: map[string][]string{}, statuses: map[string]string{},
	}
	atm, err := os.Readlink(st.home.atm())
	if err != nil {
		return err
	}
	listener := fmt.Sprintf(listener, r.dir, atm)
	if err := errors.Join(os.Mkdir(r.dir, 0o700), os.Remove(st.home.atm()),
		os.WriteFile(st.home.atm(), []byte(listener), 0o700)); err != nil {
		return err
	}
	st.recorder = r
	r.ended.Go(r.watch)
	return nil
}

// watch looks at the screens until the recording ends.
func (r *recorder) watch() {
	const often = 200 * time.Millisecond
	tick := time.NewTicker(often)
	defer tick.Stop()
	for {
		r.record()
		select {
		case <-r.end:
			return
		case <-tick.C:
		}
	}
}

// record records which lines of the screens have changed, and what the registry says.
func (r *recorder) record() {
	for _, a := range r.st.actors {
		client := r.st.monitor.seen(a.pane).client
		if client.Status != r.statuses[a.pane] {
			r.statuses[a.pane] = client.Status
			entry := trace.Registry{SessionID: client.SessionID, Status: client.Status}
			r.add(trace.Row{Pane: a.pane, Registry: &entry})
		}
		lines := independent(strings.Split(r.st.capture(r.st.tmux, a.pane), "\n"))
		changed := map[int]string{}
		for i, line := range lines {
			if before := r.lines[a.pane]; i >= len(before) || before[i] != line {
				changed[i] = line
			}
		}
		r.lines[a.pane] = lines
		if len(changed) > 0 {
			r.add(trace.Row{Pane: a.pane, Screen: changed})
		}
	}
}

// independent gives each line the colours with which it begins: tmux writes only changes, also from
// line to line.
func independent(lines []string) []string {
	var all []string
	var text, ground, attributes string // what is in force
	for _, line := range lines {
		all = append(all, attributes+text+ground+line)
		for _, change := range colours.FindAllString(line, -1) {
			switch {
			case resets.MatchString(change):
				text, ground, attributes = "", "", change
			case foreground.MatchString(change):
				text = change
			case background.MatchString(change):
				ground = change
			default:
				attributes += change
			}
		}
	}
	return all
}

// The kinds of changes: a foreground replaces the one before, so does a background, and a reset all.
var (
	resets     = regexp.MustCompile(`^\x1b\[0?[;m]`)
	foreground = regexp.MustCompile(`^\x1b\[(3[0-9]|9[0-7])[;m]`)
	background = regexp.MustCompile(`^\x1b\[(4[0-9]|10[0-7])[;m]`)
)

// add adds what is there now.
func (r *recorder) add(row trace.Row) {
	r.mu.Lock()
	defer r.mu.Unlock()
	row.T = r.since(time.Now())
	r.rows = append(r.rows, row)
}

// since is a time in the recording, in seconds.
func (r *recorder) since(t time.Time) float64 { return float64(t.Sub(r.begin).Milliseconds()) / 1000 }

// stop ends the recording.
func (r *recorder) stop() {
	close(r.end)
	r.ended.Wait()
}

// finish ends the recording, and writes it where the pictures are written, too.
func (r *recorder) finish(file string) error {
	r.stop()
	if err := r.addPayloads(); err != nil || !writesPictures() {
		return err
	}
	slices.SortStableFunc(r.rows, func(a, b trace.Row) int { return int(1000*a.T) - int(1000*b.T) })
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	for _, row := range r.rows {
		if err := encoder.Encode(row); err != nil {
			return err
		}
	}
	text := r.st.home.anonymousJSON(b.String())
	if err := revealing(text); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return os.WriteFile(filepath.Join("../../../testdata/traces", file), []byte(text), 0o644)
}

// addPayloads adds what atm was told.
func (r *recorder) addPayloads() error {
	files, err := os.ReadDir(r.dir)
	if err != nil {
		return err
	}
	for _, file := range files {
		text, err := os.ReadFile(filepath.Join(r.dir, file.Name()))
		if err != nil {
			return err
		}
		info, err := file.Info()
		if err != nil {
			return err
		}
		parts := strings.Split(file.Name(), ".")
		row := trace.Row{T: r.since(info.ModTime()), Pane: parts[1]}
		if parts[2] == "hook" {
			row.Hook = bytes.TrimSpace(text)
		} else {
			row.StatusLine = bytes.TrimSpace(text)
		}
		r.rows = append(r.rows, row)
	}
	return nil
}
