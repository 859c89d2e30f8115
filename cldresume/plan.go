package cldresume

import "strings"

// Plan is a way to resume a session: go to the pane in which it runs, show the background job that runs it,
// or start a new claude.
type Plan struct {
	Pane    string // if set: go to this pane, and do nothing else
	Outside bool   // we are outside of tmux, so a terminal must be attached first

	Job string // if set: show this background job of Claude Code, and resume nothing

	Session string   // else: resume the session with this complete id,
	Args    []string // with these further arguments

	Dir string // with Job or Session: in this directory, "" = the current one
}

// Attach returns the plan to show the background job that runs a session. Claude Code goes on in the directory in which
// it was started when one leaves the job: so that is the directory of the session. The session must have been read.
func (f Finder) Attach(s Session) Plan {
	dir := f.Dir(s)
	if !f.isDir(dir) || f.isSameDir(dir, f.Cwd) {
		dir = ""
	}
	return Plan{Job: s.Running.Job, Dir: dir}
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
