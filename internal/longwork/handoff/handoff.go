// Package handoff handles the text that one session of Claude Code leaves for the next one in its pane: how
// options store it, and which text the next session gets. It is pure.
//
// It promises that only one session gets a handoff, and that the handoff is not lost if that session ends
// before it has worked with it. It does not deliver the text itself.
package handoff

import (
	"errors"
	"fmt"
	"strings"
	"time"

	opt "atm/tmuxopt"
)

// Limits in bytes of the options' values. With the text around it, a handoff is shorter than the 10,000
// characters that Claude Code accepts from a hook.
const (
	MaxText  = 8 << 10
	MaxFiles = 512 // of all their paths
)

// Handoff is what one session leaves for the next one.
type Handoff struct {
	Text  string // of several lines
	Files []string
	Time  time.Time
}

// The reasons why a handoff cannot be stored.
var (
	ErrEmpty    = errors.New("the handoff is empty")
	ErrTooLarge = errors.New("the handoff is too large")
	ErrFiles    = errors.New("the files of the handoff")
)

// Edits returns the edits that store the handoff in a pane and replace any other. It never cuts a handoff:
// one that is too large is an error.
func (h Handoff) Edits() ([]opt.Edit, error) {
	text := opt.EscapeLines(h.Text)
	switch {
	case text == "":
		return nil, ErrEmpty
	case len(text) > MaxText:
		return nil, fmt.Errorf("%w: %d bytes, with line breaks as two; %d are the most",
			ErrTooLarge, len(text), MaxText)
	}
	for _, file := range h.Files {
		if opt.Path(file) == "" {
			return nil, fmt.Errorf("%w: an option cannot hold the path %q", ErrFiles, file)
		}
	}
	files := opt.EscapeLines(strings.Join(h.Files, "\n"))
	if len(files) > MaxFiles {
		return nil, fmt.Errorf("%w: %d bytes of paths; %d are the most", ErrFiles, len(files), MaxFiles)
	}
	return []opt.Edit{
		opt.Set(opt.Handoff, text),
		opt.Set(opt.HandoffFiles, files),
		opt.Set(opt.HandoffTime, opt.Seconds(h.Time)),
		opt.Unset(opt.HandoffTo),
		opt.Unset(opt.HandoffTaken),
	}, nil
}

// Options lists the options that hold a handoff.
func Options() []opt.Option {
	return []opt.Option{opt.Handoff, opt.HandoffFiles, opt.HandoffTime, opt.HandoffTo, opt.HandoffTaken}
}

// Clear returns the edits that remove a handoff.
func Clear() []opt.Edit {
	var edits []opt.Edit
	for _, o := range Options() {
		edits = append(edits, opt.Unset(o))
	}
	return edits
}

// Of returns the handoff of a pane; its text is empty if there is none. The text is fit for a terminal.
func Of(o opt.Options) Handoff {
	h := Handoff{Text: opt.UnescapeLines(o[opt.Handoff]), Time: opt.UnixTime(o[opt.HandoffTime])}
	for file := range strings.SplitSeq(opt.UnescapeLines(o[opt.HandoffFiles]), "\n") {
		if path := opt.Path(file); path != "" {
			h.Files = append(h.Files, path)
		}
	}
	return h
}
