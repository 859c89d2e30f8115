package inbox

import (
	"context"
	"fmt"
	"strings"

	"atm/internal/cli"
	"atm/internal/session/fleet"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// MenuItem is a line of a menu. Its texts are foreign.
type MenuItem struct {
	Icon, Name, Place, Dir, Detail string

	Commands [][]string // run when the item is chosen; only ids and constants, because tmux parses them
	Answer   [][]string // the same for answering the session; none = it asks nothing
}

// The lines and columns of a menu that its items cannot use. tmux does not show a menu at all if it does not
// fit, and cuts off the beginning of an item that is too long.
const (
	MenuFrame  = 5  // lines: the frame, the item for what is left out, the status line
	menuMargin = 11 // columns: the frame, the blank before an item, the key after it
)

// answerKeys are the keys that answer the first sessions of a menu. q leaves a menu, and j and k move in it.
const answerKeys = "abcde"

// ShowMenu opens a menu with as many items as fit. listCommand is the command that lists all. Only the last
// part of a directory is shown, because the beginning is mostly the same.
func ShowMenu(
	ctx context.Context, server tmux.Server, visitor fleet.Visitor, items []MenuItem, listCommand string,
) error {
	fit := min(max(visitor.Height-MenuFrame, 1), len(items))
	var rows [][]string
	for _, item := range items[:fit] {
		name := item.Icon + " " + tmuxopt.Text(item.Name)
		rows = append(rows, []string{name, tmuxopt.Text(item.Place), base(item.Dir), tmuxopt.Text(item.Detail)})
	}
	table := cli.Layout{Shrink: []int{0, 3, 2, 1}}.Table(rows, max(visitor.Width-menuMargin, 1))
	menu := []string{
		"display-menu", "-c", visitor.Name, "-t", visitor.Pane, "-T", "sessions", "-x", "C", "-y", "C", "--",
	}
	add := func(line, key string, commands [][]string) {
		// An item is a format, but tmux expands no times in it. An item that begins with a dash cannot be
		// chosen.
		text := " " + strings.ReplaceAll(line, "#", "##")
		menu = append(menu, text, key, strings.TrimSpace(tmuxopt.Source(commands)))
	}
	for i, line := range strings.Split(strings.TrimSuffix(table, "\n"), "\n") {
		key := ""
		if i < 9 {
			key = fmt.Sprint(i + 1)
		}
		add(line, key, items[i].Commands)
	}
	room := visitor.Height - MenuFrame - fit
	keys := answerKeys[:max(0, min(len(answerKeys), room))]
	for _, item := range items[:fit] {
		if len(item.Answer) > 0 && keys != "" { // a parked session that asks comes late
			line := cli.Clip("answer "+tmuxopt.Text(item.Name), max(visitor.Width-menuMargin, 1))
			add(line, keys[:1], item.Answer)
			keys = keys[1:]
		}
	}
	if rest := len(items) - fit; rest > 0 {
		menu = append(menu, fmt.Sprintf("-and %d more: %s", rest, listCommand), "", "")
	}
	// The command ends when the menu closes, so it has no deadline.
	_, err := server.Run(context.WithoutCancel(ctx), [][]string{menu})
	return err
}
