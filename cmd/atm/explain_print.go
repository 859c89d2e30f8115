package main

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"

	"atm/internal/cli"
	"atm/internal/sys/proc"
	"atm/internal/tmux/draw"
	"atm/internal/words"
	"atm/tmuxopt"
)

// page is what a text is written for.
type page struct {
	cli.Painter
	columns int // of the terminal; 0 or less = any number
}

// row writes a value behind its name.
func (p page) row(name, text string) string {
	label := fmt.Sprintf("  %-10s", name)
	return p.Paint(draw.Heading, label) + " " + cli.FoldBehind(words.Columns(label)+1, text, p.columns) + "\n"
}

// text is the explanation in words.
func (e explanation) text(p page, now time.Time) string {
	var b strings.Builder
	row := func(name, format string, args ...any) { b.WriteString(p.row(name, fmt.Sprintf(format, args...))) }
	state := e.State
	if state == "" {
		state = "no session runs"
	}
	detail, age := after(", ", tmuxopt.Text(e.Detail)), after(" for ", ago(now, e.Since))
	why := after(": ", e.why)
	state = p.PaintIn(e.styled, state)
	fmt.Fprintf(&b, "%s at %s: %s%s%s%s\n", e.Pane, tmuxopt.Text(e.Where), state, detail, age, why)
	if e.Agent != "" {
		row("agent", "%s tells its state by atm set", tmuxopt.Text(e.Agent))
	}
	if e.Event != "" {
		row("last event", "%s, %s ago", tmuxopt.Text(e.Event), ago(now, e.EventAt))
	}
	for _, f := range tmuxopt.Schema() {
		if v := e.Facts[f.Option.Name()]; v != "" {
			row(f.Option.Name(), "%s", tmuxopt.Text(v))
		}
	}
	for _, line := range e.meterLines(now) {
		row(line.name, "%s", line.text)
	}
	switch r := e.Registry; {
	case e.Gate != "":
		row("elsewhere", "on %s, as atm gate (process %d) tells", tmuxopt.Text(e.Host), proc.ID(e.Gate).PID())
	case r != nil:
		version, status := tmuxopt.Text(r.Version), tmuxopt.Text(r.Status)
		says := status + after(": ", tmuxopt.Text(r.WaitingFor)) + ", for " + ago(now, r.Changed)
		row("registry", "process %d (Claude Code %s) says %s", r.PID, version, says)
	default:
		row("registry", "no process of this pane")
	}
	if e.Corrected != "" {
		row("corrected", "%s", correctionInWords(e.Corrected))
	}
	if p := e.Process; p != nil {
		verb := "has ended"
		if p.Runs {
			verb = "runs"
		}
		row("process", "%d %s", p.PID, verb)
	}
	if e.Agent == "" {
		row("hooks", "%s", e.Hooks)
	}
	for _, rule := range e.GuardRules {
		row("rule "+rule.Name, "%s", rule.Rule)
	}
	for _, advice := range e.Advice {
		fmt.Fprintf(&b, "%s %s\n", p.Paint(draw.Notable, "hint:"), advice)
	}
	return b.String()
}

// after puts something before a text, unless there is none.
func after(before, text string) string {
	if text == "" {
		return ""
	}
	return before + text
}

func seconds(text string) int64 {
	n, _ := strconv.ParseInt(text, 10, 64) // unset is 0
	return n
}

// ago is how long a time was ago, "" if it never was.
func ago(now time.Time, unix int64) string {
	if unix <= 0 {
		return ""
	}
	return cli.Age(now, time.Unix(unix, 0))
}

// corrections says what was corrected, and why, for each word of the option.
var corrections = map[string]string{
	"adopted":      "claude was found in the pane",
	"answered":     "a dialog was answered",
	"busy":         "claude had begun to work",
	"denied":       "a request was denied",
	"dialog":       "a dialog had opened",
	"died":         "claude had ended without a word",
	"disconnected": "the atm gate had ended that told of a session elsewhere",
	"failed":       "claude had ended before its first hook",
	"finished":     "the subagents had nothing to do any more, nor had Claude",
	"gone":         "the program had ended without a word",
	"idle":         "claude had nothing to do any more",
	"interrupted":  "the turn was interrupted",
	"session":      "claude had gone on with another session",
	"suspended":    "claude was suspended",
	"title":        "the session was renamed",
}

// correctionInWords says for people what was corrected.
func correctionInWords(corrected string) string {
	var texts []string
	for word := range strings.FieldsSeq(corrected) {
		texts = append(texts, cmp.Or(corrections[word], tmuxopt.Text(word)))
	}
	return strings.Join(texts, "; ") + ", which no hook told"
}
