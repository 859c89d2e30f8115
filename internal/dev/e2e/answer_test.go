package e2e

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"atm/internal/dev/tmuxtest"
	"atm/internal/sys/proc"
	"atm/internal/sys/socket"
	"atm/tmuxopt"
)

// called waits for the result of a call, and compares it and who has decided.
func (st *stage) called(who, text, expr string) {
	var u use
	var err error
	ended := within(patience, func() bool {
		u, err = st.home.use(text)
		return err == nil && u.ended
	})
	if !ended {
		st.tb.Fatalf("%q has no result within %v: %v\n%s", text, patience, err, st.diary())
	}
	if u.by() != who || !regexp.MustCompile(expr).MatchString(u.result) {
		st.tb.Fatalf("%q was decided by %s, want %s; its result is %s, want %s", text, u.by(), who, u.result, expr)
	}
}

// ends is how long a hook may go on when its call is over.
const ends = time.Second

// silent waits until nothing is left of calls that are over.
func (st *stage) silent(name string) {
	left := ""
	if !within(st.stretch(ends), func() bool { left = st.left(name); return left == "" }) {
		st.tb.Fatalf("%s: %s\n%s", name, left, st.diary())
	}
}

// left says what is left of calls in a pane, and which hooks run and listen at all.
func (st *stage) left(name string) string {
	var left []string
	if value := st.option(name, tmuxopt.Answerable); value != "" {
		left = append(left, fmt.Sprintf("%s is %q", tmuxopt.Answerable, value))
	}
	sockets, _ := filepath.Glob(filepath.Join(socket.Dir(filepath.Dir(st.tmux.Socket)), "*")) // the pattern is valid
	if len(sockets) > 0 {
		left = append(left, "sockets: "+strings.Join(sockets, " "))
	}
	if hooks := tmuxtest.Pgrep(st.tb, "-f", "^"+st.home.atm()+" hook"); hooks != "" {
		left = append(left, "hooks run: "+hooks)
	}
	return strings.Join(left, ", ")
}

// written returns the call of a session that is at rest. Its client may write a little later.
func (st *stage) written(text string) (u use, err error) {
	within(st.stretch(ends), func() bool {
		u, err = st.home.use(text)
		return u.ended
	})
	return u, err
}

// reply is a run of atm answer.
type reply struct {
	words      []string // what was answered
	began, end time.Time
	pid, exit  int
	output     string
}

// answer runs atm answer for a pane, as somebody does who sits at another one.
func (st *stage) answer(pane string, words ...string) reply {
	cmd := exec.Command(st.home.atm(), append([]string{"answer", pane}, words...)...)
	cmd.Env = append(st.tmux.Env("%0"), "CLAUDE_CONFIG_DIR="+st.home.claude(), "HOME="+st.home.dir)
	r := reply{words: words, began: time.Now()}
	out, _ := cmd.CombinedOutput() // the status is below
	r.end, r.output = time.Now(), strings.TrimSpace(string(out))
	r.pid, r.exit = cmd.Process.Pid, cmd.ProcessState.ExitCode()
	return r
}

func (r reply) String() string {
	return fmt.Sprintf("%q: exit %d, %q", r.words, r.exit, r.output)
}

// unproven reports whether an answer was given, but its effect was not seen in time.
func (r reply) unproven() bool { return r.exit != 0 && strings.Contains(r.output, "nothing proves") }

func (st *stage) option(name string, o tmuxopt.Option) string {
	return st.tmux.Tmux("show-options", "-pqvt", st.actors[name].pane, string(o))
}

// awaited waits until a hook of the pane waits for an answer, and returns its process. It is 0 if
// the hook has not waited for a dialog that the client reported late.
func (st *stage) awaited(name string) (hook int) {
	limit := time.Now().Add(st.stretch(hookPatience))
	st.until(name, "a hook waits for an answer", func() bool {
		for _, call := range tmuxopt.Entries(st.option(name, tmuxopt.Answerable)) {
			process, _ := strconv.Atoi(call.Word)
			if proc.Is(process, "") { // one that was killed may have left its name
				hook = process
			}
		}
		asks := st.monitor.seen(st.actors[name].pane).truth.at(time.Now()) == "attention"
		return hook != 0 || asks && time.Now().After(limit)
	})
	return hook
}

// hookPatience is how long a dialog may be open without a hook that waits.
const hookPatience = 4 * time.Second
