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

	"atm/internal/sys/ownname"
	"atm/internal/sys/shell"
	"atm/pathcodec"
	"atm/tmuxopt"
)

// functions are the beginning of each script. Everything is addressed by ids: names may
// hold what has a meaning in a target of tmux.
//
//go:embed functions.sh
var functions string

// header is what each script begins with.
const header = "#!/bin/sh\n# Written by atm save"

// IsScript reports whether a file is a script of ours.
func IsScript(text []byte) bool { return bytes.HasPrefix(text, []byte(header)) }

// Script returns a script for any POSIX shell that builds the sessions again. The server
// is what tmux's own client needs to reach it, as arguments; none = the default one. cld is
// what that program is called. When it was written is for people.
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
	if slices.ContainsFunc(sessions, Session.sendsLater) {
		job := ownname.BesideCld(cld) + " send --rearm >/dev/null 2>&1 || :"
		w.line("\n# Prompts that are to be sent later.\ntmux run-shell -b %s", words(job))
	}
	return w.String()
}

// sendsLater reports whether a pane keeps a prompt.
func (s Session) sendsLater() bool {
	return slices.ContainsFunc(s.Windows, func(w Window) bool {
		return slices.ContainsFunc(w.Panes, func(p Pane) bool {
			return slices.ContainsFunc(p.Work, func(o Option) bool { return o.Name == string(tmuxopt.Later) })
		})
	})
}

// current is the index of the current window.
func (s Session) current() string {
	i := slices.IndexFunc(s.Windows, func(w Window) bool { return w.CurrentWindow })
	return s.Windows[max(i, 0)].WindowIndex
}

// writer writes a script.
type writer struct {
	strings.Builder

	links   map[string]int  // in how many sessions a window is, by its id
	members map[string]int  // how many sessions a group has
	built   map[string]bool // windows by id
}

func (w *writer) line(format string, args ...any) { fmt.Fprintf(w, format+"\n", args...) }

// windows writes what builds a session and its windows. One that was built for another
// session is linked, but a session cannot begin with that.
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

// panes writes what builds the panes of a window, of which the first is there.
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
		if pane.ID != "" {
			w.line("  resume %s%s", pane.ID, comment(pane.Title))
		}
	}
	if len(window.Panes) > 1 {
		w.line("  layout %s", words(window.Layout))
	}
	if window.Zoomed {
		w.line("  zoom")
	}
}

func comment(text string) string {
	if text == "" {
		return ""
	}
	return "  # " + text
}

// words quotes words for any POSIX shell. What a terminal does not show to the letter is
// written in octal.
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

// octal writes a text as a format of printf, which does not begin like an option.
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

// directory writes a directory so that it does not end in a newline, which a shell takes
// away from the output of a command.
func directory(dir string) string {
	if strings.HasSuffix(dir, "\n") {
		return dir + "/"
	}
	return dir
}

// before stands in the name of the script that the server before this one has left.
const before = ".before"

// KeptDir is where scripts are kept, in a home directory.
func KeptDir(home string) string { return filepath.Join(home, ".local", "state", "atm") }

// KeptFile is the script that is kept for the server with this socket.
func KeptFile(home, socket string) string {
	name := filepath.Base(socket)
	if !strings.HasPrefix(filepath.Base(filepath.Dir(socket)), "tmux-") { // where tmux itself puts none
		name = strings.TrimLeft(pathcodec.Encode(socket), "-")
	}
	return filepath.Join(KeptDir(home), name+".sh")
}

// KeptBefore is the script that the server before this one has left, beside its own.
func KeptBefore(file string) string { return strings.TrimSuffix(file, ".sh") + before + ".sh" }

// Resumes reports whether a session of Claude Code runs in any pane.
func Resumes(sessions []Session) bool {
	for _, session := range sessions {
		for _, window := range session.Windows {
			if slices.ContainsFunc(window.Panes, func(p Pane) bool { return p.ID != "" }) {
				return true
			}
		}
	}
	return false
}

// Keep writes the script into a file that only its owner can read, in the place of the one from before. If the
// server has kept none yet, the one that is there is from the server before, and is kept beside it.
func Keep(file, script string, isFirst bool) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	if isFirst {
		if err := os.Rename(file, KeptBefore(file)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	next, err := os.CreateTemp(filepath.Dir(file), ".next-*")
	if err != nil {
		return err
	}
	_, err = next.WriteString(script)
	if err = errors.Join(err, next.Close()); err == nil {
		err = os.Rename(next.Name(), file)
	}
	if err != nil {
		err = errors.Join(err, os.Remove(next.Name()))
	}
	return err
}
