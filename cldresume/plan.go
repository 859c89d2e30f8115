package cldresume

import "strings"

// Plan is how a session is resumed: in the pane where it runs already, in the background
// where it runs already, or by a new claude.
type Plan struct {
	Pane    string // go to this pane, if set, and do nothing else
	Outside bool   // of tmux: a terminal has to be attached to it first

	Job string // show this job of Claude Code's background here, if set, and resume nothing

	Session string   // else resume the session with this full id,
	Dir     string   // in this directory; "" = in the current one
	Args    []string // with these further arguments
}

// Command returns the arguments of claude, without its name.
func (p Plan) Command() []string {
	if p.Job != "" {
		return []string{"attach", p.Job}
	}
	return append([]string{"--resume", p.Session}, p.Args...)
}

// Shell returns the plan as a line for a shell, in which claude is called by the name
// of that program.
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
