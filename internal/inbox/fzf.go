package inbox

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"

	"atm/internal/setup/install"
)

// The variables that commands of fzf find us by. Paths stand in the environment, not in
// the commands: what a shell and fzf would read in them cannot matter then.
const (
	ProgramVariable = "ATM_INBOX_PROGRAM" // absolute path of atm
	DirVariable     = "ATM_INBOX"         // the directory of the [Feed]
)

// ErrNoFzf is that there is no fzf that can show the inbox.
var ErrNoFzf = errors.New("fzf " + install.OldestFzf + " or later is not on PATH")

// FindFzf begins to look for fzf. The function that it returns waits for the result: the
// absolute path. To ask fzf for its version takes some milliseconds.
func FindFzf(ctx context.Context) func() (path string, err error) {
	find := sync.OnceValues(func() (string, error) {
		program, version, err := install.FindFzf(ctx)
		if err != nil || install.FzfTooOld(version) {
			return "", ErrNoFzf
		}
		return program, nil
	})
	go find()
	return find
}

// View is a list of the inbox.
type View string

// The views.
const (
	Running View = "running"
	Ended   View = "ended"
	Found   View = "found" // the sessions in which something was said
)

// viewOf returns the view that a prompt names.
func viewOf(prompt string) View {
	for _, view := range []View{Ended, Found} {
		if strings.HasPrefix(prompt, string(view)) {
			return view
		}
	}
	return Running
}

// other returns the view that the key for it leads to.
func (v View) other() View {
	if v == Running {
		return Ended
	}
	return Running
}

// help returns the line at the bottom for a view in so many columns. fzf needs four of
// them, and a popup in a terminal of 60 has 58. The line is a part of actions of fzf's, so
// it has no parentheses.
func (v View) help(columns int) string {
	const short = 86
	switch {
	case v == Found:
		return "Enter go or resume  Alt-l last  Tab running  ? keys"
	case v == Ended && columns < short:
		return "Enter resume  Alt+ l last  Tab running  ? keys"
	case v == Ended:
		return "Enter resume   Alt+  l last   Tab running   Ctrl-/ preview   ? keys"
	case columns < short:
		return "Alt+ y yes n no 1-9 option t text g next  ? keys"
	}
	return "Enter go  Alt+ y yes n no a always 1-9 option t text g next s send  ? all keys"
}

// Keys says what all keys of the inbox do.
func Keys() string {
	return `
  Enter         go there; resume it if it has ended
  Alt-y, Alt-n  answer yes or no to what the preview shows
  Alt-a         yes, and what the dialog offers so that it need not ask again
  Alt-1 to 9    choose an option of a question
  Alt-t         answer a question with a text of your own; to anything else: no, and this is why
  Alt-g         the next session that asks (also after each answer)
  Alt-f         fork it: go on a second time, in a pane beside
  Alt-l         its last answer
  Alt-s         send a prompt
  Alt-p         park it, or take that back
  Alt-x         kill its pane, after a question
  Alt-/         search what was said in all sessions, also those that have ended, for the words that you have typed
  Tab           from the sessions that run to those that have ended, and back
  Ctrl-/        with or without the preview
  letters       search titles, directories, and what is asked or done; behind a ' also by some of their letters
  Esc           leave

`
}

// Finder is fzf, with what the inbox needs to run it.
type Finder struct {
	Fzf     string // absolute path
	Program string // absolute path of atm
	Dir     string // of the [Feed]
	Columns int    // of the terminal
	View    View   // to begin with
}

// matching are the options that decide which lines match a query, and their order. shown
// is the option that says which fields are looked at.
func matching(shown string) []string {
	// What is typed is searched as it stands, and letter by letter after a quote. The order stays that of urgency:
	// with one by how well a line matches, fzf leads the cursor back to the top when a list comes in that moment.
	return []string{"--ansi", "--exact", "--no-sort", "--delimiter=\t", shown + "=4.."}
}

// Command returns the command that shows the inbox on the terminal of this process. It
// reads the list from standard input, and prints the line that was chosen.
func (f Finder) Command(ctx context.Context) *exec.Cmd {
	args := append(matching("--with-nth"),
		"--with-shell=sh -c", "--no-multi", "--layout=reverse-list", "--no-hscroll",
		"--info=hidden", "--no-separator", "--prompt="+string(f.View)+"> ",
		"--header-first", "--header="+f.View.help(f.Columns),
		"--preview="+command("preview", "{1} {2}"), "--preview-window=up,60%,border-bottom")
	for _, bind := range binds() {
		args = append(args, "--bind="+bind)
	}
	cmd := exec.CommandContext(ctx, f.Fzf, args...)
	cmd.Env = f.env()
	cmd.Stderr = os.Stderr
	return cmd
}

// command is a command of a shell that runs atm. arguments are placeholders of fzf, which
// quotes what it puts there.
func command(verb, arguments string) string {
	return strings.TrimSpace(fmt.Sprintf(`exec "$%s" inbox %s %s`, ProgramVariable, verb, arguments))
}

// binds are what keys and events do. A command that ends the binding, after a colon, may
// have parentheses.
func binds() []string {
	const ids = "{1} {2} {3}"
	// A list that is loaded loads the next one: that command ends when there is another
	// list, and until then fzf keeps this one. The cursor is led back to its session, and reported:
	// what is in the same line as before is no move to fzf.
	report := fmt.Sprintf(`echo {1} {2} >"$%s"/%s`, DirVariable, currentFile)
	next := "reload-sync:" + command("next", `"$FZF_PROMPT"`)
	loaded := "load:transform(" + command("at", `"$FZF_QUERY"`) + ")+execute-silent(" + report + ")+refresh-preview+" + next
	// fzf loses such a command if a key is pressed before it has begun: 0.54 and 0.65 keep
	// only the last of two requests for a search.
	lost := fmt.Sprintf(`change:transform:[ -e "$%s"/%s ] || echo '%s'`, DirVariable, waitingFile, next)
	answers := []string{}
	for key, word := range map[string]string{"y": "yes", "n": "no", "a": "always"} {
		answers = append(answers, "alt-"+key+":transform:"+command("answer", word+" "+ids))
	}
	for option := 1; option <= 9; option++ {
		answers = append(answers, fmt.Sprintf("alt-%d:transform:%s", option, command("answer", fmt.Sprint(option, " ", ids))))
	}
	return append(answers,
		loaded, lost,
		"focus:execute-silent:"+report,
		"tab:transform:"+command("toggle", `"$FZF_PROMPT"`),
		"alt-/:transform:"+command("search", `"$FZF_QUERY"`),
		"ctrl-/:toggle-preview",
		"alt-g:transform:"+command("asking", `"$FZF_QUERY"`),
		"alt-t:execute:"+command("text", ids),
		"?:execute:"+command("keys", ""),
		"alt-p:transform:"+command("park", ids),
		"alt-f:transform:"+command("fork", ids),
		"alt-l:execute:"+command("last", ids),
		"alt-s:execute:"+command("send", ids),
		"alt-x:execute:"+command("kill", ids),
	)
}

// Toggle returns the actions of fzf that lead from the view of a prompt to the other one,
// on a terminal of so many columns.
func Toggle(prompt string, columns int) string { return viewOf(prompt).other().show(columns) }

// SearchFor returns the actions of fzf that show the sessions in which the words were said.
func (c FeedClient) SearchFor(words string, columns int) (string, error) {
	if strings.TrimSpace(words) == "" {
		return "change-header(Type what was said, then Alt-/)", nil
	}
	err := os.WriteFile(filepath.Join(c.Dir, searchFile), []byte(words), 0o600)
	return "clear-query+" + Found.show(columns), err
}

// Words returns the words that were searched for last.
func (c FeedClient) Words() string {
	words, _ := os.ReadFile(filepath.Join(c.Dir, searchFile)) // there are some where they are asked for
	return string(words)
}

// show returns the actions of fzf that lead to a view.
func (v View) show(columns int) string {
	return fmt.Sprintf("change-prompt(%s> )+change-header(%s)+reload-sync:%s", v, v.help(columns), command(string(v), ""))
}

// Execute returns the action of fzf that runs a command of the inbox on the terminal, for
// what a command after transform prints.
func Execute(verb string, row Row) string {
	ids := []string{id(row.Pane), id(row.Session), id(row.Call)}
	return "execute:" + command(verb, strings.Join(ids, " "))
}

// env is the environment of fzf: without the user's options, which may have other keys.
func (f Finder) env() []string {
	var env []string
	for _, variable := range os.Environ() {
		if !strings.HasPrefix(variable, "FZF_") {
			env = append(env, variable)
		}
	}
	return append(env, ProgramVariable+"="+f.Program, DirVariable+"="+f.Dir)
}

// match returns the lines of a list that match a query, as fzf shows them.
func (f Finder) match(ctx context.Context, lines, query string) string {
	if query == "" {
		return lines
	}
	// With the fields less the ids in the place of lines, fzf would print those.
	cmd := exec.CommandContext(ctx, f.Fzf, append(matching("--nth"), "--filter="+query)...)
	cmd.Env, cmd.Stdin = f.env(), strings.NewReader(lines)
	out, err := cmd.Output()
	if err != nil {
		return "" // nothing matches
	}
	return string(out)
}
