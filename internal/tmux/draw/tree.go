package draw

import "atm/tmuxopt"

// TreeFormat is the format of a tree of panes: icon, title or id, state, what the session wants or does, and
// the name of the directory. Above the panes are the tmux sessions, and windows of several panes with their
// most urgent state.
func TreeFormat() string {
	name := "#{p24:#{=24:" + TitleFormat() + "}}"
	state := "#{p9:" + choice(get(tmuxopt.Shown), Text(tmuxopt.Shown), Text(tmuxopt.State)) + "}"
	row := PaneFormat(tmuxopt.Auto) + " " + name + "  " + state + "  " + WantsFormat() +
		"  #[dim]" + Text(tmuxopt.SessionDir, "s|.*/||") + "#[default]"
	window := WindowFormat(tmuxopt.Auto) + " #{q/e:window_name}"
	// A comma in a style would end an argument of the format, so each attribute is a style of its own.
	windowRow := "#{?#{==:#{window_panes},1}," + row + "," + window + "}"
	return "#{?pane_format," + row + ",}#{?window_format," + windowRow +
		",}#{?session_format,#{session_windows} windows,}"
}
