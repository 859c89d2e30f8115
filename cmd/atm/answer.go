package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"atm/hookmap"
	"atm/internal/act/answer"
	"atm/internal/claude/permission"
	"atm/internal/cli"
	"atm/internal/session/query"
	"atm/tmuxopt"
)

type answerCmd struct {
	Show    bool     `help:"Print the whole request, and do not answer it."`
	JSON    bool     `help:"Print the request, or the result of the answer, as JSON." name:"json"`
	Say     string   `help:"With no: the reason for Claude. Without an answer: the text for a question." placeholder:"TEXT"`
	Command *string  `help:"The command that runs instead, with edit." placeholder:"TEXT"`
	Mode    string   `help:"The mode in which an approved plan is carried out: default or acceptEdits." placeholder:"MODE"`
	If      []string `help:"Answer only if this rule of Claude Code matches: Bash(git *), Edit(src/**). Can be repeated; one match is enough." placeholder:"RULE" sep:"none"`
	Call    string   `help:"Answer only this request: its id in --show --json, or its key in the option waiting, which the next request may have, too." placeholder:"ID"`
	Keys    bool     `help:"Answer with keys in its pane instead, also with keys that were never tested with its version of Claude Code." xor:"keys"`
	NoKeys  bool     `help:"Answer only through the hook of the dialog, never with keys. For scripts." name:"no-keys" xor:"keys"`
	All     bool     `help:"Answer all sessions that ask, parked ones too, one after the other. Without a terminal it needs --if, or -y."`
	Ask     bool     `help:"Show the request, and read the answer from the terminal (default on a terminal, without an answer)." xor:"keys"`
	First   []string `hidden:"" help:"With --ask: the answer to the first of several questions."`
	Screen  bool     `hidden:"" help:"Answer the dialog on the screen, whichever of several calls it is about. Only the inbox uses this."`
	Yes     bool     `help:"Do not ask on a terminal." short:"y"`
	Session *string  `arg:"" optional:"" name:"session" help:"The session (default: the most urgent one that asks). A single word is the answer."`
	Answer  []string `arg:"" optional:"" name:"answer" help:"The answer: yes, always, accept-edits, no, edit, approve, or the number or text of an option."`
}

func (answerCmd) Details() string {
	return `Answers a permission request, a question or a plan of a session. The hook that Claude Code runs for ` +
		`the dialog prints the answer: no key is pressed, and no other request can get it. A dialog without a hook ` +
		`(of a subagent in the background, of auto mode) is answered with keys. tmux presses them only if the ` +
		`dialog is still on the screen.
  yes      once. For a plan: approve
  always   yes, and do what the dialog offers so that it need not ask again; --show prints what that is
  accept-edits
           yes, and edits in this session need no permission; -y also prints this before the answer is given
  no       Claude goes on; --say tells it why
  edit     yes, but with another command: --command
  approve  a plan; each edit is asked for. With --mode acceptEdits edits need no permission
  2, Blue  an option of a question. For several questions one word each; 1,3 chooses two options
On a terminal, atm shows the request and asks before it answers; without an answer it reads one. Elsewhere it ` +
		`does not ask: --if limits what may be answered.
The exit status is 0 only if it is proven that Claude Code has accepted the answer.

Examples:
  atm answer --show
  atm answer yes
  atm answer tests no --say 'use the staging database'
  atm answer %3 yes --if 'Bash(git *)'
  atm answer parser
  atm answer --all yes --if 'Bash(git *)'`
}

// Run shows or answers the request of a session.
func (c answerCmd) Run(ctx context.Context, s streams) error {
	onTerminal := cli.Width(s.stdin) >= 0
	c.Ask = c.Ask || onTerminal && c.Session == nil && c.Say == "" && c.Command == nil && !c.Show && !c.All
	name, words, err := c.words()
	if err != nil {
		return cli.Wrong("", "%w", err)
	}
	rules, err := c.rules()
	if err != nil {
		return cli.Wrong("a rule is written as in the settings of Claude Code: Bash(git *)", "%w", err)
	}
	if c.All {
		return c.answerAll(ctx, s, name, words)
	}
	session, err := s.calls().Asking(ctx, name)
	if err != nil {
		return err
	}
	isOff := s.Option(ctx, tmuxopt.AnswerOption) == tmuxopt.Off
	if isOff && !c.Show {
		off := fmt.Errorf("%s: the option %s is off", query.NameOf(session), tmuxopt.AnswerOption)
		return c.orNamed(ctx, s, cli.Hint(off, "atm focus "+session.Pane.ID+" goes there"))
	}
	if c.Show && c.Call == "" && len(hookmap.OpenCalls(session.Pane.Options)) > 1 {
		return c.showAll(ctx, s, session)
	}
	if c.Keys || c.Screen {
		return c.byKeys(ctx, s, session, words)
	}
	var call answer.Call
	if isOff { // no hook waits
		call, err = s.calls().Open(ctx, session, c.Call)
	} else {
		session, call, err = s.calls().Await(ctx, session, c.Call)
	}
	if errors.Is(err, answer.ErrNoHook) && !c.NoKeys {
		return c.byKeys(ctx, s, session, words)
	}
	if err != nil {
		return c.orNamed(ctx, s, err)
	}
	if c.Show {
		return s.print(c.JSON, call.Record(""), call.Text(columns(s.stdout)))
	}
	matches := func(r permission.Rule) bool { return r.Matches(call.Request) }
	if len(rules) > 0 && !slices.ContainsFunc(rules, matches) {
		err := fmt.Errorf("%s: %w: %s", call.Name(), errNoRule, call.Title())
		return cli.Hint(err, "atm answer --show "+call.Pane()+" shows all of it")
	}
	if pane, err := s.isAnswer(ctx, name, words, call); err != nil {
		return c.askNamed(ctx, s, pane, err)
	}
	if words, err = c.typed(s, words, call.Text(columns(s.stderr)), call.Asked()); err != nil {
		return err
	}
	wanted := permission.Answer{Words: words, Say: c.Say, Command: c.Command, Mode: c.Mode}
	decision, err := call.Decide(wanted)
	if err != nil {
		return cli.Wrong("atm answer --show "+call.Pane(), "%s: %w", call.Name(), err)
	}
	meaning, hasText := call.Meaning(words)
	// A choice that was typed below the request is deliberate, but a text may be a slip of the keys.
	c.Yes = c.Yes || c.Ask && !hasText
	width := columns(s.stderr)
	if err := c.confirm(s, call.Text(width), call.Gist(width, words), words, meaning); err != nil {
		return err
	}
	if err := call.Give(ctx, decision); err != nil {
		return err
	}
	return c.report(s, call, words)
}

func (c answerCmd) rules() (rules []permission.Rule, err error) {
	for _, text := range c.If {
		rule, err := permission.ParseRule(text)
		if err != nil {
			return nil, fmt.Errorf("--if %q: %w", text, err)
		}
		rules = append(rules, rule)
	}
	return rules, nil
}

// calls reads the requests of sessions.
func (s streams) calls() answer.Calls { return answer.Calls{Reader: s.Reader} }

// plainWidth is the number of columns for an output that is no terminal.
const plainWidth = 100

func columns(out io.Writer) int { return cmp.Or(max(cli.Width(out), 0), plainWidth) }

// confirm shows the request, and asks the user to confirm the answer. If nobody can be asked it only prints
// the gist. It is an error if somebody at a terminal would be asked, but sees nothing of the request.
func (c answerCmd) confirm(s streams, whole, gist string, words []string, meaning string) error {
	sees := cli.Width(s.stderr) >= 0
	switch {
	case c.Yes, cli.Width(s.stdin) < 0, !sees && len(c.If) > 0:
		_, err := fmt.Fprint(s.stderr, gist)
		return err
	case !sees:
		return cli.Wrong("-y answers without a question", "the request is shown on standard error, which is no terminal")
	}
	if !c.Ask { // with --ask it was printed already
		s.dialog().Show(whole)
	}
	return s.dialog().Confirm("Answer "+cmp.Or(meaning, c.inWords(words))+"?", "-y answers without a question")
}

// typed returns the words of the answer: with --ask the user types below the request those that are missing.
func (c answerCmd) typed(s streams, words []string, whole string, asked answer.Asked) ([]string, error) {
	if !c.Ask {
		return words, nil
	}
	s.dialog().Show(whole)
	return asked.Typed(s.dialog(), c.First)
}

// report prints the answer that was given.
func (c answerCmd) report(s streams, call answer.Call, words []string) error {
	return s.print(c.JSON, call.Record(c.answerText(words)),
		fmt.Sprintf("%s: %s: %s\n", call.Name(), c.inWords(words), call.Title()))
}
