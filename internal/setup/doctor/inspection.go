package doctor

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// statusLines is the maximum number of lines in tmux's status line.
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

// inspection finds out which formats tmux uses for one session, and what it draws with them.
type inspection struct {
	*gatherer
	target string            // the session, its current window, and its active pane
	values map[string]string // values of options in the target
	own    map[string]bool   // options of which the session has its own value
	global map[string]string // global values of the options for windows

	lines      int      // number of lines in the status line
	line       *copies  // copies of the formats of all lines
	texts      []string // the formats of the lines, as copies
	uncutMarks []mark   // the marks in status-left and status-right before tmux cuts them off
	shown      []mark   // the marks in the drawn lines
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

// status has tmux expand the formats of its status line.
func (s *inspection) status(ctx context.Context) error {
	switch value := s.values["status"]; value {
	case "off":
	case "on":
		s.lines = 1
	default:
		s.lines, _ = strconv.Atoi(value) // 0 for anything else
	}
	var formats []string
	for i := range min(s.lines, statusLines) {
		formats = append(formats, s.values[fmt.Sprintf("status-format[%d]", i)])
	}
	shown, line, err := s.expanded(ctx, formats, func(texts []string) [][]string {
		s.texts = texts
		return s.print(texts)
	})
	if err != nil {
		return err
	}
	var sides []string
	for _, option := range []string{"status-left", counts.home} {
		if line.named[option] {
			sides = append(sides, s.values[option])
		}
	}
	uncut, _, err := s.expanded(ctx, sides, s.print)
	s.line, s.shown, s.uncutMarks = line, marksIn(shown), marksIn(uncut)
	return err
}

// place judges whether a part is drawn in the status line.
func (s *inspection) place(m mark, of part) Place {
	place := Place{Option: of.home}
	switch {
	case s.lines == 0:
		place.Presence, place.Option = Off, "status"
	case slices.Contains(s.shown, m):
		place.Presence = Drawn
	case m == countsMark && (slices.Contains(s.shown, ownMark) || s.line.ownFormat):
		place.Presence, place.ByHand = Drawn, true
	case m == syncMark && slices.Contains(s.uncutMarks, m): // tmux runs the job before it cuts the text off
		place.Presence = Drawn
	case slices.Contains(s.uncutMarks, m):
		place.Presence = CutOff
	case s.line.hasMark(s.texts, m):
		place.Presence = Hidden
	case m == countsMark && s.line.undefined["@atm_counts"]:
		place.Presence = Undefined
	case !s.line.named[of.home]:
		place.Presence, place.Option = Unreached, "status-format[0]"
	default:
		place.Presence = Absent
	}
	if place.Presence != Drawn {
		place.Own = s.own[place.Option]
	}
	return place
}
