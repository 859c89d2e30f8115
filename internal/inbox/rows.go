package inbox

import (
	"cmp"
	"context"
	"path/filepath"
	"strings"
	"time"

	"atm/internal/act/answer"
	"atm/internal/cli"
	"atm/internal/session/find"
	"atm/internal/session/fleet"
	"atm/internal/session/query"
	"atm/internal/session/remote"
	"atm/internal/tmux"
	"atm/internal/tmux/draw"
	"atm/tmuxopt"
)

// maxEnded is how many ended sessions without a pane are listed: their transcripts must be read.
const maxEnded = 200

// Sessions reads the sessions that the inbox lists.
type Sessions struct {
	query.Reader
	Hosts *remote.Follower // the other hosts whose sessions are listed, too
	Width func() int       // of the terminal, which may change; 0 or less = any
}

// Rows returns the rows of a view at once, without waiting for corrections.
func (s Sessions) Rows(ctx context.Context, view View, words string) ([]Row, error) {
	s.Read = tmuxopt.Listed
	sessions, err := s.UncorrectedSessions(ctx)
	if err != nil && !tmux.NoServer(err) { // without a server, all sessions have ended
		return nil, err
	}
	fleet.Complete(sessions, s.Home)
	if view == Running {
		return s.Running(ctx, sessions)
	}
	icons, err := s.StateIcons(ctx, tmuxopt.Auto)
	switch {
	case err != nil:
		return nil, err
	case view == Ended:
		return s.ended(sessions, icons), nil
	}
	return s.found(ctx, sessions, icons, words)
}

// Running returns a row for each running session, here and on other hosts, and for each host that does not
// answer.
func (s Sessions) Running(ctx context.Context, sessions []fleet.Session) ([]Row, error) {
	icons, err := s.StateIcons(ctx, tmuxopt.Auto)
	if err != nil {
		return nil, err
	}
	answers := s.Hosts.Answers()
	running := fleet.ThatRun(s.WithHosts(sessions, answers))
	if len(running) == 0 {
		return append(lostRows(answers), Row{Text: "no session runs: Tab shows those that have ended"}), nil
	}
	var cells [][]string
	styles := map[cli.Cell]draw.Style{}
	for i, session := range running {
		icon := cmp.Or(icons[session.Icon()], icons[draw.Unknown])
		detail := session.About()
		if session.Asleep() && !session.Wake.IsZero() {
			icon += " " + age(session.Wake, s.Now())
		}
		if session.Parked {
			detail = "parked" + cli.After(", ", detail)
		}
		if !session.AsOf.IsZero() {
			detail = "as of " + cli.Moment(s.Now(), session.AsOf) + cli.After(", ", detail)
		}
		styles[cli.Cell{Row: i}] = session.Style()
		name := session.Name()
		for tag := range strings.FieldsSeq(session.Tags) {
			name += " #" + tag
		}
		cells = append(cells, []string{icon, name, session.RunsOn(),
			base(session.Dir), detail, age(s.Now(), session.Since)})
	}
	layout := cli.Layout{Shrink: []int{4, 1, 3, 2}, Drop: []int{3, 2}, Styles: styles}
	rows := s.layOut(layout, cells)
	for i, session := range running {
		rows[i].Pane, rows[i].Session = session.Key(), session.ID
		if session.Host == "" {
			rows[i].Call = answer.Calls{Reader: s.Reader}.KeyOf(session)
		}
	}
	return append(rows, lostRows(answers)...), nil
}

// lostRows returns a row for each host that does not answer.
func lostRows(answers []remote.Answer) []Row {
	var rows []Row
	for _, answer := range answers {
		if answer.Err != nil {
			rows = append(rows, Row{Text: answer.Host + ": " + tmuxopt.Text(answer.Err.Error())})
		}
	}
	return rows
}

func (s Sessions) ended(sessions []fleet.Session, icons map[string]string) []Row {
	ended := s.Ended(sessions, maxEnded)
	if len(ended) == 0 {
		return []Row{{Text: "no session has ended: Tab shows those that run"}}
	}
	var cells [][]string
	for _, session := range ended {
		cells = append(cells, []string{icons[draw.Ended], tmuxopt.Text(session.Name),
			tmuxopt.Text(session.Place), base(session.Dir), session.Detail})
	}
	rows := s.layOut(cli.Layout{Shrink: []int{1, 3, 2}, Drop: []int{2, 3}}, cells)
	for i, session := range ended {
		rows[i].Pane, rows[i].Session = session.Pane, session.ID
	}
	return rows
}

// maxFound is how many sessions a search lists.
const maxFound = 200

// found returns the rows of the sessions in which all the words were said in one text, running sessions
// first.
func (s Sessions) found(
	ctx context.Context, sessions []fleet.Session, icons map[string]string, words string,
) ([]Row, error) {
	var cells [][]string
	var rows []Row
	search := find.Search{Words: strings.Fields(words), RunningFirst: true, Now: s.Now()}
	search.Max = 1
	homes, _ := find.Homes(s.Reader, sessions) // the search skips what cannot be read
	err := search.Each(ctx, homes, func(place find.Place) bool {
		icon, name := icons[draw.Ended], place.Title
		for _, session := range sessions {
			if place.Pane != "" && session.Pane.ID == place.Pane {
				icon, name = icons[session.Icon()], session.Name()
			}
		}
		line := strings.TrimSpace(place.Line)
		if len(place.Spans) > 0 && place.Spans[0][0] > beforeMatch {
			line = "…" + strings.ToValidUTF8(place.Line[place.Spans[0][0]-beforeMatch:], "")
		}
		cells = append(cells, []string{
			icon, tmuxopt.Text(name), base(place.Directory), tmuxopt.Text(line), age(s.Now(), place.When),
		})
		rows = append(rows, Row{Pane: place.Pane, Session: place.ID})
		return len(rows) < maxFound
	})
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return []Row{{Text: "nobody has said that: Tab shows the sessions that run"}}, nil
	}
	for i, row := range s.layOut(cli.Layout{Shrink: []int{3, 1, 2}, Drop: []int{2}}, cells) {
		rows[i].Text = row.Text
	}
	return rows, nil
}

// beforeMatch is how many bytes of a line are shown before the first match.
const beforeMatch = 20

// layOut returns a row for each line of a table that fits into the inbox. What the line cuts off follows behind the
// right edge, where fzf finds it.
func (s Sessions) layOut(layout cli.Layout, cells [][]string) []Row {
	const frame = 4 // columns that fzf itself draws in a line
	if s.Getenv("NO_COLOR") != "" {
		layout.Styles = nil
	}
	width := s.Width() // without a terminal the width is not limited
	if width > 0 {
		width = max(width-frame, 1)
	}
	table := layout.Table(cells, width)
	var rows []Row
	for line := range strings.Lines(table) {
		text := strings.TrimSuffix(line, "\n")
		for _, cell := range cells[min(len(rows), len(cells)-1)] {
			if width > 0 && !strings.Contains(line, cell) {
				text += strings.Repeat(" ", width+frame) + cell
			}
		}
		rows = append(rows, Row{Text: text})
	}
	return rows
}

// base returns the last part of a directory, because the beginning is mostly the same.
func base(dir string) string {
	if dir == "" {
		return ""
	}
	return tmuxopt.Text(filepath.Base(dir))
}

// age returns the time from then until now, in minutes at least, so the row rarely changes.
func age(now, then time.Time) string {
	switch {
	case then.IsZero():
		return ""
	case now.Sub(then) < time.Minute:
		return "<1m"
	}
	return cli.Age(now, then)
}
