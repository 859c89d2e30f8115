package e2e

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// keyRival is a person who presses a key while atm answer presses another one. Whose key it
// was can be told by what it does.
type keyRival struct {
	name, answer string
	press        func(r *race, hook int)
}

var keyRivals = []keyRival{
	{name: "Esc", answer: "yes", press: (*race).escape},
	{name: "key 1", answer: "no", press: (*race).one},
	{name: "key no", answer: "yes", press: (*race).no},
}

func (r *race) one(int) { r.hit("1") }

// keyRaces answers dialogs of subagents in the background by keys: each way so many times
// alone, and then in so many races.
func (st *stage) keyRaces(name string, times, rounds int, seed uint64) error {
	r := &race{stage: st, name: name, rand: rand.New(rand.NewPCG(seed, 0)), tally: newTally()}
	play := func(n int, v keyRival) {
		if err := r.keyRound(fmt.Sprintf("k%d.", n), v); err != nil {
			r.blame(fmt.Errorf("%s, round %d, %s against %s: %w", st.version, n, v.name, v.answer, err))
		}
	}
	for n := range times {
		play(2*n, keyRival{name: "nobody", answer: "yes", press: (*race).nothing})
		play(2*n+1, keyRival{name: "nobody", answer: "no", press: (*race).nothing})
	}
	for n := range rounds {
		play(2*times+n, keyRivals[n%len(keyRivals)])
	}
	return r.print(st.version)
}

// keyRound has a subagent ask twice. The first dialog is answered while a rival presses a
// key; the second one must not get a key that was meant for the first.
func (r *race) keyRound(mark string, v keyRival) error {
	if err := r.begin(); err != nil {
		return err
	}
	first, second := mark+"first", mark+"second"
	r.say(r.name, "agent: run: touch ../"+first+" => run: touch ../"+second)
	var opened time.Time
	r.until(r.name, "the dialog has been open for long enough to take keys", func() bool {
		switch isOpen := r.asks(first) && r.monitor.seen(r.pane()).shown.at(time.Now()) == "attention"; {
		case !isOpen:
			opened = time.Time{}
		case opened.IsZero():
			opened = time.Now()
		}
		return !opened.IsZero() && time.Since(opened) > deaf
	})
	got := r.fireKeys(v)
	f := keyFacts{rival: v, reply: got, open: r.asks(first)}
	f.landed = r.settleKeys(first, second)
	f.input, _ = r.input(r.name)
	f.first, f.second = r.ran(first), r.ran(second)
	r.count(f.String())
	if err := f.judge(); err != nil {
		return fmt.Errorf("%w: %v, %v", err, f, got)
	}
	return nil
}

// fireKeys answers, and lets the rival press its key so much later, or sooner. The moments are what is tried: there is
// nothing that one could wait for.
func (r *race) fireKeys(v keyRival) (got reply) {
	first, last := r.stretch(earliest), r.stretch(latest)
	delay := first + time.Duration(r.rand.Int64N(int64(last-first)))
	start := time.Now().Add(max(0, -delay))
	var all sync.WaitGroup
	all.Go(func() {
		time.Sleep(time.Until(start))
		got = r.answer(r.pane(), v.answer)
	})
	all.Go(func() {
		time.Sleep(time.Until(start.Add(delay)))
		v.press(r, 0)
	})
	all.Wait()
	return got
}

// asks reports whether the dialog about a command is open.
func (r *race) asks(command string) bool {
	above, _, found := strings.Cut(r.screen(r.actors[r.name]), "Do you want to proceed?")
	return found && strings.Contains(above[strings.LastIndex(above, "────")+1:], command)
}

func (r *race) ran(command string) bool {
	_, err := os.Stat(filepath.Join(r.home.dir, command))
	return err == nil
}

// settleKeys ends what is still open when it has stayed so, and reports whether the second
// dialog was over before that.
func (r *race) settleKeys(first, second string) (landed bool) {
	var since time.Time // the session has been as it is
	shown, ours := "", false
	r.until(r.name, "the session is at rest", func() bool {
		now := r.doing(first, second)
		if now != shown {
			landed = landed || shown == second && !ours
			shown, since = now, time.Now()
		}
		if now == "" || time.Since(since) < r.stretch(2*late) {
			return false
		}
		if now != "idle" {
			ours, since = ours || now == second, time.Now()
			r.hit("Escape")
		}
		return now == "idle"
	})
	return landed
}

// doing returns which command is asked for, or that the session is idle.
func (r *race) doing(commands ...string) string {
	for _, command := range commands {
		if r.asks(command) {
			return command
		}
	}
	if r.monitor.seen(r.pane()).truth.at(time.Now()) == "idle" {
		return "idle"
	}
	return ""
}

// keyFacts are what has come of a round.
type keyFacts struct {
	rival         keyRival
	reply         reply
	open          bool // the first dialog was when atm answer had ended
	landed        bool // a key has ended the second dialog
	first, second bool // the command ran
	input         string
}

func (f keyFacts) String() string {
	said := fmt.Sprintf("said=%d", f.reply.exit)
	if f.reply.exit != 0 { // in the words of the error
		why, _, _ := strings.Cut(f.reply.output, "\n")
		said += why[strings.LastIndex(why, ": ")+1:]
	}
	if f.landed {
		said += ", a key has ended the second dialog"
	}
	if f.input != "" {
		said += fmt.Sprintf(", %q in the input", f.input)
	}
	return fmt.Sprintf("%-7s against %-3s ran=%-5t %s", f.rival.name, f.rival.answer, f.first, said)
}

// judge says what atm answer must not have done.
func (f keyFacts) judge() error {
	var wrong []error
	yes := f.rival.answer == "yes"
	if f.landed && f.second == yes {
		wrong = append(wrong, errors.New("our key has ended the second dialog"))
	}
	if f.reply.exit == 0 && f.open {
		wrong = append(wrong, errors.New("success is said of a dialog that is open"))
	}
	if f.reply.exit == 0 && f.rival.name == "nobody" && f.first != yes {
		wrong = append(wrong, errors.New("success is said of another answer"))
	}
	if f.reply.exit != 0 && f.rival.name == "nobody" {
		wrong = append(wrong, errors.New("no success is said although nobody else has pressed a key"))
	}
	if ours := strings.Contains(f.input, "1"); f.input != "" && (ours == yes || f.rival.name == "Esc") {
		wrong = append(wrong, errors.New("our key stands in the input"))
	}
	return errors.Join(wrong...)
}
