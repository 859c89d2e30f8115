package e2e

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/go-cmp/cmp"

	"atm/internal/dev/tmuxtest"
)

// pictures is the directory of the pictures in the documents.
const pictures = "../../../docs/pictures"

// setUp installs atm in the home as a person does, and has the running server read what tmux
// reads when it starts.
func (st *stage) setUp() {
	setup := exec.Command(st.home.atm(), "setup", "--yes")
	setup.Env = append(st.home.env(st.api), "TMUX="+st.tmux.Socket+","+st.tmux.PID+",0")
	if out, err := setup.CombinedOutput(); err != nil {
		st.tb.Fatalf("%v\n%s", err, out)
	}
	st.settings.statusLine = st.home.atm() + " statusline"
	st.tmux.Tmux("set-option", "-gu", "status-right")
	st.tmux.Tmux("source-file", filepath.Join(st.home.dir, ".tmux.conf"))
}

// still is how long a screen that is photographed has not changed.
const still = 700 * time.Millisecond

// shows waits until a screen shows all of that, and has come to rest, and returns it with its colours.
func (st *stage) shows(capture func() string, exprs []string) (captured string) {
	var want []*regexp.Regexp
	for _, expr := range exprs {
		want = append(want, regexp.MustCompile("(?m)"+expr))
	}
	matches := func(text string) bool {
		for _, w := range want {
			if !w.MatchString(text) {
				return false
			}
		}
		return true
	}
	last, since := "", time.Now()
	atRest := func() bool {
		captured = capture()
		text := colours.ReplaceAllString(captured, "")
		switch now := fmt.Sprint(parts(text)); {
		case !matches(text):
			last = ""
		case now != last:
			last, since = now, time.Now()
		default:
			return time.Since(since) > still
		}
		return false
	}
	if within(patience, atRest) {
		return captured
	}
	text := colours.ReplaceAllString(captured, "")
	st.tb.Fatalf("not within %v: the screen shows %q\n%s", patience, exprs, text)
	return ""
}

// colours matches the sequences that tmux writes for colours.
var colours = regexp.MustCompile(`\x1b\[[0-9;:]*m`)

// terminal returns what a person at the terminal sees.
func (st *stage) terminal() string { return st.capture(st.viewer, "%0") }

// capture returns what a pane shows, with its colours, and with another home than that of this test.
func (st *stage) capture(server *tmuxtest.Server, pane string) string {
	return st.home.anonymous(server.Tmux("capture-pane", "-e", "-p", "-t", pane))
}

// picture makes a picture of a pane.
func (st *stage) picture(file, name string, exprs []string) error {
	pane := st.actors[name].pane
	width, err := strconv.Atoi(st.tmux.Tmux("display-message", "-p", "-t", pane, "#{pane_width}"))
	if err != nil {
		return err
	}
	captured := st.shows(func() string { return st.capture(st.tmux, pane) }, exprs)
	return st.publish(file, SVG(captured, width))
}

// frame adds what the terminal shows to animations.
func (st *stage) frame(files, duration, caption string, exprs []string) error {
	stays, err := time.ParseDuration(duration)
	if err != nil {
		return err
	}
	captured := st.shows(st.terminal, exprs)
	frame := Frame{Captured: captured, Caption: caption, Duration: stays}
	for _, file := range strings.Split(files, ",") {
		st.frames[file] = append(st.frames[file], frame)
	}
	return nil
}

// animation makes an animation of its frames. Where nothing moves, that with the number still is seen.
func (st *stage) animation(file, still string) error {
	index, err := strconv.Atoi(still)
	if err != nil {
		return err
	}
	columns, err := st.columns()
	if err != nil {
		return err
	}
	return st.publish(file, Animation(st.frames[file], index, columns))
}

// column makes a picture of frames one below the other, each below its caption.
func (st *stage) column(file string) error {
	columns, err := st.columns()
	if err != nil {
		return err
	}
	const captionColour, ordinary = "\x1b[36m", "\x1b[0m"
	var screens []string
	for _, frame := range st.frames[file] {
		screens = append(screens, captionColour+frame.Caption+ordinary+"\n\n"+frame.Captured+ordinary)
	}
	return st.publish(file, SVG(strings.Join(screens, "\n\n"), columns))
}

// columns is the width of the terminal.
func (st *stage) columns() (int, error) {
	return strconv.Atoi(st.viewer.Tmux("display-message", "-p", "#{window_width}"))
}

// writesPictures reports whether somebody wants new pictures.
func writesPictures() bool { return os.Getenv("ATM_E2E_PICTURES") != "" }

// publish compares a picture with the one in the documents. Where new ones are wanted it takes its
// place instead.
func (st *stage) publish(file, svg string) error {
	path := filepath.Join(pictures, file)
	if writesPictures() {
		if err := revealing(svg); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		return os.WriteFile(path, []byte(svg), 0o644)
	}
	before, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	old, err := Read(string(before))
	if err != nil {
		return err
	}
	now, err := Read(svg)
	if err != nil {
		return err
	}
	if diff := cmp.Diff(allParts(old), allParts(now)); diff != "" {
		st.tb.Errorf("%s does not show what is there (-picture +screen): scripts/pictures makes it again\n%s",
			file, diff)
	}
	return nil
}

// revealing returns an error if a text names this machine, or who uses it.
func revealing(text string) error {
	me, err := user.Current()
	if err != nil {
		return err
	}
	host, err := os.Hostname()
	if err != nil {
		return err
	}
	for _, name := range []string{me.Username, me.HomeDir, host} {
		if regexp.MustCompile(`(^|\W)` + regexp.QuoteMeta(name) + `(\W|$)`).MatchString(text) {
			return fmt.Errorf("%q stands in it", name)
		}
	}
	return nil
}

// allParts returns for each frame what is to be seen in it, in alphabetical order: a line more in one
// pane moves all others there, and Claude Code has such lines for a moment.
func allParts(frames [][]string) (all [][]string) {
	for _, lines := range frames {
		all = append(all, parts(strings.Join(lines, "\n")))
	}
	return all
}

// parts returns what stands on a screen, a part being what no two spaces divide, without what changes
// from run to run, or while one looks.
func parts(text string) []string {
	seen := map[string]bool{}
	for _, part := range between.Split(subagent.ReplaceAllString(text, "$1"), -1) {
		for _, r := range changing {
			part = r.matches.ReplaceAllString(part, r.by)
		}
		if part = strings.Trim(part, " ·"); part != "" {
			seen[part] = true
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

var between = regexp.MustCompile(`\s{2,}|\n|[│┌┐└┘├┤─]+`)

// subagent matches the line of a subagent at work: what stands behind its type is cut where its time and
// tokens need room.
var subagent = regexp.MustCompile(`(◯ \S+) .*?tokens`)

var changing = []struct {
	matches *regexp.Regexp
	by      string
}{
	{regexp.MustCompile(`[✢✳✶✻✽●⏺] ?`), ""}, // they blink and turn
	// What it does, and for how long.
	{regexp.MustCompile(`^(.*… \(|\S+ for \d|\(ctrl\+b|Running |Building the |Working).*`), ""},
	{regexp.MustCompile(` (· |\()(\d+m )?\d+s\)?$`), ""},
	{regexp.MustCompile(`^<?(\d+m )?\d+[smhd]$`), ""},
	{regexp.MustCompile(`\d+:\d\d \d\d-\w+-\d\d$`), "00:00 01-Jan-00"},
	{regexp.MustCompile(`(manual mode on).*`), "$1"}, // what else one could do
	{regexp.MustCompile(`^.*ffort$`), ""},            // a notice at the edge, or what a popup leaves of it
	// The label of a preview, and what the popup leaves of a prompt beside it: they touch now and then.
	{regexp.MustCompile(`^(❯ The( said)?|said)$`), ""},
	{regexp.MustCompile(`v\d+\.\d+\.\d+`), "v0.0.0"},
	{regexp.MustCompile(`\d+ %`), "0 %"}, // of a context that is being filled
	{regexp.MustCompile(`\$\d+\.\d\d`), "$0.00"},
}
