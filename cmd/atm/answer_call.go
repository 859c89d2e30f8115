package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"atm/hookmap"
	"atm/internal/act/reply"
	"atm/internal/claude/claudehome"
	"atm/internal/claude/permission"
	"atm/internal/cli"
	"atm/internal/gate/message"
	"atm/internal/session/fleet"
	"atm/internal/session/truth"
	"atm/internal/words"
	"atm/tmuxopt"
)

// hooked is an open call whose hook waits to be answered.
type hooked struct {
	permission.Request
	session fleet.Session
	visit   *reply.Visit
}

func (d hooked) name() string { return nameOf(d.session) }
func (d hooked) pane() string { return d.session.Pane.ID }

// A pane tells that its session asks before the hook can be answered: Claude Code 2.1.329
// opens the dialog meanwhile, and the hook waits until the registry says so.
const (
	opening     = 2 * time.Second // longer, it may be a dialog that keys answer
	openingBeat = 50 * time.Millisecond
)

// awaitCall is openCall for a session that may have begun to ask just now.
func (s streams) awaitCall(ctx context.Context, session fleet.Session, call string) (
	fleet.Session, hooked, error,
) {
	for limit := time.Now().Add(opening); ; {
		asked, err := s.openCall(ctx, session, call)
		asksFor := s.now().Sub(session.Since.Add(time.Second)) // that is in whole seconds
		if !errors.Is(err, errNoHook) || asksFor > opening || time.Now().After(limit) {
			return session, asked, err
		}
		time.Sleep(openingBeat)
		now, err := s.asking(ctx, session.Pane.ID)
		if err != nil { // it was answered meanwhile
			return session, hooked{}, err
		}
		session = now
	}
}

// openCall gets a session's only open call from its hook, or the call which is named by its key or
// its id.
func (s streams) openCall(ctx context.Context, session fleet.Session, call string) (hooked, error) {
	open := hookmap.OpenCalls(session.Pane.Options)
	if call != "" {
		open = slices.DeleteFunc(open, func(e tmuxopt.Entry) bool {
			return call != e.Key && !strings.HasPrefix(call, e.Key+".")
		})
		if len(open) == 0 {
			return hooked{}, fmt.Errorf("%s: the call %q is over", nameOf(session), call)
		}
	}
	if len(open) != 1 {
		return hooked{}, s.whichCall(ctx, session, open)
	}
	found, err := s.visitCall(ctx, session, open[0].Key)
	if err == nil && call != "" && call != open[0].Key && call != found.ID() {
		return hooked{}, fmt.Errorf("%s: the call %q is over: it asks something else", nameOf(session), call)
	}
	return found, err
}

// whichCall is the error of a session in which several calls are open, or none.
func (s streams) whichCall(ctx context.Context, session fleet.Session, open []tmuxopt.Entry) error {
	if len(open) == 0 {
		return fmt.Errorf("%s: it asks nothing", nameOf(session))
	}
	var list []string
	for _, e := range open {
		title := e.Word
		if one, err := s.visitCall(ctx, session, e.Key); err == nil {
			title = one.title()
		}
		list = append(list, "--call "+e.Key+" ("+title+")")
	}
	return cli.Hint(fmt.Errorf("%s: it asks %d things at once", nameOf(session), len(open)),
		strings.Join(list, ", "))
}

// visitCall gets a call from its hook.
func (s streams) visitCall(ctx context.Context, session fleet.Session, call string) (hooked, error) {
	pane := session.Pane
	there := cli.Hint(fmt.Errorf("%s: %w", nameOf(session), errNoHook), goThere(session))
	for _, e := range tmuxopt.Entries(pane.Options[tmuxopt.Answerable]) {
		if e.Key != call {
			continue
		}
		server := s.tmux
		if server.Socket == "" {
			var err error
			if server, err = server.Identify(ctx); err != nil {
				return hooked{}, err
			}
		}
		v, err := reply.Open(ctx, server, call, e.Word)
		if errors.Is(err, reply.ErrNobody) {
			return hooked{}, there
		}
		if err != nil {
			return hooked{}, cli.Hint(fmt.Errorf("%s: %w", nameOf(session), err), goThere(session))
		}
		request, err := permission.Parse(v.Request)
		if err != nil {
			return hooked{}, fmt.Errorf("%s: %w", nameOf(session), err)
		}
		if request.Kind() == hookmap.CallPlan {
			request.Plan = s.planOf(session, v.Request)
		}
		return hooked{Request: request, session: session, visit: v}, nil
	}
	return hooked{}, there
}

// planOf returns the plan that a session has in a file, "" if there is none. Behind a gate it
// comes with the request.
func (s streams) planOf(session fleet.Session, request []byte) string {
	if elsewhere(session) {
		var brought reply.Request
		_ = json.Unmarshal(request, &brought) // what is not there is at the dialog
		return brought.Plan
	}
	source, err := s.transcriptOf(session)
	if err != nil {
		return ""
	}
	plan, _ := claudehome.Plan(source.home, source.Transcript) // what is not there is at the dialog
	return plan
}

// elsewhere reports whether a session runs behind a gate, where neither its registry nor its
// transcript can be read.
func elsewhere(session fleet.Session) bool { return session.Pane.Options[tmuxopt.Gate] != "" }

// isElsewhere is the error of something that is needed of a session, and is where that runs.
func isElsewhere(session fleet.Session, what string) error {
	err := fmt.Errorf("pane %s: it runs on %s, where %s is", session.Pane.ID, cmp.Or(session.RunsOn(), "another host"),
		what)
	return cli.Hint(err, "atm focus "+session.Pane.ID+" goes there")
}

// goThere says how a call is answered that atm answer does not answer.
func goThere(session fleet.Session) string {
	there := "atm focus " + session.Pane.ID + " goes there"
	if elsewhere(session) {
		return fmt.Sprintf("a dialog of a subagent in the background, and a request of more than %d bytes, "+
			"is answered only there: %s", message.MaxLength, there)
	}
	return there
}

// entryOf returns what the registry says of a session.
func (s streams) entryOf(session fleet.Session) (claudehome.Process, error) {
	home, pid, err := s.processOf(session)
	if err != nil {
		return claudehome.Process{}, err
	}
	return claudehome.ReadProcess(os.DirFS(home), pid)
}

// processOf returns the process of a session, and the Claude home whose registry has it: the
// one in which its transcript lies, else that of the environment.
func (s streams) processOf(session fleet.Session) (home string, pid int, err error) {
	pid, err = strconv.Atoi(session.Pane.Options[tmuxopt.PID])
	if err != nil {
		return "", 0, fmt.Errorf("%s: its process is not known", nameOf(session))
	}
	if dir, ok := truth.HomeOf(session.Pane.Options[tmuxopt.TranscriptPath]); ok {
		return dir, pid, nil
	}
	return claudehome.Dir(s.getenv), pid, nil
}

// title is what is asked, in a line.
func (d hooked) title() string {
	payload, err := hookmap.Decode(strings.NewReader(`{"tool_input":` + string(d.Input) + `}`))
	if err != nil {
		return tmuxopt.Text(d.Tool)
	}
	request := words.Request(d.Tool, payload.Input.Texts, words.Place{CWD: d.CWD, Home: d.Home})
	return words.OptionText(request)
}

// hookedRecord is a request as JSON, and what was answered, if anything.
type hookedRecord struct {
	Session     string            `json:"session"`
	Pane        string            `json:"pane"`
	Call        string            `json:"call"`
	Kind        hookmap.CallKind  `json:"kind"`
	Tool        string            `json:"tool"`
	Agent       string            `json:"agent_id,omitempty"`
	CWD         string            `json:"cwd"`
	Input       json.RawMessage   `json:"input"`
	Target      string            `json:"target,omitempty"` // where the links of its path lead
	Suggestions []json.RawMessage `json:"suggestions,omitempty"`
	Always      []json.RawMessage `json:"always,omitempty"` // what that answer gives
	Answer      string            `json:"answer,omitempty"`
}

func (d hooked) record(answer string) hookedRecord {
	r := hookedRecord{
		Session: d.session.ID, Pane: d.pane(), Call: d.ID(), Kind: d.Kind(), Tool: d.Tool, Agent: d.AgentID,
		CWD: d.CWD, Input: json.RawMessage(d.Input), Target: d.Target(), Answer: answer,
	}
	for _, suggestion := range d.Suggestions {
		r.Suggestions = append(r.Suggestions, json.RawMessage(suggestion))
	}
	for _, update := range d.Always() {
		r.Always = append(r.Always, json.RawMessage(update))
	}
	return r
}
