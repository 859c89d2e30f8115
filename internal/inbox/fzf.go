package inbox

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"atm/internal/setup/install"
)

// The variables by which the commands that fzf runs find atm and the feed. Paths are in the environment, not
// in the commands, so neither a shell nor fzf interprets them.
const (
	ProgramVariable = "ATM_INBOX_PROGRAM" // absolute path of atm
	DirVariable     = "ATM_INBOX"         // the directory of the [Feed]
)

// ErrNoFzf means that no fzf was found that can show the inbox.
var ErrNoFzf = errors.New("fzf " + install.OldestFzf + " or later is not on PATH")

// FindFzf returns the absolute path of an fzf on PATH that can show the inbox, else [ErrNoFzf].
func FindFzf(ctx context.Context) (path string, err error) {
	program, version, err := install.FindFzf(ctx)
	if err != nil || install.FzfTooOld(version) {
		return "", ErrNoFzf
	}
	return program, nil
}

// View is a list of the inbox.
type View string

// The views.
const (
	Running View = "running"
	Ended   View = "ended"
	Found   View = "found" // the sessions in which something was said
)

// viewOf returns the view that a prompt of fzf names.
func viewOf(prompt string) View {
	for _, view := range []View{Ended, Found} {
		if strings.HasPrefix(prompt, string(view)) {
			return view
		}
	}
	return Running
}

// other returns the view to which Tab leads.
func (v View) other() View {
	if v == Running {
		return Ended
	}
	return Running
}

// help returns the line of help below the list, for a terminal of so many columns. fzf needs four of them,
// and a popup in a terminal of 60 has 58. The line is part of an fzf action, so it contains no parentheses.
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

//go:embed keys.txt
var keys string

// Keys describes all keys of the inbox.
func Keys() string { return keys }

// Finder runs fzf for the inbox.
type Finder struct {
	Fzf     string // absolute path
	Program string // absolute path of atm
	Dir     string // the directory of the [Feed]
	Columns int    // of the terminal
	View    View   // the first view
}

// matching returns the options that decide which lines match a query, and their order. fieldOption is the
// option that selects the fields to search.
func matching(fieldOption string) []string {
	// A query matches exactly, or letter by letter after a quote. The lines stay ordered by urgency: if fzf
	// sorted them by how well they match, it would move the cursor to the top when a list arrives.
	return []string{"--ansi", "--exact", "--no-sort", "--delimiter=\t", fieldOption + "=4.."}
}

// Command returns the command that shows the inbox on the terminal of this process. It reads the list from
// standard input, and prints the chosen line.
func (f Finder) Command(ctx context.Context) *exec.Cmd {
	args := append(matching("--with-nth"),
		"--with-shell=sh -c", "--no-multi", "--layout=reverse-list", "--no-hscroll", "--ellipsis=",
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

// command returns a shell command that runs atm. arguments may be placeholders of fzf, which quotes their
// values.
func command(verb, arguments string) string {
	return strings.TrimSpace(fmt.Sprintf(`exec "$%s" inbox %s %s`, ProgramVariable, verb, arguments))
}

// binds returns what keys and events of fzf run. The command after a colon ends the binding, so it may
// contain parentheses.
func binds() []string {
	const ids = "{1} {2} {3}"
	// When a list is loaded, fzf starts the command for the next list, which ends when there is another list.
	// Until then fzf keeps this one. The cursor moves back to its session, and is reported here, because fzf
	// fires no focus event if the cursor stays in the same line.
	report := fmt.Sprintf(`echo {1} {2} >"$%s"/%s`, DirVariable, currentFile)
	next := "reload-sync:" + command("next", `"$FZF_PROMPT"`)
	loaded := "load:transform(" + command("at", `"$FZF_QUERY"`) + ")" +
		"+execute-silent(" + report + ")+refresh-preview+" + next
	// fzf 0.54 and 0.65 lose that command if a key is pressed before it starts: they keep only the last of
	// two requests to search.
	lost := fmt.Sprintf(`change:transform:[ -e "$%s"/%s ] || echo '%s'`, DirVariable, waitingFile, next)
	answers := []string{}
	for key, word := range map[string]string{"y": "yes", "n": "no", "a": "always"} {
		answers = append(answers, "alt-"+key+":transform:"+command("answer", word+" "+ids))
	}
	for option := 1; option <= 9; option++ {
		run := command("answer", fmt.Sprint(option, " ", ids))
		answers = append(answers, fmt.Sprintf("alt-%d:transform:%s", option, run))
	}
	return append(answers,
		loaded, lost,
		"focus:execute-silent:"+report,
		"tab:transform:"+command("toggle", `"$FZF_PROMPT"`),
		"resize:transform:"+command("fit", `"$FZF_PROMPT"`),
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

// Show returns the fzf actions that show the view in the prompt again, for another width of the terminal, or
// the other view.
func Show(prompt string, other bool, columns int) string {
	view := viewOf(prompt)
	if other {
		view = view.other()
	}
	return view.show(columns)
}

// SearchFor returns the fzf actions that show the sessions in which the words were said.
func (c FeedClient) SearchFor(words string, columns int) (string, error) {
	if strings.TrimSpace(words) == "" {
		return "change-header(Type what was said, then Alt-/)", nil
	}
	err := os.WriteFile(filepath.Join(c.Dir, searchFile), []byte(words), 0o600)
	return "clear-query+" + Found.show(columns), err
}

// Words returns the words of the last search.
func (c FeedClient) Words() string {
	words, _ := os.ReadFile(filepath.Join(c.Dir, searchFile)) // the file exists after the first search
	return string(words)
}

// show returns the fzf actions that show a view.
func (v View) show(columns int) string {
	list := command(string(v), "")
	return fmt.Sprintf("change-prompt(%s> )+change-header(%s)+reload-sync:%s", v, v.help(columns), list)
}

// Execute returns the fzf action that runs a command of the inbox on the terminal. A command that runs after
// transform prints it.
func Execute(verb string, row Row) string {
	ids := []string{id(row.Pane), id(row.Session), id(row.Call)}
	return "execute:" + command(verb, strings.Join(ids, " "))
}

// env returns the environment of fzf. It omits the user's own options for fzf, which may bind other keys.
func (f Finder) env() []string {
	var env []string
	for _, variable := range os.Environ() {
		if !strings.HasPrefix(variable, "FZF_") {
			env = append(env, variable)
		}
	}
	return append(env, ProgramVariable+"="+f.Program, DirVariable+"="+f.Dir)
}

// match returns the lines of a list that match a query in the inbox.
func (f Finder) match(ctx context.Context, lines, query string) string {
	if query == "" {
		return lines
	}
	// --nth limits the search to the shown fields. With --with-nth, fzf would print only these fields,
	// without ids.
	cmd := exec.CommandContext(ctx, f.Fzf, append(matching("--nth"), "--filter="+query)...)
	cmd.Env, cmd.Stdin = f.env(), strings.NewReader(lines)
	out, err := cmd.Output()
	if err != nil {
		return "" // nothing matches
	}
	return string(out)
}
