package inbox

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"atm/cldresume"
	"atm/hookmap"
	"atm/internal/act/answer"
	"atm/internal/claude/claudehome"
	"atm/internal/cli"
	"atm/internal/session/find"
	"atm/internal/session/fleet"
	"atm/internal/session/query"
	"atm/internal/session/remote"
	"atm/internal/tmux"
	"atm/internal/tmux/draw"
	"atm/tmuxopt"
)

// Preview shows the session at the cursor.
type Preview struct {
	query.Reader
	Out io.Writer
}

// Print prints the preview of the session at the cursor: what it wants or what it has said, and its pane.
func (p Preview) Print(ctx context.Context, feed FeedClient, row Row) error {
	if row.Pane == "" && row.Session == "" {
		return nil
	}
	if viewOf(p.Getenv("FZF_PROMPT")) == Found {
		return p.previewFound(ctx, row, feed.Words())
	}
	if host, pane := fleet.SplitKey(row.Pane); host != "" {
		return p.previewRemote(ctx, feed, host, pane)
	}
	session, err := SessionOf(ctx, p.Reader, row)
	if err != nil || session.State == "" {
		return p.previewEnded(ctx, row)
	}
	room := p.room()
	lines := p.previewHead(session, room)
	row.Call = answer.Calls{Reader: p.Reader}.KeyOf(session)
	request, call := p.openRequest(ctx, session, row.Call, room.columns)
	if call != "" {
		lines = append(lines, strings.Split(strings.TrimRight(request, "\n"), "\n")...)
	} else {
		lines = append(lines, previewWords(session, row.Call != "", room)...)
	}
	whole := len(lines) <= room.lines
	screen, err := p.previewPane(ctx, p.Tmux, row.Pane, lines)
	if err == nil {
		err = feed.Captured(row.Pane, screen)
	}
	if err != nil {
		return err
	}
	if call == "" || !whole { // a key must not answer a request that was not shown whole
		row, call = Row{}, ""
	}
	return feed.Previewed(row, call)
}

// previewHead returns the lines that name the session and its last prompt.
func (p Preview) previewHead(session fleet.Session, room room) []string {
	shown := string(session.Pane.Options.ShownState())
	lines := []string{
		bold(cli.Clip(session.Name(), room.columns)),
		strings.Join([]string{shown, session.Pane.ID, session.Place(), p.ShortPath(session.Dir)}, "  "),
	}
	if session.Prompt == session.Name() { // the prompt is its name already
		return lines
	}
	return append(lines, labelled("asked", session.Prompt, room.columns)...)
}

// previewWords returns what the session wants, if it asks, else what it has said.
func previewWords(session fleet.Session, asks bool, room room) []string {
	if asks {
		return labelled("wants", session.About(), room.columns)
	}
	return labelled("said", session.Said, room.columns)
}

// previewPane prints the lines, and below them the screen of a pane, which it returns.
func (p Preview) previewPane(
	ctx context.Context, server tmux.Server, pane string, lines []string,
) (captured string, err error) {
	room := p.room()
	lines = append(lines, strings.Repeat("─", max(room.columns, 1)))
	if !tmux.PaneID(pane) {
		lines = append(lines, "no pane shows it: Enter opens it in a window")
		_, err = fmt.Fprintln(p.Out, strings.Join(lines, "\n"))
		return "", err
	}
	captured, err = capture(ctx, server, pane)
	if err != nil {
		return "", err
	}
	lines = append(lines, Screen(captured, max(room.lines-len(lines), 1)))
	_, err = fmt.Fprintln(p.Out, strings.Join(lines, "\n"))
	return captured, err
}

// previewRemote prints the preview of a session on another host. Its requests cannot be answered here.
func (p Preview) previewRemote(ctx context.Context, feed FeedClient, host, pane string) error {
	answer := remote.Read(ctx, []string{host}, 0)[0]
	if answer.Err != nil {
		return answer.Err
	}
	room, lines := p.room(), []string{}
	for _, session := range answer.Sessions(p.Now()) {
		if session.Pane.ID != pane {
			continue
		}
		asks := session.State == tmuxopt.Attention
		lines = append(p.previewHead(session, room), previewWords(session, asks, room)...)
	}
	if _, err := p.previewPane(ctx, tmux.Server{Host: host}, pane, lines); err != nil {
		return err
	}
	return feed.Previewed(Row{}, "")
}

// Asked is what a row's call is.
type Asked struct {
	Kind   hookmap.CallKind // "" = not known
	ByHook bool             // a hook waits for the answer
}

// AskedBy returns what a row's call is.
func AskedBy(calls answer.Calls, session fleet.Session, row Row) (a Asked) {
	a.Kind, a.ByHook = calls.KindOf(session, row.Call)
	return a
}

// Unanswerable says why a row without a call cannot be answered, and what to do instead. Only rows of running sessions
// have calls. prompt is that of fzf.
func Unanswerable(prompt string, session fleet.Session, row Row) string {
	host, _ := fleet.SplitKey(row.Pane)
	isRunning, asks := viewOf(prompt) == Running, session.State == tmuxopt.Attention
	switch {
	case host != "":
		return "On another host nothing is answered from here: Enter goes there."
	case !isRunning && session.State == "":
		return "It has ended: Enter resumes it."
	case !isRunning && asks:
		return "Tab shows the sessions that run: answer it there."
	case asks:
		return "Only its pane can answer this dialog: Enter goes there."
	}
	return "No dialog is open: Alt-s sends a prompt."
}

// Unsuited returns "" if the answer suits the row's call, else a sentence that names the keys that do.
func (a Asked) Unsuited(answer string) string {
	if a.Kind == hookmap.CallQuestion && (answer == "yes" || answer == "always") {
		return "This is a question: Alt-1 to Alt-9 choose an option, Alt-t answers with a text of your own."
	}
	isNumber := len(answer) == 1 && answer >= "1" && answer <= "9"
	if isNumber && a.Kind == hookmap.CallPermission && a.ByHook {
		return "For a permission: Alt-y allows it, Alt-a also for later, Alt-n denies it."
	}
	return ""
}

// AsksSeveral reports whether a row's call asks several questions at once: one key cannot answer them.
func (a Asked) AsksSeveral(ctx context.Context, calls answer.Calls, session fleet.Session, row Row) bool {
	if a.Kind != hookmap.CallQuestion {
		return false
	}
	call, err := calls.Open(ctx, session, row.Call)
	return err == nil && call.Questions() > 1 // without a hook, atm answer itself says what it needs
}

// AskAll returns the command with which the answers to the row's questions are typed, without the first one if that is
// given. Where there are several, a text is confirmed: it may be a slip of the keys.
func (a Asked) AskAll(
	ctx context.Context, calls answer.Calls, session fleet.Session, row Row, first string,
) []string {
	command := []string{"answer", row.Pane, "--ask", "--call", row.Call}
	switch {
	case first != "":
		return append(command, "--first", first)
	case a.AsksSeveral(ctx, calls, session, row):
		return command
	}
	return append(command, "-y")
}

// TakesReason returns an error if a no to the row's call cannot carry a reason for Claude: keys cannot type it.
func TakesReason(ctx context.Context, calls answer.Calls, session fleet.Session, row Row) error {
	_, _, err := calls.Await(ctx, session, row.Call)
	if errors.Is(err, answer.ErrNoHook) {
		return errors.New("only keys answer this dialog, and they give no reason: Alt-n denies it, Enter goes there")
	}
	return nil
}

// OnlyOnScreen reports whether a session asks several things and no hook waits for the row's call. Then it is
// not known which of the requests is on the screen.
func (a Asked) OnlyOnScreen(session fleet.Session) bool {
	return !a.ByHook && len(hookmap.OpenCalls(session.Pane.Options)) > 1
}

// CallFlags returns the flags of atm answer that select what is answered: the row's call, or the dialog on
// the screen.
func (a Asked) CallFlags(session fleet.Session, row Row) []string {
	if a.OnlyOnScreen(session) {
		return []string{"--screen"}
	}
	return []string{"--call", row.Call}
}

// hookTimeout is how long the hook that waits for an answer may take to return its request.
const hookTimeout = 500 * time.Millisecond

// openRequest returns the whole text of the request with that key, and the id by which it can be answered.
// Both are "" if no hook waits for an answer.
func (p Preview) openRequest(
	ctx context.Context, session fleet.Session, key string, columns int,
) (text, call string) {
	if key == "" {
		return "", ""
	}
	ctx, cancel := context.WithTimeout(ctx, hookTimeout)
	defer cancel()
	asked, err := answer.Calls{Reader: p.Reader}.Open(ctx, session, key)
	if err != nil {
		return "", "" // only the pane shows the dialog
	}
	return asked.Show(columns), asked.ID()
}

// previewEnded prints the last prompt of an ended session, and the answer.
func (p Preview) previewEnded(ctx context.Context, row Row) error {
	source, err := p.FindTranscript(ctx, row.Session)
	if err != nil {
		_, err = fmt.Fprintln(p.Out, "This session has left no transcript.")
		return err
	}
	turns, _ := source.LastTurns(1) // an error is shown like a transcript without turns
	if len(turns) == 0 {
		_, err = fmt.Fprintln(p.Out, "Nobody has asked this session anything.")
		return err
	}
	return p.printTurn(turns[0])
}

// previewFound prints the places in a session at which the words were said.
func (p Preview) previewFound(ctx context.Context, row Row, words string) error {
	sessions, err := p.UncorrectedSessions(ctx)
	if err != nil && !tmux.NoServer(err) {
		return err
	}
	homes, _ := find.Homes(p.Reader, sessions)
	for i, home := range homes {
		homes[i].Sessions = partsOf(home, row.Session)
	}
	search := find.Search{
		Words: strings.Fields(words), Now: p.Now(), ShortPath: p.ShortPath,
		Colour: p.Getenv("NO_COLOR") == "", Width: p.room().columns,
	}
	return search.Run(ctx, homes, p.Out)
}

// partsOf returns the session with an id, and those whose conversation goes on as that one.
func partsOf(home find.In, id string) (parts []cldresume.Session) {
	project := ""
	for _, s := range home.Sessions {
		if s.ID == id {
			project = s.Project
		}
	}
	isOther := func(s cldresume.Session) bool { // a session that has ended goes on in the same project
		return s.ID != id && s.MovedTo != id && (project == "" || s.Project != project)
	}
	related := home.Read(slices.DeleteFunc(slices.Clone(home.Sessions), isOther))
	for _, s := range related {
		if c, found := home.Conversation(s, related); s.ID == id || found && c.ID == id {
			parts = append(parts, s)
		}
	}
	return parts
}

// printTurn prints a whole turn. fzf cuts what does not fit.
func (p Preview) printTurn(turn claudehome.Turn) error {
	when := ""
	if !turn.At.IsZero() {
		when = turn.At.Format(time.DateTime)
	}
	prompt := tmuxopt.Lines(strings.TrimSpace(turn.Prompt))
	_, err := fmt.Fprintf(p.Out, "%s\n%s\n\n%s\n", when, bold(prompt), tmuxopt.Lines(turn.Answer))
	return err
}

// room is the size of the preview.
type room struct{ columns, lines int }

func (p Preview) room() room {
	columns, _ := strconv.Atoi(p.Getenv("FZF_PREVIEW_COLUMNS"))
	lines, _ := strconv.Atoi(p.Getenv("FZF_PREVIEW_LINES"))
	return room{columns: columns, lines: lines}
}

// labelled returns a text after a label, folded to that width; nil for an empty text.
func labelled(label, text string, columns int) []string {
	const indent = 7
	if text == "" {
		return nil
	}
	text = cli.FoldBehind(indent, text, max(columns, indent+1))
	return strings.Split(fmt.Sprintf("%-*s%s", indent, label, text), "\n")
}

func bold(text string) string { return draw.Style{Bold: true}.Paint(text) }

// SessionOf returns the session of a row, if it is still in its pane.
func SessionOf(ctx context.Context, r query.Reader, row Row) (fleet.Session, error) {
	if row.Pane == "" {
		return fleet.Session{}, cli.Hint(errors.New("the session has no pane"), "Enter resumes it")
	}
	sessions, err := r.UncorrectedSessions(ctx)
	if err != nil {
		return fleet.Session{}, err
	}
	for _, session := range sessions {
		if session.Pane.ID == row.Pane && session.ID == row.Session {
			named := []fleet.Session{session}
			fleet.Complete(named, r.Home)
			return named[0], nil
		}
	}
	return fleet.Session{}, fmt.Errorf("pane %s: the session is not there any more", row.Pane)
}
