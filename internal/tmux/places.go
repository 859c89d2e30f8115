package tmux

import (
	"context"
	"fmt"
	"strings"
)

// Place is a pane in one of the sessions that its window is linked to. Names and directories are foreign
// text.
type Place struct {
	Pane    string // pane id
	Index   string // index of the pane in the window
	Dir     string // directory of the foreground process; "" = unknown
	Current bool   // the pane is the current one of the window

	Window        string // id of the window, the same in all sessions
	WindowIndex   string
	WindowName    string // "" = tmux itself names the window
	Layout        string // in tmux's notation
	CurrentWindow bool   // the window is the current one of the session
	Zoomed        bool

	Session string // name of the session
	Group   string // group of sessions that share their windows; "" = none
	Width   string // columns of the window
	Height  string // lines of the window
}

// Places lists the panes of the server in tmux's order of sessions, windows and panes, a pane once for each
// session that its window is linked to.
func (s Server) Places(ctx context.Context) ([]Place, error) {
	fields := []string{
		"#{version}", "#{pane_id}", "#{pane_index}", "#{pane_active}",
		"#{window_id}", "#{window_index}", "#{window_layout}", "#{window_active}", "#{window_zoomed_flag}",
		"#{session_name}", "#{session_group}", "#{window_width}", "#{window_height}",
	}
	reply, err := s.Run(ctx, [][]string{{"list-panes", "-a", "-F", strings.Join(fields, "\t")}})
	if err != nil {
		return nil, err
	}
	var places []Place
	for line := range strings.Lines(reply.Stdout) {
		// The name of a session can contain neither a tab nor a newline.
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(f) != len(fields) {
			return nil, fmt.Errorf("%w: unexpected line %q of list-panes", ErrTmux, line)
		}
		for i := range f {
			f[i] = unmangle(f[0], f[i])
		}
		p := Place{
			Pane: f[1], Index: f[2], Current: f[3] == "1",
			Window: f[4], WindowIndex: f[5], Layout: f[6], CurrentWindow: f[7] == "1", Zoomed: f[8] == "1",
			Session: unescape(f[9]), Group: f[10], Width: f[11], Height: f[12],
		}
		// Each in a command of its own, because a directory and the name of a window may contain any bytes.
		if p.Dir, err = s.PaneFormat(ctx, p.Pane, "#{pane_current_path}"); err != nil {
			return nil, err
		}
		if p.WindowName, err = s.PaneFormat(ctx, p.Pane, "#{?automatic-rename,,#{window_name}}"); err != nil {
			return nil, err
		}
		p.WindowName = unescape(p.WindowName)
		places = append(places, p)
	}
	return places, nil
}

// unescape returns the name that was given to a session or a window: tmux stores it with a backslash before
// each backslash, and until 3.4 before a dollar sign. In 3.5a the name of a window is stored so only if it
// was renamed; a name that was not may lose one backslash here.
func unescape(name string) string { return strings.NewReplacer(`\\`, `\`, `\$`, `$`).Replace(name) }
