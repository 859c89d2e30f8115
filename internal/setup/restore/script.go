package restore

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"atm/internal/cli"
	"atm/internal/sys/edit"
	"atm/internal/sys/ownname"
	"atm/internal/sys/shell"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// functions are the shell functions of each script. They use ids, because names may have characters with a
// meaning in a target of tmux.
//
//go:embed functions.sh
var functions string

// header is the beginning of each script.
const header = "#!/bin/sh\n# Written by atm save"

// IsScript reports whether a file is a script of ours.
func IsScript(text []byte) bool { return bytes.HasPrefix(text, []byte(header)) }

// Script returns a script for any POSIX shell that creates the sessions again. server are the arguments by
// which tmux reaches the server; none = the default one. cld is the name of that program. written is the
// time, for people.
func Script(sessions []Session, server []string, cld, written string) string {
	w := &writer{links: map[string]int{}, members: map[string]int{}, built: map[string]bool{}}
	for _, session := range sessions {
		w.members[session.Group]++
		for _, window := range session.Windows {
			w.links[window.Window]++
		}
	}
	w.line("%s, %s. It builds sessions of tmux again, and goes on with", header, written)
	w.line("# each session of Claude Code in its pane. A session of tmux that is there already")
	w.line("# stays as it is.")
	if len(server) > 0 {
		w.line("\ntmux() { command tmux %s \"$@\"; }", words(server...))
	}
	w.line("\ncld=%s", words(cld))
	w.line("%s", strings.TrimSuffix(functions, "\n"))
	first := map[string]string{} // the variable with the id of the first session of a group
	for i, session := range sessions {
		grouped := session.Group != "" && w.members[session.Group] > 1
		known := first[session.Group]
		switch {
		case grouped && known != "":
			w.line("\nif share %s \"${%s-}\"; then", words(session.Name), known)
		default:
			w.windows(session)
		}
		if grouped && known == "" {
			first[session.Group] = fmt.Sprintf("session_%d", i)
			w.line("  session_%d=$session", i)
		}
		w.line("  select_window %s\nfi", session.current())
	}
	if slices.ContainsFunc(allPanes(sessions), Pane.sendsLater) {
		job := ownname.BesideCld(cld) + " send --rearm >/dev/null 2>&1 || :"
		w.line("\n# Prompts that are to be sent later.\ntmux run-shell -b %s", words(job))
	}
	return w.String()
}

// sendsLater reports whether the pane has a prompt that is to be sent later.
func (p Pane) sendsLater() bool {
	return slices.ContainsFunc(p.Work, func(o Option) bool { return o.Name == string(tmuxopt.Later) })
}

// current is the index of the current window.
func (s Session) current() string {
	i := slices.IndexFunc(s.Windows, func(w Window) bool { return w.CurrentWindow })
	return s.Windows[max(i, 0)].WindowIndex
}

// writer writes a script.
type writer struct {
	strings.Builder

	links   map[string]int  // by the id of a window: the number of its sessions
	members map[string]int  // by the name of a group: the number of its sessions
	built   map[string]bool // by the id of a window: whether the script has created it
}

func (w *writer) line(format string, args ...any) { fmt.Fprintf(w, format+"\n", args...) }

// windows writes the commands that create a session and its windows. A window that was created for another
// session is linked, except for the first window, because a session cannot begin with a link.
func (w *writer) windows(s Session) {
	for i, window := range s.Windows {
		variable := "window_" + strings.TrimPrefix(window.Window, "@")
		dir := directory(window.Dir)
		switch {
		case i == 0:
			begin := words(s.Name, window.Width, window.Height, window.WindowIndex, window.WindowName, dir)
			w.line("\nif begin %s; then", begin)
		case w.built[window.Window]:
			w.line("  link %s \"${%s-}\"", window.WindowIndex, variable)
			continue
		default:
			w.line("  window %s", words(window.WindowIndex, window.WindowName, dir))
		}
		w.panes(window)
		if w.links[window.Window] > 1 && !w.built[window.Window] {
			w.line("  %s=$window", variable)
		}
		w.built[window.Window] = true
	}
}

// panes writes the commands that create the panes of a window, which already has its first.
func (w *writer) panes(window Window) {
	for i, pane := range window.Panes {
		if i > 0 {
			w.line("  split %s", words(directory(pane.Dir)))
		}
		if pane.Current && i > 0 {
			w.line("  select_pane")
		}
		if w.built[window.Window] {
			continue
		}
		for _, option := range pane.Work {
			w.line("  option %s", words(option.Name, option.Value))
		}
		if pane.ID != "" && pane.Origin == "" && keepable(pane.StartedIn) {
			// So cld resumes it there even if its first directory is gone.
			w.line("  option %s", words(string(tmuxopt.SessionID), pane.ID))
			w.line("  option %s", words(string(tmuxopt.SessionDir), pane.StartedIn))
			if keepable(pane.transcript) { // so that the next script has its home, if no hook comes before that
				w.line("  option %s", words(string(tmuxopt.TranscriptPath), pane.transcript))
			}
		}
		if pane.ID != "" && keepable(pane.Home) {
			w.line("  home=%s", words(shell.ForAll(pane.Home)))
		}
		if pane.ID != "" {
			w.line("  resume %s%s", pane.arguments(), cli.After("  # ", pane.Title))
		}
	}
	if len(window.Panes) > 1 {
		w.line("  layout %s", words(window.Layout))
	}
	if window.Zoomed {
		w.line("  zoom")
	}
}

// words quotes words for any POSIX shell. Words that a terminal would not show exactly are written in octal.
func words(list ...string) string {
	var quoted []string
	for _, text := range list {
		if tmuxopt.Visible(text) {
			quoted = append(quoted, shell.Word(text))
		} else {
			quoted = append(quoted, `"$(printf '`+octal(text)+`')"`)
		}
	}
	return strings.Join(quoted, " ")
}

// octal returns a text as a format of printf that does not look like an option.
func octal(text string) string {
	var b strings.Builder
	for i, c := range []byte(text) {
		if strings.IndexByte(`'\%`, c) >= 0 || c < ' ' || c > '~' || i == 0 && c == '-' {
			fmt.Fprintf(&b, `\%03o`, c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// directory returns a path that does not end in a newline, because a shell removes that from the output of a
// command.
func directory(dir string) string {
	if strings.HasSuffix(dir, "\n") {
		return dir + "/"
	}
	return dir
}

// KeptDir is the directory of the kept scripts in a home directory.
func KeptDir(home string) string { return filepath.Join(home, ".local", "state", "atm") }

// KeptFile is the script that is kept for the server with this socket. Only a server in tmux's usual directory is named
// without it: $TMUX_TMPDIR and -S allow others with the same last name.
func KeptFile(home, socket string) string {
	name, usual := filepath.Base(socket), tmux.SocketDir(func(string) string { return "" })
	if dir := strings.TrimPrefix(filepath.Dir(socket), "/private"); dir != usual { // macOS: /private/tmp
		name = strings.NewReplacer("%", "%25", "/", "%2F").Replace(socket)
	}
	return filepath.Join(KeptDir(home), name+".sh")
}

// KeptBefore is the script of the previous server, which is kept beside that of the present one.
func KeptBefore(file string) string { return strings.TrimSuffix(file, ".sh") + ".before.sh" }

// restoring is how long after the start of a server its sessions may still be being resumed.
const restoring = 10 * time.Minute

// SetAside copies the script of the previous server to [KeptBefore], before the first one of this server replaces it.
// But a young server that resumes fewer sessions than the previous one should keep nothing: another end of the server
// would make an incomplete script the only one.
func SetAside(file, script string, age time.Duration) (mayKeep bool, err error) {
	earlier, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return true, nil
	}
	const resume = "\n  resume "
	if err != nil || age < restoring && strings.Count(script, resume) < strings.Count(string(earlier), resume) {
		return false, err
	}
	err = edit.Replace(KeptBefore(file), string(earlier))
	return err == nil, err
}

// Keep writes the script into a file that only its owner can read, and replaces the earlier one.
func Keep(file, script string) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	return edit.Replace(file, script)
}
