package doctor

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"atm/internal/tmux"
)

// windows counts the windows that have an icon beside their name.
func (s *inspection) windows(ctx context.Context) (Place, error) {
	place := Place{Option: windowFormat}
	switch {
	case s.lines == 0:
		place.Presence, place.Option = Off, "status"
	case !s.line.named[windowFormat] && !s.line.named[currentFormat]:
		place.Presence, place.Option = Unreached, "status-format[0]"
	case !slices.Contains(s.shown, tabMark):
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
		drawnOrOwn := func(d drawing) bool { return d.presence == Drawn || d.own }
		if len(drawings) > 0 && !slices.ContainsFunc(drawings, drawnOrOwn) {
			place.Without = option
		}
	}
	place.setFromDrawings(all)
	return place, nil
}

// borders counts the windows that have an icon on the border of a pane.
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
	place.setFromDrawings(panes)
	return place, nil
}

// iconFormat is an option whose value is the format of windows or panes.
type iconFormat struct {
	option string
	mark   mark
	list   []string // the command that lists the windows or panes
	where  string   // a format that is 1 for the windows or panes that use the option
}

// drawing is what the option draws in one window or pane.
type drawing struct {
	window   string
	presence Presence
	byHand   bool
	own      bool // the value is not the global one
}

// setFromDrawings sums up the drawings of all windows or panes. The place is drawn if any of them is.
func (p *Place) setFromDrawings(drawings []drawing) {
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

// inspect has tmux expand an option in each window or pane that uses it.
func (s *inspection) inspect(ctx context.Context, f iconFormat) ([]drawing, error) {
	printed, err := s.Tmux.Run(ctx, f.rows([]string{"#{" + f.option + "}"}))
	if err != nil {
		return nil, err
	}
	rows, err := f.read(printed.Stdout)
	if err != nil {
		return nil, err
	}
	values := map[string][]string{} // by value of the option: the windows or panes that have it
	for _, row := range rows {
		values[row.text] = append(values[row.text], row.id)
	}
	var drawings []drawing
	for _, value := range slices.Sorted(maps.Keys(values)) {
		var copied []string
		made, c, err := s.expanded(ctx, []string{value}, func(texts []string) [][]string {
			copied = texts
			return f.rows(texts)
		})
		if err != nil {
			return nil, err
		}
		rows, err := f.read(made)
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			if slices.Contains(values[value], row.id) {
				d := drawing{window: row.window, own: value != s.global[f.option]}
				d.presence, d.byHand = c.presence(marksIn(row.text), f.mark, copied)
				drawings = append(drawings, d)
			}
		}
	}
	return drawings, nil
}

// presence judges by the shown marks whether a part is drawn, and whether the user's own format draws it.
func (c *copies) presence(shown []mark, wanted mark, texts []string) (presence Presence, byHand bool) {
	switch {
	case slices.Contains(shown, wanted):
		return Drawn, false
	case slices.Contains(shown, ownMark), c.ownFormat:
		return Drawn, true
	case c.hasMark(texts, wanted), c.hasMark(texts, ownMark):
		return Hidden, false
	case slices.Contains(slices.Collect(maps.Values(c.undefined)), true):
		return Undefined, false
	}
	return Absent, false
}

// row is the expansion of a format in one window or pane.
type row struct{ id, window, text string }

// rowStart begins each row in the output. A newline would not do, because values of options may have several
// lines.
const rowStart = ":: atm ::"

// rows returns the command that prints a format for each window or pane.
func (f iconFormat) rows(formats []string) [][]string {
	columns := []string{rowStart + f.where, "#{window_id} #{pane_id}", "#{window_id}", formats[0]}
	return [][]string{slices.Concat(f.list, []string{"-F", strings.Join(columns, "\t")})}
}

// read parses the output of rows, and leaves out the windows and panes that do not use the option.
func (f iconFormat) read(printed string) ([]row, error) {
	var rows []row
	for text := range strings.SplitSeq(strings.TrimPrefix(printed, rowStart), "\n"+rowStart) {
		fields := strings.SplitN(strings.TrimSuffix(text, "\n"), "\t", 4)
		if len(fields) != 4 {
			return nil, fmt.Errorf("%w: unexpected %q of %s", tmux.ErrTmux, text, f.list[0])
		}
		if fields[0] == "1" {
			rows = append(rows, row{id: fields[1], window: fields[2], text: fields[3]})
		}
	}
	return rows, nil
}
