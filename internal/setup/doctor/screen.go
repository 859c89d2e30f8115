package doctor

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// inspect finds out what tmux draws for a session.
func (g *gatherer) inspect(ctx context.Context, session string, screen *Screen) error {
	s := inspection{gatherer: g, target: session + ":", own: map[string]bool{}}
	err := s.readOptions(ctx)
	for _, find := range []func(context.Context, *Screen) error{s.status, s.windows, s.borders} {
		if err == nil {
			err = find(ctx, screen)
		}
	}
	return err
}

// inspection finds out which formats tmux uses for one session, and what it draws with them.
type inspection struct {
	*gatherer
	target string            // the session, its current window, and its active pane
	values map[string]string // values of options in the target
	own    map[string]bool   // options of which the session has its own value
	global map[string]string // global values of the options for windows

	lines int     // number of lines in the status line
	line  drawing // all of them
}

// statusLines is the maximum number of lines in tmux's status line.
const statusLines = 5

// statusFormat is the option with the format of a line of the status line.
func statusFormat(line int) string { return fmt.Sprintf("status-format[%d]", line) }

// readOptions reads the options that decide what is drawn.
func (s *inspection) readOptions(ctx context.Context) error {
	names := []string{"status", "status-left", counts.home, borderStatus}
	for i := range statusLines {
		names = append(names, statusFormat(i))
	}
	var err error
	if s.values, err = s.Tmux.OptionsOf(ctx, s.target, names...); err != nil {
		return err
	}
	s.lines, _ = strconv.Atoi(s.values["status"]) // 0 for anything but a number
	if s.values["status"] == "on" {
		s.lines = 1
	}
	s.global, _, err = s.Tmux.Globals(ctx, windowFormat, currentFormat, borderFormat, borderStatus)
	if err != nil {
		return err
	}
	reply, err := s.Tmux.Run(ctx, [][]string{{"show-options", "-t", s.target}})
	for line := range strings.Lines(reply.Stdout) {
		name, _, _ := strings.Cut(strings.TrimSpace(line), " ")
		s.own[name] = true
	}
	return err
}

// drawing is what tmux draws with some formats.
type drawing struct {
	*copies
	formats []string // as copies
	shown   string
}

// draw has tmux expand copies of formats for the session.
func (s *inspection) draw(ctx context.Context, formats ...string) (drawing, error) {
	for {
		d := drawing{copies: newCopies(s.values)}
		var print [][]string
		for _, format := range formats {
			text := d.text(format)
			d.formats = append(d.formats, text)
			print = append(print, []string{"display-message", "-pt", s.target, "--", text})
		}
		if len(d.missing) == 0 {
			all, unset := d.commands(print)
			reply, err := s.Tmux.Run(ctx, all)
			if err != nil { // a command that fails ends the transaction
				_, _ = s.Tmux.Run(ctx, unset)
			}
			d.shown = reply.Stdout
			return d, err
		}
		values, err := s.Tmux.OptionsOf(ctx, s.target, slices.Sorted(maps.Keys(d.missing))...)
		if err != nil {
			return d, err
		}
		maps.Copy(s.values, values)
	}
}

func (d drawing) shows(m mark) bool { return strings.Contains(d.shown, string(m)) }

// has reports whether the formats have a mark, shown or not.
func (d drawing) has(m mark) bool {
	all := slices.AppendSeq(d.formats, maps.Values(d.texts))
	return slices.ContainsFunc(all, func(text string) bool { return strings.Contains(text, m.format()) })
}

// place judges whether the formats draw a part. A format of the user's own may draw something else instead.
func (d drawing) place(of part) Place {
	place := Place{Option: of.home, Presence: Absent}
	maybeOwn := of.mark != syncMark
	switch {
	case d.shows(of.mark):
		place.Presence = Drawn
	case maybeOwn && (d.shows(ownMark) || d.ownFormat):
		place.Presence, place.ByHand = Drawn, true
	case d.has(of.mark), maybeOwn && d.has(ownMark):
		place.Presence = Hidden
	}
	return place
}

// status finds out what the status line draws besides the windows.
func (s *inspection) status(ctx context.Context, screen *Screen) error {
	var formats []string
	for i := range min(s.lines, statusLines) {
		formats = append(formats, s.values[statusFormat(i)])
	}
	var err error
	if s.line, err = s.draw(ctx, formats...); err != nil {
		return err
	}
	uncut := map[mark]string{} // the side of the line that has the part, if it were long enough
	for _, side := range []string{"status-left", counts.home} {
		if !s.line.named[side] {
			continue
		}
		drawn, err := s.draw(ctx, s.values[side])
		if err != nil {
			return err
		}
		for _, of := range []mark{countsMark, syncMark} {
			if drawn.shows(of) {
				uncut[of] = side
			}
		}
	}
	judge := func(of part) Place {
		place := s.line.place(of)
		switch {
		case s.lines == 0:
			place.Presence, place.Option = Off, "status"
		case place.Presence == Drawn:
		case uncut[of.mark] != "" && of.mark == syncMark: // tmux runs the job before it cuts the text off
			place.Presence = Drawn
		case uncut[of.mark] != "":
			place.Presence, place.Option = CutOff, uncut[of.mark]
		case place.Presence == Absent && !s.line.named[of.home]:
			place.Presence, place.Option = Unreached, statusFormat(0)
		}
		place.Own = s.own[place.Option]
		return place
	}
	screen.Counts, screen.Sync = judge(counts), judge(syncJob)
	screen.Sync.Programs = s.line.syncs
	return nil
}

// anyValue is the name of an option for a value that is drawn in a loop: as an option, it may contain commas.
const anyValue = "@atm_value"

// The loops over all windows of the session, and over all of their panes.
const (
	eachWindow = "#{W:#{E:" + anyValue + "}}"
	eachPane   = "#{W:#{P:#{E:" + anyValue + "}}}"
)

// draws judges whether the global value of an option draws a part in a loop.
func (s *inspection) draws(ctx context.Context, of part, option, loop string) (Place, error) {
	s.values[anyValue] = s.global[option]
	d, err := s.draw(ctx, loop)
	if err != nil {
		return Place{}, err
	}
	return d.place(of), nil
}

// windows finds out whether the status line draws icons beside windows. Values of single windows do not count: setup
// writes only the global ones.
func (s *inspection) windows(ctx context.Context, screen *Screen) error {
	place := &screen.Windows
	switch {
	case s.lines == 0:
		place.Presence, place.Option = Off, "status"
	case !s.line.named[windowFormat] && !s.line.named[currentFormat]:
		place.Presence, place.Option = Unreached, statusFormat(0)
	case !s.line.shows(tabMark):
		place.Presence, place.Option = Hidden, statusFormat(0)
	}
	if place.Presence != "" {
		place.Own = s.own[place.Option]
		return nil
	}
	var err error
	if *place, err = s.draws(ctx, windowIcons, windowFormat, eachWindow); err != nil {
		return err
	}
	current, err := s.draws(ctx, windowIcons, currentFormat, eachWindow)
	switch {
	case place.Presence == Drawn && current.Presence == Absent:
		place.Without = currentFormat
	case place.Presence != Drawn && current.Presence == Drawn:
		*place = current
		place.Without = windowFormat
	}
	return err
}

// borders finds out whether the borders of panes have icons.
func (s *inspection) borders(ctx context.Context, screen *Screen) error {
	if s.values[borderStatus] == "off" {
		screen.Borders = Place{Presence: Off, Option: borderStatus, Own: s.global[borderStatus] != "off"}
		return nil
	}
	var err error
	screen.Borders, err = s.draws(ctx, borderIcons, borderFormat, eachPane)
	return err
}
