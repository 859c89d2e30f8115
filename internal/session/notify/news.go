package notify

import (
	"cmp"
	"slices"
	"strings"

	"atm/internal/agents/dialect"
	"atm/internal/cli"
	"atm/internal/session/fleet"
	"atm/internal/sys/shell"
	"atm/tmuxopt"
)

// News is the content of a notification about a session.
type News struct {
	Session  fleet.Session
	Occasion tmuxopt.Occasion
}

// inState returns the news that the session has reached a state. If its state has changed since, its texts are about
// the new state, and are left out.
func (n News) inState(state tmuxopt.SessionState) News {
	if n.Session.State != state {
		n.Session = n.Session.In(state)
		for _, option := range []tmuxopt.Option{tmuxopt.Prompt, tmuxopt.Said, tmuxopt.ContextPct} {
			delete(n.Session.Pane.Options, option)
		}
	}
	n.Occasion = tmuxopt.Occasion(state)
	if n.Session.Pane.Options.Asks() {
		n.Occasion = tmuxopt.OnQuestion
	}
	return n
}

// who returns the name of the program that the session runs.
func (n News) who() string {
	name := tmuxopt.ID(n.Session.Agent)
	if agent := dialect.Of(name); agent != nil {
		return agent.Title
	}
	return cmp.Or(strings.TrimLeft(name, "-_"), "Claude")
}

func (n News) option(o tmuxopt.Option) string { return tmuxopt.Text(n.Session.Pane.Options[o]) }

// environ returns the variables that describe the news to the user's command.
func (n News) environ() []string {
	state := string(n.Session.State)
	if n.Occasion == tmuxopt.ContextHigh || isAboutPrompt(n.Occasion) {
		state = string(n.Occasion)
	}
	return []string{
		"ATM_PANE=" + n.Session.Pane.ID, "ATM_AGENT=" + n.who(), "ATM_STATE=" + state, "ATM_DETAIL=" + n.Session.Detail,
		"ATM_TITLE=" + n.Session.Name(), "ATM_DIR=" + n.Session.Dir,
		"ATM_REQUEST=" + n.option(tmuxopt.Request), "ATM_PROMPT=" + n.option(tmuxopt.Prompt),
		"ATM_SAID=" + n.option(tmuxopt.Said), "ATM_CONTEXT=" + n.option(tmuxopt.ContextPct),
	}
}

// focusCommand is a shell command that makes a tmux client show the session. It works in any environment.
func (n Notifier) focusCommand(news News) string {
	var words []string
	for _, variable := range n.Environ {
		switch name, value, _ := strings.Cut(variable, "="); name {
		case "TMUX", "PATH":
			words = append(words, name+"="+shell.Word(value))
		}
	}
	words = append(words, "TMUX_PANE=") // it may be that of another server
	return strings.Join(append(words, shell.Word(n.Program), "focus", shell.Word(news.Session.Pane.ID)), " ")
}

// maxTitle is how many columns of a title a notification shows: what the session wants follows, and a message
// has one line.
const maxTitle = 40

// sentence returns the text of a notification: "Claude needs you: the parser: Bash: rm -rf build/".
func (n News) sentence() string {
	happened, words := n.who()+": "+string(n.Session.State), n.Session.Detail
	switch n.Occasion {
	case tmuxopt.OnAttention:
		happened, words = n.who()+" needs you", n.Session.About()
	case tmuxopt.OnError:
		happened = n.who() + " has failed"
	case tmuxopt.OnIdle:
		happened, words = n.who()+" has finished", cmp.Or(n.option(tmuxopt.Said), words)
	case tmuxopt.OnQuestion:
		happened, words = n.who()+" asks you", n.option(tmuxopt.Said)
	case tmuxopt.NotSent:
		happened = "A prompt was not sent"
	case tmuxopt.Unproven:
		happened = "A prompt may have arrived"
	case tmuxopt.ContextHigh:
		happened, words = "Claude's context is nearly full", n.option(tmuxopt.ContextPct)+" %"
	}
	name := cli.Clip(n.Session.Name(), maxTitle)
	return strings.Join(slices.DeleteFunc([]string{happened, name, words}, func(part string) bool {
		return part == ""
	}), ": ")
}
