package fleet

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"atm/hookmap"
	"atm/internal/cli"
	"atm/internal/tmux/draw"
	"atm/tmuxopt"
)

// Column is a column of the table of sessions. The declaration of an option makes a column that shows the option
// unchanged; every other column is an entry of [Columns].
type Column struct {
	Name    string // the name that the user gives to --columns
	Heading string // "" = the name in capitals
	Updated string // the heading in a table that is updated, if it differs
	Member  string // the member of a [Record] that has the same value
	Shown   Shown

	// To fit a table into a terminal, first cells are cut in the order of Shrink, then columns are dropped in
	// the order of Drop; 0 = never.
	Shrink int
	Drop   int

	Cell  func(s Session, t Table) string
	Known func(s Session) bool       // whether the column is shown for it; nil = if its cell is not empty
	Style func(s Session) draw.Style // nil = the style of the row
}

// Shown says when a column is shown although the user has not named it.
type Shown int

// The values of Shown.
const (
	Always  Shown = iota
	IfKnown       // if one of the sessions has a value
	IfAsked       // never
)

// Columns lists the columns of the table of sessions, from left to right.
func Columns() []Column {
	of := func(text func(Session) string) func(Session, Table) string {
		return func(s Session, _ Table) string { return text(s) }
	}
	columns := []Column{
		{Name: "state", Member: "state", Cell: stateCell, Style: Session.Style},
		{Name: "session", Member: "title", Shrink: 4, Cell: of(Session.Name)},
		{Name: "agent", Member: "agent", Shown: IfKnown, Drop: 8, Cell: of(func(s Session) string { return s.Agent })},
		{Name: "where", Member: "where", Shrink: 5, Drop: 5, Cell: whereCell},
		{
			Name: "host", Member: "host", Shown: IfKnown, Drop: 9, Cell: of(Session.RunsOn),
			Known: func(s Session) bool { return s.RunsOn() != s.Host }, // else WHERE begins with it
		},
		{
			Name: "directory", Member: "dir", Shrink: 2, Drop: 4,
			Cell: func(s Session, t Table) string { return t.Path(s.Dir) },
		},
		{Name: "detail", Member: "detail", Shrink: 3, Cell: of(Session.About)},
		{
			Name: "tags", Member: "tags", Shown: IfKnown, Shrink: 7, Drop: 9,
			Cell: of(func(s Session) string { return s.Tags }),
		},
		{Name: "effort", Member: "effort", Shown: IfKnown, Shrink: 6, Drop: 9, Cell: of(Session.InWords)},
		{
			Name: "context", Member: "context_pct", Shown: IfKnown, Drop: 7, Cell: of(Session.Context),
			Style: func(s Session) draw.Style { return usageStyle(s.ContextPct) },
		},
		{Name: "cost", Member: "cost_usd", Shown: IfKnown, Drop: 3, Cell: of(Session.Cost)},
		{
			Name: "limit", Member: "limit_5h", Shown: IfKnown, Drop: 6, Cell: limitCell,
			Style: func(s Session) draw.Style { return usageStyle(s.Limit5h, s.Limit7d) },
		},
		{
			Name: "since", Heading: "FOR", Updated: "SINCE", Member: "since",
			Cell: func(s Session, t Table) string { return t.when(s.Since) },
		},
		{
			Name: "wake", Heading: "WAKES", Member: "wake", Shown: IfKnown, Drop: 2,
			Cell:  func(s Session, t Table) string { return t.until(s.Wake) },
			Known: func(s Session) bool { return !s.Wake.IsZero() && !s.Asleep() }, // else the state shows it
		},
		{Name: "later", Member: "later_at", Shown: IfKnown, Drop: 2, Cell: laterCell},
		{
			Name: "event", Member: "event_at", Shown: IfAsked,
			Cell: func(s Session, t Table) string { return t.when(s.EventAt) },
		},
		{
			Name: "model", Member: "model", Shrink: 1, Drop: 1,
			Cell: of(func(s Session) string { return ShortModel(s.Model) }),
		},
		{Name: "pane", Member: "pane", Shown: IfAsked, Cell: of(func(s Session) string { return s.Pane.ID })},
		{Name: "id", Member: "session_id", Shown: IfAsked, Cell: of(func(s Session) string { return s.ID })},
		{Name: "tasks", Member: "tasks", Shown: IfAsked, Cell: of(Session.Progress)},
	}
	for _, f := range tmuxopt.Schema() {
		if f.Column != "" {
			columns = append(columns, Column{
				Name: f.Column, Member: f.Option.Name(), Shown: IfAsked,
				Cell: of(func(s Session) string { return f.Text(s.Pane.Options[f.Option]) }),
			})
		}
	}
	for i, c := range columns[1:] { // an icon needs no heading
		columns[i+1].Heading = cmp.Or(c.Heading, strings.ToUpper(c.Name))
	}
	return columns
}

// ColumnNames lists the names that the user can give to --columns.
func ColumnNames() []string {
	var names []string
	for _, column := range Columns() {
		names = append(names, column.Name)
	}
	return names
}

// ChooseColumns returns the columns that the user has named, none of which is dropped. Without names it returns
// those that have a value for one of the sessions.
func (t Table) ChooseColumns(sessions []Session) []Column {
	all := Columns()
	if len(t.Columns) == 0 {
		return slices.DeleteFunc(all, func(c Column) bool {
			known := c.Known
			if known == nil {
				known = func(s Session) bool { return c.Cell(s, t) != "" }
			}
			return c.Shown == IfAsked || c.Shown == IfKnown && !slices.ContainsFunc(sessions, known)
		})
	}
	var chosen []Column
	for _, name := range t.Columns {
		// The command line parser has checked the names.
		if i := slices.IndexFunc(all, func(c Column) bool { return c.Name == name }); i >= 0 {
			all[i].Drop = 0
			chosen = append(chosen, all[i])
		}
	}
	return chosen
}

// ShortID returns the beginning of an id, for a session without a title.
func ShortID(id string) string { return id[:min(len(id), 8)] }

// Name returns what people call the session: its title, else its first prompt, else the last part of its
// directory. A session of another program that has none of these has the name of the program. It changes
// only when the title does.
func (s Session) Name() string {
	dir := ""
	if s.Dir != "" {
		dir = tmuxopt.Text(filepath.Base(s.Dir))
	}
	return cmp.Or(s.TitleOrPrompt(), s.Agent, dir, "no name")
}

// TitleOrPrompt returns the title of the session, else its first prompt, else "".
func (s Session) TitleOrPrompt() string { return cmp.Or(s.Title, s.FirstPrompt()) }

// FirstPrompt returns the first prompt of the session, "" if it is not known.
func (s Session) FirstPrompt() string { return tmuxopt.Text(s.Pane.Options[tmuxopt.FirstPrompt]) }

// ShortModel returns the name of a model in few columns: "opus 5.5" for "claude-opus-5-5-20260101" and for
// "Opus 5.5 (1M context)".
func ShortModel(model string) string {
	name, _, _ := strings.Cut(strings.ToLower(model), " (")
	name, found := strings.CutPrefix(name, "claude-")
	name, _, _ = strings.Cut(name, "[")
	words := strings.FieldsFunc(name, func(r rune) bool { return r == '-' && found || r == ' ' })
	text, wasNumber := "", false
	for _, word := range words {
		isNumber := strings.Trim(word, "0123456789.") == ""
		switch {
		case len(word) == len("20260101") && isNumber: // the date of a release
			continue
		case isNumber && wasNumber:
			text += "."
		case text != "":
			text += " "
		}
		text, wasNumber = text+word, isNumber
	}
	return text
}

// Context says for people how full the context is: "84 %", or "42k" tokens if the size of the window is not
// known; with "~" if it was calculated; "" if it is not known.
func (s Session) Context() string {
	mark := ""
	if s.ContextSource == FromTranscript {
		mark = "~"
	}
	switch {
	case s.ContextPct != nil:
		return fmt.Sprintf("%s%d %%", mark, *s.ContextPct)
	case s.ContextTokens != nil:
		return mark + ShortCount(*s.ContextTokens)
	}
	return ""
}

// Cost says for people what the session has cost, "" if that is not known.
func (s Session) Cost() string {
	if s.CostUSD == nil {
		return ""
	}
	return fmt.Sprintf("$%.2f", *s.CostUSD)
}

// ShortCount writes a number of tokens in few columns: "42k".
func ShortCount(n int64) string {
	switch {
	case n < 1000:
		return fmt.Sprint(n)
	case n < 999_500:
		return fmt.Sprintf("%dk", (n+500)/1000)
	}
	return fmt.Sprintf("%.1fM", float64(n)/1e6)
}

func limitCell(s Session, t Table) string {
	var parts []string
	add := func(name string, pct *int64) {
		if isHigh(pct) || len(t.Columns) > 0 && pct != nil { // named, the column is whole
			parts = append(parts, fmt.Sprintf("%s %d %%", name, *pct))
		}
	}
	add("5h", s.Limit5h)
	add("7d", s.Limit7d)
	return strings.Join(parts, ", ")
}

// Icon returns the name of the icon that shows the session.
func (s Session) Icon() string { return string(s.Shown) }

// Style returns the style for the state of the session.
func (s Session) Style() draw.Style {
	if s.Stale && !s.NeedsYou() {
		return draw.StyleOf(draw.Stale)
	}
	return draw.StyleOf(string(s.Shown))
}

// RowStyle returns the style for the row of the session: a session that needs you is prominent, one that has
// ended or is stale or parked is dim.
func (s Session) RowStyle() draw.Style {
	switch {
	case s.NeedsYou():
		return draw.Style{Bold: true}
	case s.Stale, s.Parked, s.State == "":
		return draw.StyleOf(draw.Stale)
	}
	return draw.Style{}
}

func stateCell(s Session, t Table) string {
	text := cmp.Or(t.Icons[s.Icon()], t.Icons[draw.Unknown])
	if t.Words != hookmap.Own {
		text = t.Words.Say(s.Pane.Options)
	}
	if s.Unseen && (t.Words != hookmap.Own || s.Shown != tmuxopt.ShownUnseen) { // the icon does not show it
		text += "*"
	}
	if s.Asleep() {
		text += cli.After(" ", t.until(s.Wake))
	}
	if s.Parked {
		text += " parked"
	}
	if s.Stale {
		text += " stale"
	}
	if !s.AsOf.IsZero() {
		text += " as of " + t.when(s.AsOf)
	}
	return text
}

// laterCell says when a prompt will be sent: "→ 17:40".
func laterCell(s Session, t Table) string {
	p, kept := tmuxopt.PendingPrompt(s.Pane.Options)
	switch {
	case !kept:
		return ""
	case p.IsBeingSent():
		return "→ being sent"
	case p.Key == "":
		return "→ not sent"
	case p.Note != "":
		return "→ waits"
	}
	when := cli.Clock(t.Now, p.At)
	if when == cli.Now && s.State == tmuxopt.Working { // it waits for the end of the turn
		when = string(tmuxopt.Idle)
	}
	return "→ " + when
}

func whereCell(s Session, _ Table) string {
	if s.Server != "" {
		return s.Server + " " + s.Place()
	}
	return s.Place()
}
