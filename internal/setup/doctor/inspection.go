package doctor

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// statusLines is how many lines tmux's status line can have.
const statusLines = 5

// screen finds out what tmux draws for a session.
func (g *gatherer) screen(ctx context.Context, session tmuxSession) (Screen, error) {
	s := inspection{gatherer: g, target: session.id + ":", values: map[string]string{}}
	screen := Screen{Session: session.name}
	for _, client := range g.facts.Clients {
		if client.Session == session.id && !client.Control {
			screen.Clients = append(screen.Clients, client.Name)
		}
	}
	if err := s.readOptions(ctx); err != nil {
		return screen, err
	}
	if err := s.status(ctx); err != nil {
		return screen, err
	}
	screen.Counts = s.place(countsMark, counts)
	screen.Sync = s.place(syncMark, syncJob)
	screen.Sync.Programs = s.line.syncs
	var err error
	if screen.Windows, err = s.windows(ctx); err != nil {
		return screen, err
	}
	screen.Borders, err = s.borders(ctx)
	return screen, err
}

// inspection is what is found out about one session: which formats tmux uses for it,
// and what it makes of them.
type inspection struct {
	*gatherer
	target string            // the session, its current window, and its active pane
	values map[string]string // of options, as they are for the target
	own    map[string]bool   // options of which the session has a value of its own
	global map[string]string // values of options for windows, of those that have none of their own

	lines     int       // of the status line
	line      *rewriter // of all lines
	inFormats []mark    // what stands in the formats of the status line
	expanded  []mark    // what conditions leave of that
	drawn     []mark    // what lengths leave of that
}

// readOptions reads the options that decide what is drawn.
func (s *inspection) readOptions(ctx context.Context) error {
	names := []string{"status"}
	for i := range statusLines {
		names = append(names, fmt.Sprintf("status-format[%d]", i))
	}
	var err error
	if s.values, err = s.Tmux.OptionsOf(ctx, s.target, names...); err != nil {
		return err
	}
	s.global, _, err = s.Tmux.Globals(ctx, windowFormat, currentFormat, borderFormat, borderStatus)
	if err != nil {
		return err
	}
	reply, err := s.Tmux.Run(ctx, [][]string{{"show-options", "-t", s.target}})
	s.own = map[string]bool{}
	for line := range strings.Lines(reply.Stdout) {
		name, _, _ := strings.Cut(strings.TrimSpace(line), " ")
		s.own[name] = true
	}
	return err
}

// status has tmux work out its status line.
func (s *inspection) status(ctx context.Context) error {
	switch value := s.values["status"]; value {
	case "off":
	case "on":
		s.lines = 1
	default:
		s.lines, _ = strconv.Atoi(value) // what is none shows nothing
	}
	var formats []string
	for i := range min(s.lines, statusLines) {
		formats = append(formats, s.values[fmt.Sprintf("status-format[%d]", i)])
	}
	texts, line, err := s.rewritten(ctx, formats, false)
	if err != nil {
		return err
	}
	s.line, s.inFormats = line, marksIn(strings.Join(texts, ""))
	if s.drawn, err = s.marksDrawn(ctx, texts); err != nil {
		return err
	}
	if texts, _, err = s.rewritten(ctx, formats, true); err != nil {
		return err
	}
	s.expanded, err = s.marksDrawn(ctx, texts)
	return err
}

// marksDrawn returns the marks in what tmux makes of rewritten formats.
func (s *inspection) marksDrawn(ctx context.Context, texts []string) ([]mark, error) {
	var cmds [][]string
	for _, text := range texts {
		cmds = append(cmds, []string{"display-message", "-pt", s.target, "--", text})
	}
	if len(cmds) == 0 {
		return nil, nil
	}
	reply, err := s.Tmux.Run(ctx, cmds)
	return marksIn(reply.Stdout), err
}

// rewritten rewrites formats, and reads the options for that which they mention.
func (s *inspection) rewritten(
	ctx context.Context, formats []string, whole bool,
) ([]string, *rewriter, error) {
	for {
		r := newRewriter(s.values)
		r.whole = whole
		var texts []string
		for _, format := range formats {
			texts = append(texts, r.rewrite(format, 0))
		}
		if len(r.missing) == 0 {
			return texts, r, nil
		}
		values, err := s.Tmux.OptionsOf(ctx, s.target, slices.Sorted(maps.Keys(r.missing))...)
		if err != nil {
			return nil, nil, err
		}
		maps.Copy(s.values, values)
	}
}

// place says whether a part is drawn in the status line.
func (s *inspection) place(m mark, of part) Place {
	place := Place{Option: of.home}
	switch {
	case s.lines == 0:
		place.Presence, place.Option = Off, "status"
	case slices.Contains(s.drawn, m):
		place.Presence = Drawn
	case m == countsMark && slices.Contains(s.drawn, ownMark):
		place.Presence, place.ByHand = Drawn, true
	case m == syncMark && slices.Contains(s.expanded, m): // tmux has run it before it cut it off
		place.Presence = Drawn
	case slices.Contains(s.expanded, m):
		place.Presence = CutOff
	case slices.Contains(s.inFormats, m):
		place.Presence = Hidden
	case m == countsMark && s.line.undefined["@atm_counts"]:
		place.Presence = Undefined
	case !s.line.used[of.home]:
		place.Presence, place.Option = Unreached, "status-format[0]"
	default:
		place.Presence = Absent
	}
	if place.Presence != Drawn {
		place.Own = s.own[place.Option]
	}
	return place
}
