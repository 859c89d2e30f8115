package e2e

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"

	"atm/internal/sys/proc"
	"atm/tmuxopt"
)

// callFacts are what can be seen of a call when all is over.
type callFacts struct {
	use
	ran, edited bool // the files say so
	worked      bool // the client said that it went on before it was at rest
	replies     []countedReply
}

// countedReply is a run of atm answer, and how often a hook has printed what it answered.
type countedReply struct {
	reply
	printed int
}

// answers reports whether the line is of a hook that has printed what this run answered. Process ids
// are used again, so the time counts.
func (c hookCall) answers(r reply) bool {
	end := c.Time.Add(time.Duration(c.Microseconds) * time.Microsecond)
	return c.AnsweredBy == r.pid && end.After(r.began) && end.Before(r.end.Add(ends))
}

// round has the session ask, and answers while a rival does what it does. The mark is in all that is
// said of the call.
func (r *race) round(mark string, n int) error {
	v := rivals[n%len(rivals)]
	if err := r.begin(); err != nil {
		return err
	}
	r.say(r.name, "run: touch ../"+mark+"ran")
	hook := r.awaited(r.name)
	if hook == 0 {
		r.count("(no hook has waited)")
		r.press(r.name, regexp.MustCompile("Esc to cancel"), func([]string) string { return "Escape" })
		return nil
	}
	time.Sleep(deaf) // until the dialog takes keys
	delay := earliest + time.Duration(r.rand.Int64N(int64(latest-earliest)))
	replies := r.fire(v, mark, hook, delay)
	left := r.settle(v, hook)
	f := r.facts(mark, replies)
	winner := f.by()
	if winner == "allow" || winner == "deny" {
		winner = "the hook"
	}
	said := ""
	for _, reply := range f.replies {
		said += fmt.Sprintf(" %s=%d", reply.words[0], reply.exit)
	}
	r.count(fmt.Sprintf("%-22s against %-12s decided by %-8s said%s", v.name, strings.Join(v.answers, ","), winner, said))
	err := errors.Join(left, v.judge(f))
	if err != nil {
		err = fmt.Errorf("%s after %v, %v; by %s, ran %t, edited %t, result %s: %w", v.name, delay, replies, f.by(),
			f.ran, f.edited, f.result, err)
	}
	return err
}

// begin sees to it that a client waits for a prompt: the one before may be about to end.
func (r *race) begin() error {
	if r.command("has-session", "-t", r.pane()) != nil {
		r.openFor(r.name, "")
	}
	began := false
	r.until(r.name, "the input is empty", func() bool {
		if !began && r.monitor.seen(r.pane()).truth.at(time.Now()) == closed {
			r.client(r.name, nil)
			began = true
			return true
		}
		r.hit("C-u") // what late keys have left
		time.Sleep(apart)
		return emptyInput.MatchString(r.screen(r.actors[r.name]))
	})
	return nil
}

// emptyInput matches a prompt without a text, or with the client's own advice.
var emptyInput = regexp.MustCompile(`(?m)^❯[\s\x{a0}]*(Try .*)?$`)

// fire answers, and lets the rival act so much later, or sooner.
func (r *race) fire(v rival, mark string, hook int, delay time.Duration) []reply {
	replies := make([]reply, len(v.answers))
	start := time.Now().Add(max(0, -delay))
	var all sync.WaitGroup
	for i, answer := range v.answers {
		words := []string{answer}
		switch answer {
		case "no":
			words = append(words, "--say", fmt.Sprintf("denied %s %d", mark, i))
		case "edit":
			words = append(words, "--command", "touch ../"+mark+"edited")
		}
		all.Go(func() {
			time.Sleep(time.Until(start))
			replies[i] = r.answer(r.pane(), words...)
		})
	}
	all.Go(func() {
		time.Sleep(time.Until(start.Add(delay)))
		v.do(r, hook)
	})
	all.Wait()
	return replies
}

// settle waits until the session is at rest again, and says what is left of the call.
func (r *race) settle(v rival, hook int) (left error) {
	a := r.actors[r.name]
	gone := func() bool { return r.command("has-session", "-t", a.pane) != nil }
	over := func() bool {
		state := r.monitor.seen(a.pane).truth.at(time.Now())
		return gone() || state == closed || state == "idle"
	}
	if !within(r.stretch(3*time.Second), over) && r.monitor.seen(a.pane).truth.at(time.Now()) == "attention" {
		r.count("(the dialog has stayed open: " + v.name + ")")
		r.hit("Escape")
	}
	r.until(r.name, "the session is at rest", over)
	within(r.stretch(ends), func() bool {
		left = r.remains(v, hook, gone())
		return left == nil
	})
	return left
}

func (r *race) remains(v rival, hook int, gone bool) error {
	if !v.ofHook && proc.Is(hook, "") {
		return fmt.Errorf("the hook %d goes on", hook)
	}
	if gone || v.ofHook { // a hook that is killed leaves its name
		return nil
	}
	if value := r.option(r.name, tmuxopt.Answerable); value != "" {
		return fmt.Errorf("%s is %q", tmuxopt.Answerable, value)
	}
	return nil
}

// facts finds out what has come of a call.
func (r *race) facts(mark string, replies []reply) callFacts {
	var f callFacts
	f.use, _ = r.written(mark) // a client that was killed has not written it down
	exists := func(name string) bool {
		_, err := os.Stat(filepath.Join(r.home.dir, mark+name))
		return err == nil
	}
	f.ran, f.edited = exists("ran"), exists("edited")
	f.worked = r.monitor.seen(r.pane()).truth.during(replies[0].began, replies[0].end, "working")
	calls, _ := r.home.calls() // what cannot be read fails the scene in its end
	for _, reply := range replies {
		t := countedReply{reply: reply}
		for _, c := range calls {
			if c.answers(reply) {
				t.printed++
			}
		}
		f.replies = append(f.replies, t)
	}
	return f
}
