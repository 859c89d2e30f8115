package main

import (
	"os"
	"path/filepath"
	"strings"
	"time"

	"atm/internal/screen"
)

// takePictures takes pictures of a window, of atm ls, and of atm pick while it is used.
func takePictures(atm, dir string) error {
	s, err := newServer(atm)
	if err != nil {
		return err
	}
	defer s.remove()
	open, err := s.openExamples()
	if err != nil {
		return err
	}
	v, err := s.newViewer(28)
	if err != nil {
		return err
	}
	defer v.close()
	shell := "exec env " + strings.Join(s.exampleEnv(), " ") + " PS1='$ ' bash --norc --noprofile"
	if _, err = s.run("new-window", "-t", sessionName+":", "-n", "shell", shell); err != nil {
		return err
	}
	for _, step := range []struct {
		window string   // to which the viewer goes
		keys   []string // that are typed then
		shows  string   // what is on the screen then
		file   string   // of the picture
	}{
		{window: "parser", shows: "Shall I merge", file: "meter.svg"},
		{window: "shell", keys: []string{"clear; atm ls --tree", "Enter"}, shows: "Plan", file: "ls.svg"},
	} {
		if _, err := s.run("select-window", "-t", sessionName+":"+step.window); err != nil {
			return err
		}
		if err := v.press(step.keys...); err != nil {
			return err
		}
		shown, err := v.captureWith(step.shows)
		if err == nil {
			err = writePicture(filepath.Join(dir, step.file), shown)
		}
		if err != nil {
			return err
		}
	}
	frames, err := v.animate(inboxSteps(open))
	if err != nil {
		return err
	}
	const opened = 1 // the frame of the open inbox says most alone
	svg := screen.Animation(frames, opened, columns)
	return os.WriteFile(filepath.Join(dir, "inbox.svg"), []byte(svg), 0o644)
}

// step is a step in the use of the inbox.
type step struct {
	keys    []string     // are pressed
	then    func() error // is what Claude Code does, nil for nothing
	shows   []string     // is on the screen then
	caption string
	stays   time.Duration
}

// inboxSteps open the inbox in a shell, answer the dialog that is open, look for another
// session, and go there.
func inboxSteps(open *dialog) []step {
	const (
		second = time.Second
		search = "type to search"
	)
	return []step{
		{
			keys: []string{"atm pick"}, shows: []string{"$ atm pick"},
			caption: "in a shell, or prefix + A from anywhere", stays: 2 * second,
		},
		{
			keys: []string{"Enter"}, shows: []string{"▌ ! ", "| go test ./parser/...", "❯ 1. Yes"},
			caption: "the session that needs you most is on top", stays: 4 * second,
		},
		{
			keys: []string{"M-y"}, then: open.close, shows: []string{"▌ ▶ ", "Running…"},
			caption: "Alt-y: answered with yes, without going there", stays: 3 * second,
		},
		{keys: []string{"p"}, shows: []string{"running> p"}, caption: search, stays: second / 4},
		{keys: []string{"o"}, shows: []string{"running> po"}, caption: search, stays: second / 4},
		{keys: []string{"r"}, shows: []string{"running> por"}, caption: search, stays: second / 4},
		{
			keys: []string{"t"}, shows: []string{"running> port", "▌ ?", "said   "},
			caption: search, stays: 11 * second / 4,
		},
		{
			keys: []string{"Enter"}, shows: []string{"atm demo", "● Two of the tables"},
			caption: "Enter: there", stays: 5 * second / 2,
		},
	}
}

// animate takes the steps in the shell that the viewer shows, and returns a frame of each.
func (v *viewer) animate(steps []step) ([]screen.Frame, error) {
	if err := v.press("clear", "Enter"); err != nil {
		return nil, err
	}
	var frames []screen.Frame
	for _, step := range steps {
		if err := v.press(step.keys...); err != nil {
			return nil, err
		}
		if step.then != nil {
			if err := step.then(); err != nil {
				return nil, err
			}
		}
		shown, err := v.captureCalm(step.shows...)
		if err != nil {
			return nil, err
		}
		frames = append(frames, screen.Frame{Captured: shown, Caption: step.caption, Duration: step.stays})
	}
	return frames, nil
}
