// Package handoff is the text that one session of Claude Code leaves for the next one in its
// pane: how it is kept in options, and what of it the next session is told. It is pure.
//
// It promises that a handoff is told to one session only, and that it is not lost where that
// session has ended before it worked with it. It does not promise that anybody delivers it:
// who speaks to Claude Code is elsewhere.
package handoff

import (
	"errors"
	"fmt"
	"strings"
	"time"

	opt "atm/tmuxopt"
)

// Limits in bytes, as the options hold them. With all that stands around it, a handoff stays
// below the 10,000 characters that Claude Code takes of a hook.
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

// The reasons for which a handoff cannot be kept.
var (
	ErrEmpty    = errors.New("the handoff is empty")
	ErrTooLarge = errors.New("the handoff is too large")
	ErrFiles    = errors.New("the files of the handoff")
)

// Edits returns the edits that leave the handoff in a pane, in the place of any other. Nothing
// of it is cut: one that is too large is an error.
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

// Clear returns the edits that take a handoff away.
func Clear() []opt.Edit {
	var edits []opt.Edit
	for _, o := range Options() {
		edits = append(edits, opt.Unset(o))
	}
	return edits
}

// Of returns the handoff of a pane; there is none if its text is empty. What it says is fit
// for a terminal.
func Of(o opt.Options) Handoff {
	h := Handoff{Text: opt.UnescapeLines(o[opt.Handoff]), Time: opt.UnixTime(o[opt.HandoffTime])}
	for file := range strings.SplitSeq(opt.UnescapeLines(o[opt.HandoffFiles]), "\n") {
		if path := opt.Path(file); path != "" {
			h.Files = append(h.Files, path)
		}
	}
	return h
}
