package cldresume

import "strings"

// Plan is a way to resume a session: go to the pane in which it runs, show the background job that runs it,
// or start a new claude.
type Plan struct {
	Pane    string // if set: go to this pane, and do nothing else
	Outside bool   // we are outside of tmux, so a terminal must be attached first

	Job string // if set: show this background job of Claude Code, and resume nothing

	Session string   // else: resume the session with this complete id,
	Dir     string   // in this directory ("" = the current one),
	Args    []string // with these further arguments
}

// Command returns the arguments of claude.
func (p Plan) Command() []string {
	if p.Job != "" {
		return []string{"attach", p.Job}
	}
	return append([]string{"--resume", p.Session}, p.Args...)
}

// Shell returns the plan as a command line for a shell. program is the name of claude.
func (p Plan) Shell(program string) string {
	switch {
	case p.Pane != "" && p.Outside:
		return "tmux attach-session -t " + Quote(p.Pane)
	case p.Pane != "":
		return "tmux switch-client -t " + Quote(p.Pane)
	}
	var b strings.Builder
	if p.Dir != "" {
		b.WriteString("cd " + Quote(p.Dir) + " && ")
	}
	b.WriteString(Quote(program))
	for _, arg := range p.Command() {
		b.WriteString(" " + Quote(arg))
	}
	return b.String()
}
