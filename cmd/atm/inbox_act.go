package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"

	"atm/hookmap"
	"atm/internal/act/send"
	"atm/internal/cli"
	"atm/internal/inbox"
	"atm/internal/session/fleet"
	"atm/internal/setup/install"
	"atm/internal/words"
	"atm/tmuxopt"
)

// answerFromInbox answers the request in the preview, and moves the cursor to the next session that asks. If
// nobody can have seen the request yet, it shows the request and asks first.
func (s streams) answerFromInbox(ctx context.Context, feed inbox.FeedClient, row inbox.Row, answer string) error {
	session, err := inbox.SessionOf(ctx, s.Reader, row)
	if row.Call == "" {
		return s.failInInbox(feed, row, inbox.Unanswerable(s.Getenv("FZF_PROMPT"), session, row)+"\n")
	}
	asked := inbox.AskedBy(s.calls(), session, row)
	if hint := asked.Unsuited(answer); err == nil && hint != "" {
		return s.failInInbox(feed, row, hint+"\n")
	}
	if asked.Kind == hookmap.CallQuestion && answer < "a" {
		answer = "+" + answer // the number, also if that is the text of another option
	}
	if err == nil && answer != "no" && asked.AsksSeveral(ctx, s.calls(), session, row) {
		_, err := fmt.Fprintln(s.stdout, inbox.Execute("choose "+answer, row))
		return err
	}
	frozen, unknown := s.Tmux.Frozen(ctx)
	call, seen := feed.Seen(row, s.Now(), frozen)
	if asked.OnlyOnScreen(session) || !seen || unknown != nil {
		_, err := fmt.Fprintln(s.stdout, inbox.Execute("ask "+answer, row))
		return err
	}
	done, err := s.runQuietly(feed, row, "answer", row.Pane, answer, "--call", call, "-y")
	if err != nil || !done {
		return err
	}
	return feed.Ask(s.stdout, "asking", s.Getenv("FZF_QUERY"))
}

// textFromInbox shows the request and asks for a text. The text answers a question, or names an option of it; first
// is the answer to the first of several questions, "" = none yet.
// Any other request is answered by no, with the text as the reason.
func (s streams) textFromInbox(
	ctx context.Context, feed inbox.FeedClient, row inbox.Row, session fleet.Session, first string,
) error {
	if row.Call == "" {
		return errors.New(inbox.Unanswerable(s.Getenv("FZF_PROMPT"), session, row))
	}
	if asked := inbox.AskedBy(s.calls(), session, row); asked.Kind == hookmap.CallQuestion {
		return s.answerOnTerminal(feed, asked.AskAll(ctx, s.calls(), session, row, first)...)
	}
	if err := inbox.TakesReason(ctx, s.calls(), session, row); err != nil {
		return err
	}
	if shown, err := s.runOnTerminal("answer", row.Pane, "--show", "--call", row.Call); err != nil || !shown {
		return err
	}
	text, err := s.dialog().Text("No, and tell Claude (Enter alone: none): ", "atm answer --say takes several", nil)
	if err != nil || text == "" {
		return err
	}
	return s.answerOnTerminal(feed, "answer", row.Pane, "no", "--say", text, "--call", row.Call, "-y")
}

// answerOnTerminal runs atm answer, which shows the request and asks. The cursor moves to the next session
// that asks when the next list arrives.
func (s streams) answerOnTerminal(feed inbox.FeedClient, args ...string) error {
	answered, err := s.runOnTerminal(args...)
	if err != nil || !answered {
		return err
	}
	return feed.Ask(io.Discard, "asking", s.Getenv("FZF_QUERY"))
}

// runOnTerminal runs a command of this program on the terminal of the inbox. If the command fails it prints
// why, and this waits for a key.
func (s streams) runOnTerminal(args ...string) (succeeded bool, err error) {
	cmd, err := ownCommand(args...)
	if err != nil {
		return false, err
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = s.stdin, s.stdout, s.stderr
	if succeeded = cmd.Run() == nil; !succeeded {
		s.awaitKey()
	}
	return succeeded, nil
}

// parkFromInbox parks a session, or unparks it.
func (s streams) parkFromInbox(ctx context.Context, feed inbox.FeedClient, row inbox.Row) error {
	session, err := inbox.SessionOf(ctx, s.Reader, row)
	if err != nil || session.State == "" {
		return nil // there is nothing to park
	}
	args := []string{"park", row.Pane}
	if session.Parked {
		args = append(args, "--off")
	}
	_, err = s.runQuietly(feed, row, args...)
	return err
}

// forkFromInbox forks a session, and leaves the inbox to show the new pane.
func (s streams) forkFromInbox(feed inbox.FeedClient, row inbox.Row) error {
	done, err := s.runQuietly(feed, row, "fork", cmp.Or(row.Pane, row.Session), "--focus")
	if done {
		_, err = fmt.Fprintln(s.stdout, "abort")
	}
	return err
}

// ownCommand returns a command of this program.
func ownCommand(args ...string) (*exec.Cmd, error) {
	program, err := install.Program()
	if err != nil {
		return nil, err
	}
	return exec.Command(program, args...), nil
}

// runQuietly runs a command of this program without leaving the list. If the command fails, fzf shows its
// output.
func (s streams) runQuietly(feed inbox.FeedClient, row inbox.Row, args ...string) (done bool, err error) {
	cmd, err := ownCommand(args...)
	if err != nil {
		return false, err
	}
	out, failed := cmd.CombinedOutput()
	if failed == nil {
		return true, nil
	}
	return false, s.failInInbox(feed, row, string(out))
}

// failInInbox makes fzf show why a key did nothing.
func (s streams) failInInbox(feed inbox.FeedClient, row inbox.Row, reason string) error {
	if err := feed.Fail(reason); err != nil {
		return err
	}
	_, err := fmt.Fprintln(s.stdout, inbox.Execute("failure", row))
	return err
}

// lastFromInbox shows the last answer of a session until the user has read it.
func (s streams) lastFromInbox(row inbox.Row) error {
	var text bytes.Buffer
	buffered := s
	buffered.stdout = &text
	if err := (lastCmd{Turns: 1, Session: row.Session}).Run(context.Background(), buffered); err != nil {
		return err
	}
	paged, err := cli.ShowPaged(s.stdout, text.String(), s.Getenv("PAGER"))
	if err == nil && !paged {
		s.awaitKey()
	}
	return err
}

// sendFromInbox asks for a prompt and sends it. A slash command is run.
func (s streams) sendFromInbox(session fleet.Session) error {
	if err := send.CheckShown(session); err != nil {
		return err
	}
	text, err := s.dialog().Text("Prompt for "+session.Name()+" (Enter alone: none): ", "atm send NAME - takes more", nil)
	if err != nil || text == "" || text == "-" {
		return err
	}
	if words.IsCommand(text) {
		return sendCmd{Command: text, Session: &session.Pane.ID}.Run(s)
	}
	return sendCmd{Session: &session.Pane.ID, Text: &text}.Run(s)
}

// killFromInbox asks, and then kills the pane of a session if the session is still in it.
func (s streams) killFromInbox(session fleet.Session) error {
	pane := session.Pane.ID
	question, instead := fmt.Sprintf("Kill pane %s with the session %s?", pane, session.Name()), "tmux kill-pane"
	if !session.Pane.Exists() {
		question, instead = fmt.Sprintf("Stop the session %s?", session.Name()), "claude stop"
	}
	if err := s.dialog().Insist(question, instead); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	if !session.Pane.Exists() {
		return s.StopBackground(ctx, session)
	}
	o := session.Pane.Options
	unchanged := tmuxopt.And(tmuxopt.Is(tmuxopt.SessionID, tmuxopt.ID(o[tmuxopt.SessionID])),
		tmuxopt.Is(tmuxopt.PID, tmuxopt.ID(o[tmuxopt.PID])))
	_, err := s.Tmux.Once(ctx, [][]string{tmuxopt.Require(pane, unchanged), {"kill-pane", "-t", pane}})
	if err != nil && tmuxopt.Refused(err.Error()) {
		return fmt.Errorf("pane %s: %w", pane, errors.New("another session has begun there; nothing was killed"))
	}
	return err
}
