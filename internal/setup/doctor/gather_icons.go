package doctor

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"atm/internal/tmux"
)

// windows finds out beside the names of how many windows an icon stands.
func (s *inspection) windows(ctx context.Context) (Place, error) {
	place := Place{Option: windowFormat}
	switch {
	case s.lines == 0:
		place.Presence, place.Option = Off, "status"
	case !s.line.used[windowFormat] && !s.line.used[currentFormat]:
		place.Presence, place.Option = Unreached, "status-format[0]"
	case !slices.Contains(s.drawn, tabMark):
		place.Presence, place.Option = Hidden, "status-format[0]"
	}
	if place.Presence != "" {
		place.Own = s.own[place.Option]
		return place, nil
	}
	list := []string{"list-windows", "-t", s.target}
	var all []drawing
	draws := map[string]string{windowFormat: "#{?window_active,0,1}", currentFormat: "#{window_active}"}
	for option, where := range draws {
		f := iconFormat{option: option, mark: windowMark, list: list, where: where}
		drawings, err := s.inspect(ctx, f)
		if err != nil {
			return place, err
		}
		all = append(all, drawings...)
	}
	place.sumUp(all)
	return place, nil
}

// borders finds out on the borders of how many windows' panes an icon stands.
func (s *inspection) borders(ctx context.Context) (Place, error) {
	place := Place{Option: borderFormat}
	panes, err := s.inspect(ctx, iconFormat{
		option: borderFormat,
		mark:   paneMark,
		list:   []string{"list-panes", "-s", "-t", s.target},
		where:  "#{!=:#{" + borderStatus + "},off}",
	})
	if err != nil {
		return place, err
	}
	if len(panes) == 0 {
		place.Presence, place.Option = Off, borderStatus
		place.Own = s.global[borderStatus] != "off"
		return place, nil
	}
	place.sumUp(panes)
	return place, nil
}

// iconFormat is an option whose value draws each of several windows or panes.
type iconFormat struct {
	option string
	mark   mark
	list   []string // the command that lists the windows or panes
	where  string   // a format that is 1 for those that the option draws
}

// drawing is what the option draws in one window or pane.
type drawing struct {
	window   string
	presence Presence
	byHand   bool
	own      bool // the value is not the one that all have
}

// sumUp says of windows what is true of their drawings: one that has an icon has one,
// and the others may have their reasons.
func (p *Place) sumUp(drawings []drawing) {
	drawn, all := map[string]bool{}, map[string]bool{}
	p.Presence = Absent
	for _, d := range drawings {
		all[d.window] = true
		if d.presence == Drawn {
			drawn[d.window] = true
			p.ByHand = p.ByHand || d.byHand
		} else if d.presence != Absent {
			p.Presence = d.presence
		}
		p.Own = p.Own || d.own
	}
	p.Shown, p.All = len(drawn), len(all)
	if p.Shown > 0 {
		p.Presence = Drawn
	}
}

// inspect has tmux work out an option wherever it draws.
func (s *inspection) inspect(ctx context.Context, f iconFormat) ([]drawing, error) {
	rows, err := s.rows(ctx, f, "#{"+f.option+"}")
	if err != nil {
		return nil, err
	}
	values := map[string][]string{} // of the option: the windows or panes that have it
	var order []string
	for _, row := range rows {
		if values[row.text] == nil {
			order = append(order, row.text)
		}
		values[row.text] = append(values[row.text], row.id)
	}
	var drawings []drawing
	for _, value := range order {
		texts, rewriter, err := s.rewritten(ctx, []string{value}, false)
		if err != nil {
			return nil, err
		}
		rows, err := s.rows(ctx, f, texts[0])
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			if slices.Contains(values[value], row.id) {
				d := newDrawing(row, f.mark, texts[0], len(rewriter.undefined) > 0)
				d.own = value != s.global[f.option]
				drawings = append(drawings, d)
			}
		}
	}
	return drawings, nil
}

// newDrawing says what tmux has made of a rewritten format.
func newDrawing(made row, wanted mark, rewritten string, undefined bool) drawing {
	d := drawing{window: made.window, presence: Absent}
	drawn := marksIn(made.text)
	switch {
	case slices.Contains(drawn, wanted):
		d.presence = Drawn
	case slices.Contains(drawn, ownMark):
		d.presence, d.byHand = Drawn, true
	case len(marksIn(rewritten)) > 0:
		d.presence = Hidden
	case undefined:
		d.presence = Undefined
	}
	return d
}

// row is what a format is for one window or pane.
type row struct{ id, window, text string }

// rowStart begins what a command prints for one window or pane: values of options may
// have several lines.
const rowStart = ":: atm ::"

// rows has tmux expand a format for each window or pane that the option draws.
func (s *inspection) rows(ctx context.Context, f iconFormat, format string) ([]row, error) {
	columns := []string{rowStart + f.where, "#{window_id} #{pane_id}", "#{window_id}", format}
	command := slices.Concat(f.list, []string{"-F", strings.Join(columns, "\t")})
	reply, err := s.Tmux.Run(ctx, [][]string{command})
	if err != nil {
		return nil, err
	}
	var rows []row
	for text := range strings.SplitSeq(strings.TrimPrefix(reply.Stdout, rowStart), "\n"+rowStart) {
		fields := strings.SplitN(strings.TrimSuffix(text, "\n"), "\t", len(columns))
		if len(fields) != len(columns) {
			return nil, fmt.Errorf("%w: unexpected %q of %s", tmux.ErrTmux, text, f.list[0])
		}
		if fields[0] == "1" {
			rows = append(rows, row{id: fields[1], window: fields[2], text: fields[3]})
		}
	}
	return rows, nil
}
