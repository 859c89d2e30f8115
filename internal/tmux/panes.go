package tmux

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"atm/tmuxopt"
)

// Pane is a pane of a server with those options of the contract that are set, and with the global options
// ActiveSeenPolicyOption, StuckOption and StaleOption as if they were options of each pane. If the user has turned
// words off, the options that hold them are left out. Names are foreign text.
type Pane struct {
	ID      string // "%" and a number
	PID     int    // process that the pane was opened for; 0 = it has ended
	Dead    bool   // that process has ended, and tmux keeps the pane
	Session string // tmux session, the first one that the window is linked to
	Window  string // "index:name"
	Index   string // index of the pane in the window
	Options tmuxopt.Options
}

// Unshown returns a substitute for the pane of a background session that no pane shows: its id is that of the
// job, its place is [Background], and its process is the worker that runs the session.
func Unshown(job string, worker int, options tmuxopt.Options) Pane {
	return Pane{ID: job, PID: worker, Options: options}
}

// Background is the place of a session that no pane shows.
const Background = "bg"

// Exists reports whether this is a real pane, and not a substitute: see [Unshown].
func (p Pane) Exists() bool { return PaneID(p.ID) }

// Where returns the pane's place as a tmux target: "session:window.pane".
func (p Pane) Where() string {
	if !p.Exists() && p.Session == "" {
		return Background
	}
	return p.InWindow() + "." + p.Index
}

// InWindow returns the pane's window as a tmux target: "session:window".
func (p Pane) InWindow() string {
	if !p.Exists() && p.Session == "" {
		return Background
	}
	index, _, _ := strings.Cut(p.Window, ":")
	return p.Session + ":" + index
}

// places are the formats that are read of each pane before the options of the schema: tmux's own, and the
// global options that decide what the others mean.
var places = []string{
	"#{version}", "#{pane_id}", "#{pane_pid}", "#{pane_dead}",
	"#{session_name}", "#{window_index}:#{window_name}", "#{pane_index}",
	"#{" + tmuxopt.WordsOption + "}", "#{" + tmuxopt.ActiveSeenPolicyOption + "}", "#{" + tmuxopt.StuckOption + "}",
	"#{" + tmuxopt.StaleOption + "}",
}

// Panes reads all panes of the server in one invocation, each pane once, in tmux's order of sessions, windows
// and panes. uses selects the options that are read; 0 = all except those that are [tmuxopt.Long].
func (s Server) Panes(ctx context.Context, uses tmuxopt.Use) ([]Pane, error) {
	listing, err := s.PanesAnd(ctx, uses, nil)
	return listing.Panes, err
}

// Listing is the result of one invocation that reads all panes.
type Listing struct {
	Panes    []Pane
	Printed  string // output of the other commands
	Listener int    // the process that listens on the server's socket, as the kernel names it here; 0 = unknown
}

// PanesAnd runs other commands and then reads all panes, in one invocation. The server needs as much time for
// an invocation as for fifty panes.
func (s Server) PanesAnd(ctx context.Context, uses tmuxopt.Use, first [][]string) (Listing, error) {
	wanted := fieldsFor(uses)
	cmds := append(slices.Clip(first), listPanes(wanted))
	retry := func() [][]string { return cmds }
	reply, err := s.carry(ctx, invocation{cmds: cmds, retry: retry, maxBytes: maxOutput, listener: true})
	switch {
	case err != nil && strings.TrimSpace(reply.Stderr) == noTarget:
		return Listing{}, nil
	case err != nil:
		return Listing{}, err
	}
	l, rest := Listing{Listener: reply.Listener}, reply.Stdout
	for len(first) > 0 && rest != "" && !begins(rest) {
		line, after, _ := strings.Cut(rest, "\n")
		l.Printed, rest = l.Printed+line+"\n", after
	}
	l.Panes, err = parsePanes(rest, wanted)
	return l, err
}

// fieldsFor returns the options that are read of all panes for these uses, the rare ones at the end.
func fieldsFor(uses tmuxopt.Use) []tmuxopt.Field {
	var common, rare []tmuxopt.Field
	for _, f := range tmuxopt.Schema() {
		switch {
		case uses != 0 && f.Uses&uses == 0 || f.Uses&tmuxopt.Long != 0:
		case f.IsRare():
			rare = append(rare, f)
		default:
			common = append(common, f)
		}
	}
	return append(common, rare...)
}

// listPanes returns the command that prints what [parsePanes] reads. The rare options are read only of a pane that is
// not [tmuxopt.OnlyCommon], as this version knows them.
func listPanes(schema []tmuxopt.Field) []string {
	formats := formatsOf(schema)
	if rare := slices.IndexFunc(schema, tmuxopt.Field.IsRare); rare >= 0 {
		unset := strings.Repeat("\t", len(schema)-rare-1)
		read := strings.Join(formatsOf(schema[rare:]), "\t")
		ifAny := "#{?" + tmuxopt.HasOnlyCommon().String() + "," + unset + "," + read + "}"
		formats = append(formatsOf(schema[:rare]), ifAny)
	}
	return []string{"list-panes", "-a", "-F", panesFormat(formats)}
}

// noTarget is tmux's error in a server without any session, which stays alive if exit-empty is off.
const noTarget = "no current target"

// panesFormat separates the fields by tabs: neither an option of the contract nor a name in tmux can contain
// one, and all versions print it unchanged.
func panesFormat(formats []string) string { return strings.Join(slices.Concat(places, formats), "\t") }

// formatsOf returns the formats that read the options of a schema. tmux needs three times as long for an option that is
// not set, because it then looks in the window, the session and the server, too. So an option that is set only together
// with another one is read only if the other one is set, also to "0", which tmux takes for false.
func formatsOf(schema []tmuxopt.Field) (fields []string) {
	for len(schema) > 0 {
		together, formats := schema[0].OnlyWith, []string(nil)
		for len(schema) > 0 && schema[0].OnlyWith == together {
			formats = append(formats, tmuxopt.Get(schema[0].Option).String())
			schema = schema[1:]
		}
		text := strings.Join(formats, "\t")
		if together != "" {
			unset := strings.Repeat("\t", len(formats)-1)
			isSet := string(together)
			if tmuxopt.MayBeZero(together) {
				isSet = tmuxopt.Differ(tmuxopt.Get(together), tmuxopt.Lit("")).String()
			}
			text = "#{?" + isSet + "," + text + "," + unset + "}"
		}
		fields = append(fields, text)
	}
	return fields
}

func parsePanes(out string, schema []tmuxopt.Field) ([]Pane, error) {
	rows := rows(out)
	panes := make([]Pane, 0, len(rows))
	var fields []string                      // the fields of one row; all rows share the memory
	seen := make(map[string]bool, len(rows)) // panes of a linked window are listed once for each link
	for _, row := range rows {
		if !begins(row) {
			return nil, fmt.Errorf("%w: unexpected line %q of list-panes", ErrTmux, row)
		}
		fields = slices.AppendSeq(fields[:0], strings.SplitSeq(row, "\t"))
		if len(fields) != len(places)+len(schema) || seen[fields[1]] {
			continue // another program has written a tab into an option: the pane is ignored
		}
		seen[fields[1]] = true
		if isBefore(fields[0], '2') { // as [tmuxopt.Before] says in a server
			return nil, fmt.Errorf("%w: version %s is too old, 3.2 or later is needed", ErrTmux, fields[0])
		}
		set := 0
		for i := range fields {
			if fields[i] = unmangle(fields[0], fields[i]); fields[i] != "" && i >= len(places) {
				set++
			}
		}
		pid, err := strconv.Atoi(fields[2])
		if err != nil && fields[2] != "" { // since 3.8 a dead pane has none
			return nil, fmt.Errorf("%w: pane %s has process %q", ErrTmux, fields[1], fields[2])
		}
		pane := Pane{
			ID: fields[1], PID: pid, Dead: fields[3] == "1",
			Session: fields[4], Window: fields[5], Index: fields[6], Options: make(tmuxopt.Options, set),
		}
		for i, option := range []tmuxopt.Option{
			tmuxopt.WordsOption, tmuxopt.ActiveSeenPolicyOption, tmuxopt.StuckOption, tmuxopt.StaleOption,
		} {
			if value := fields[7+i]; value != "" {
				pane.Options[option] = value
			}
		}
		words := fields[7] == "" || tmuxopt.True(tmuxopt.WordsOn(), pane.Options)
		for i, f := range schema {
			hidden := !words && f.Uses&tmuxopt.Spoken != 0
			if value := fields[len(places)+i]; value != "" && !hidden {
				pane.Options[f.Option] = value
			}
		}
		panes = append(panes, pane)
	}
	return panes, nil
}

// rows splits the output of list-panes into one text per pane. A text has several lines if another program
// has written newlines into an option.
func rows(out string) []string {
	rows := make([]string, 0, strings.Count(out, "\n"))
	for line := range strings.Lines(out) {
		if line = strings.TrimSuffix(line, "\n"); len(rows) > 0 && !begins(line) {
			rows[len(rows)-1] += "\n" + line
		} else {
			rows = append(rows, line)
		}
	}
	return rows
}

// begins reports whether a line begins a pane in the output of list-panes: with the version, and a pane id.
func begins(line string) bool {
	version, rest, _ := strings.Cut(line, "\t")
	id, _, found := strings.Cut(rest, "\t")
	return found && version != "" && PaneID(id)
}

// isBefore reports whether a version is older than 3.MINOR, with or without a letter; 3.10 is not older than
// 3.2.
func isBefore(version string, minor byte) bool {
	rest, found := strings.CutPrefix(version, "3.")
	return found && rest != "" && rest[0] < minor && (len(rest) == 1 || !digits(rest[1:2]))
}

// unmangle removes the backslash that tmux 3.4 prints before a dollar sign.
func unmangle(version, value string) string {
	if !strings.HasPrefix(version, "3.4") {
		return value
	}
	return strings.ReplaceAll(value, `\$`, "$")
}
