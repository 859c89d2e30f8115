package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"
)

// agreement is how soon a pane must show what the registry says.
const agreement = 500 * time.Millisecond

// client starts a client in a pane, as a person does: by typing its name.
func (st *stage) client(name string, args []string) {
	a := st.actors[name]
	st.until(name, "the client before has left the terminal to the shell", func() bool {
		return st.tmux.Tmux("display-message", "-p", "-t", a.pane, "#{pane_current_command}") == "bash"
	})
	// What another client has left on the screen could be taken for this one. New
	// versions start in auto mode; of two modes the last one counts.
	st.say(name, strings.Join(append([]string{"clear; claude --permission-mode default"}, args...), " "))
	a.cursor = time.Now()
	st.until(name, "the client is ready", func() bool {
		screen := st.screen(a)
		ready := strings.Contains(screen, "? for shortcuts") || strings.Contains(screen, "shift+tab")
		if st.settings.statusLine != "" { // then there is no help below the prompt
			ready = strings.Contains(screen, "❯")
		}
		return ready && st.monitor.seen(a.pane).truth.at(time.Now()) == "idle"
	})
}

// say types a line. It sees to it that all of it has arrived before Enter: the
// client takes what comes in one burst for a paste.
func (st *stage) say(name, text string) {
	a := st.actors[name]
	count := func() int { return strings.Count(squash(st.screen(a)), squash(text)) }
	before := count()
	st.tmux.Tmux("send-keys", "-t", a.pane, "-l", "--", text)
	st.until(name, fmt.Sprintf("%q is on the screen", text), func() bool { return count() > before })
	st.keys(name, "Enter")
}

// squash takes away where lines are broken.
func squash(s string) string { return strings.Join(strings.Fields(s), "") }

func (st *stage) keys(name string, keys ...string) {
	st.tmux.Tmux(append([]string{"send-keys", "-t", st.actors[name].pane}, keys...)...)
}

// sees waits for a text on the screen.
func (st *stage) sees(name, expr string) {
	want := regexp.MustCompile("(?m)" + expr)
	st.until(name, "the screen shows "+expr,
		func() bool { return want.MatchString(st.screen(st.actors[name])) })
}

// choose takes the choice of a dialog that begins with a text.
func (st *stage) choose(name, text string) {
	st.press(name, regexp.MustCompile(`(\d)\. `+regexp.QuoteMeta(text)),
		func(match []string) string { return match[1] })
}

// deaf is how long a new dialog takes no notice of keys, lest somebody answers it
// who only went on typing.
const deaf = 700 * time.Millisecond

// press presses a key when the screen has shown something for a while, and again
// until it does so no more.
func (st *stage) press(name string, shown *regexp.Regexp, key func(match []string) string) {
	st.sees(name, shown.String())
	due, pressed := time.Now().Add(deaf), 0
	st.until(name, "the screen shows no more "+shown.String(), func() bool {
		match := shown.FindStringSubmatch(st.screen(st.actors[name]))
		if match != nil && time.Now().After(due) {
			st.keys(name, key(match))
			due = time.Now().Add(2 * deaf)
			pressed++
		}
		return match == nil
	})
	if pressed > 1 {
		st.keys(name, "C-u") // it was slow, not deaf: the last key may stand in the next prompt
	}
}

// rest is how long a screen does not change that has come to rest.
const rest = 1500 * time.Millisecond

// notices match what stands at the right edge of the screen.
var notices = regexp.MustCompile(`(?m) {10,}\S.*$| +$`)

// drawn waits until the command of the status line has said that it has run, and returns
// the screen from the prompt on when it has come to rest. Above the prompt, and at the
// right edge, the client shows notices that come and go.
func (st *stage) drawn(name, run string) (screen string) {
	var written time.Time
	st.until(name, "the status line "+run+" has run", func() bool {
		// 2.1.197 misses a change that comes soon after its start.
		if time.Since(written) > 3*time.Second {
			written = time.Now()
			if err := st.home.set(st.settings, st.version); err != nil {
				st.tb.Fatal(err)
			}
		}
		text, _ := os.ReadFile(filepath.Join(st.home.dir, "runs")) // there is none yet
		return slices.Contains(strings.Fields(string(text)), run)
	})
	since := time.Now()
	st.until(name, "the screen is at rest", func() bool {
		now := st.screen(st.actors[name])
		if now = notices.ReplaceAllString(now[max(strings.LastIndex(now, "❯"), 0):], ""); now != screen {
			screen, since = now, time.Now()
		}
		return time.Since(since) > rest
	})
	return screen
}

// kill kills the client of a pane, which leaves it no time for a word.
func (st *stage) kill(name string) error {
	return syscall.Kill(st.monitor.seen(st.actors[name].pane).client.PID, syscall.SIGKILL)
}

// state waits until the registry says that a client is in a state, or was since
// the last time that it was asked for; then the pane must show the same soon.
func (st *stage) state(name, want string, bound time.Duration) {
	a := st.actors[name]
	var since time.Time
	st.until(name, "the registry says "+want, func() bool {
		var found bool
		since, found = st.monitor.seen(a.pane).truth.since(a.cursor, want)
		return found
	})
	a.cursor = since
	limit := since.Add(bound)
	st.until(name, "the monitor has seen enough", func() bool {
		w := st.monitor.seen(a.pane)
		return w.shown.during(since, limit, want) || time.Now().After(limit.Add(2*beat))
	})
	w := st.monitor.seen(a.pane)
	if st.sources.complete() && !w.shown.during(since, limit, want) && w.truth.at(limit) == want {
		st.tb.Fatalf("%s: the registry says %s since %s, the pane %s\n%s", name, want, clock(since),
			w.shown.at(limit), st.diary())
	}
}

// session waits until the client has a session that the script does not know,
// and the pane names it.
func (st *stage) session(name string) string {
	a := st.actors[name]
	st.until(name, "the pane names the client's session", func() bool {
		w := st.monitor.seen(a.pane)
		return w.session != a.session && w.session == w.client.SessionID
	})
	a.session = st.monitor.seen(a.pane).session
	return a.session
}
