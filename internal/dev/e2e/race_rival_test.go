package e2e

import (
	"errors"
	"fmt"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"time"
)

// rival is what happens to a call while it is answered.
type rival struct {
	name    string
	allows  bool // it may allow the call
	kills   bool // it may end the client
	stops   bool // it may stop a call that was allowed: the transcript then says what it says of a denied one
	ofHook  bool // it kills the hook
	answers []string
	do      func(r *race, hook int)
}

// rivals are all of them, as often as they are to happen. The answers are those of atm
// answer: several run at the same time.
var rivals = []rival{
	{name: "key yes", allows: true, answers: []string{"no"}, do: (*race).yes},
	{name: "key yes", allows: true, answers: []string{"no"}, do: (*race).yes},
	{name: "key yes", allows: true, answers: []string{"no"}, do: (*race).yes},
	{name: "key yes", allows: true, answers: []string{"edit"}, do: (*race).yes},
	{name: "key yes", allows: true, answers: []string{"edit"}, do: (*race).yes},
	{name: "key no", answers: []string{"yes"}, do: (*race).no},
	{name: "key no", answers: []string{"yes"}, do: (*race).no},
	{name: "key no", answers: []string{"edit"}, do: (*race).no},
	{name: "key no", answers: []string{"no"}, do: (*race).no},
	{name: "Esc", stops: true, answers: []string{"yes"}, do: (*race).escape},
	{name: "Esc", stops: true, answers: []string{"no"}, do: (*race).escape},
	{name: "Esc, next prompt", stops: true, answers: []string{"yes"}, do: (*race).next},
	{name: "Esc, next prompt", stops: true, answers: []string{"no"}, do: (*race).next},
	{name: "another answer", allows: true, answers: []string{"yes", "no"}, do: (*race).nothing},
	{name: "another answer", answers: []string{"no", "no", "edit"}, do: (*race).nothing},
	{name: "kill -9 of the hook", ofHook: true, answers: []string{"yes"}, do: (*race).killHook},
	{name: "kill -9 of the hook", ofHook: true, answers: []string{"no"}, do: (*race).killHook},
	{name: "Esc, /exit", kills: true, answers: []string{"yes"}, do: (*race).exit},
	{name: "kill -9 of the client", kills: true, answers: []string{"no"}, do: (*race).killClient},
	{name: "kill-pane", kills: true, answers: []string{"yes"}, do: (*race).killPane},
}

// command runs a command of tmux whose target may be gone.
func (r *race) command(args ...string) error {
	return exec.Command(r.tmux.Binary, append([]string{"-u", "-S", r.tmux.Socket}, args...)...).Run()
}

func (r *race) pane() string { return r.actors[r.name].pane }

// hit presses keys, if the pane is there.
func (r *race) hit(keys ...string) {
	_ = r.command(append([]string{"send-keys", "-t", r.pane()}, keys...)...)
}

func (r *race) nothing(int) {}
func (r *race) yes(int)     { r.hit("Enter") }

var noOption = regexp.MustCompile(`(\d)\. No`)

func (r *race) no(int) {
	if match := noOption.FindStringSubmatch(r.screen(r.actors[r.name])); match != nil {
		r.hit(match[1])
	}
}

func (r *race) escape(int) { r.hit("Escape") }

// apart is how long a person waits at most for what a key does.
const apart = 200 * time.Millisecond

func (r *race) next(int) { r.prompt("say: next") }

func (r *race) exit(int) { r.prompt("/exit") }

// prompt leaves the dialog, and types a prompt.
func (r *race) prompt(text string) {
	r.hit("Escape") // a key that follows at once would be one with it
	within(r.stretch(apart), func() bool { _, seen := r.input(r.name); return seen })
	r.hit("-l", text)
	within(r.stretch(apart), func() bool { typed, _ := r.input(r.name); return typed == text })
	r.hit("Enter")
}

func (r *race) killHook(hook int) { _ = syscall.Kill(hook, syscall.SIGKILL) }
func (r *race) killClient(int)    { _ = r.kill(r.name) }
func (r *race) killPane(int)      { _ = r.command("kill-pane", "-t", r.pane()) }

// judge compares what has come of a call with what was said of it.
func (v rival) judge(f callFacts) error {
	var wrong []error
	blame := func(format string, args ...any) { wrong = append(wrong, fmt.Errorf(format, args...)) }
	u := f.use
	var yes, no, edit bool
	for _, a := range v.answers {
		yes, no, edit = yes || a == "yes", no || a == "no", edit || a == "edit"
	}
	switch {
	case f.ran && !yes && !v.allows:
		blame("the command ran, and nobody has allowed it")
	case f.edited && (!edit || u.by() != "allow" && u.ended):
		blame("the edited command ran, and nobody has allowed it")
	case len(u.decided) > 1:
		blame("hooks have decided twice")
	case u.by() == "deny" && (!no || f.ran || f.edited):
		blame("denied, and it ran, or nobody has said no")
	case u.by() == "allow" && !yes && !edit:
		blame("allowed by a hook, and nobody has said yes")
	}
	printed := 0
	for _, r := range f.replies {
		printed += r.printed
		happened := r.happened(f)
		if v.kills && !u.ended {
			continue // the client has not lived to write down what it did
		}
		if r.exit == 0 && !happened {
			blame("success is said of what did not happen: %v", r)
		}
		if r.exit != 0 && happened && r.printed > 0 && !v.kills && !(v.stops && u.failed) {
			blame("failure is said of what did happen: %v", r)
		}
	}
	if printed > 1 {
		blame("%d decisions were printed", printed)
	}
	return errors.Join(wrong...)
}

// happened reports whether the call was decided as was answered.
func (r countedReply) happened(f callFacts) bool {
	switch r.words[0] {
	case "no":
		return f.use.failed && strings.Contains(f.use.result, r.words[2])
	case "edit":
		return f.edited || f.use.by() == "allow" && !f.ran
	}
	// Of a call that Esc has interrupted the transcript says the same as of one that was denied.
	return f.ran || f.use.by() == "allow" || r.exit == 0 && f.worked
}
