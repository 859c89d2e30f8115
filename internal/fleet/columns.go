package fleet

import (
	"cmp"
	"time"

	"atm/hookmap"
	"atm/internal/draw"
	"atm/tmuxopt"
)

// Column is a column of the table of sessions. To add one is to add an entry to
// [Columns].
type Column struct {
	Heading string
	Updated string // the heading in a table that is updated, if it is another one
	Member  string // of a [Record], that tells the same

	// What a table gives up to fit into a terminal. Cells are cut in columns in this
	// order, then columns are dropped in that; 0 = never.
	Shrink int
	Drop   int

	Cell func(s Session, v View) string
}

// View is what cells depend on besides their session.
type View struct {
	Icons map[string]string           // by the name of a state, "ended" or "unknown"
	Words hookmap.Vocabulary          // for states, in the place of icons
	Path  func(dir string) string     // a directory for people
	When  func(then time.Time) string // a time for people, in few columns
}

// Columns lists the columns of the table of sessions, from the left.
func Columns() []Column {
	return []Column{
		{Member: "state", Cell: stateCell},
		{
			Heading: "SESSION", Member: "title", Shrink: 4,
			Cell: func(s Session, _ View) string { return s.Name() },
		},
		{Heading: "WHERE", Member: "where", Shrink: 5, Cell: whereCell},
		{
			Heading: "DIRECTORY", Member: "dir", Shrink: 2, Drop: 3,
			Cell: func(s Session, v View) string { return v.Path(s.Dir) },
		},
		{
			Heading: "DETAIL", Member: "detail", Shrink: 3,
			Cell: func(s Session, _ View) string { return s.Detail },
		},
		{
			Heading: "FOR", Updated: "SINCE", Member: "since",
			Cell: func(s Session, v View) string { return v.When(s.Since) },
		},
		{
			Heading: "EVENT", Member: "event_at", Drop: 2,
			Cell: func(s Session, v View) string { return v.When(s.EventAt) },
		},
		{
			Heading: "MODEL", Member: "model", Shrink: 1, Drop: 1,
			Cell: func(s Session, _ View) string { return s.Model },
		},
	}
}

// shortID is how many characters of an id stand for a session without a title.
const shortID = 8

// Name is what people call the session: its title, or the beginning of its id.
func (s Session) Name() string { return cmp.Or(s.Title, s.ID[:min(len(s.ID), shortID)]) }

func stateCell(s Session, v View) string {
	text := cmp.Or(v.Icons[cmp.Or(string(s.State), draw.Ended)], v.Icons[draw.Unknown])
	if v.Words != hookmap.Own {
		text = v.Words.Say(s.Pane.Options)
	}
	if s.Unseen {
		text += "*"
	}
	if s.Stale {
		text += " stale"
	}
	return text
}

func whereCell(s Session, _ View) string {
	where := tmuxopt.Text(s.Pane.Where())
	if s.Server != "" {
		where = s.Server + " " + where
	}
	return where
}
