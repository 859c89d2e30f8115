package draw

import "atm/tmuxopt"

// TreeFormat is the format of a tree of panes: icon, title or id, what it shows, what is wanted or
// done, and the name of the directory. Above them stand sessions of tmux, and windows of
// several panes with the most urgent state in them.
func TreeFormat() string {
	name := "#{p24:#{=24:" + TitleFormat() + "}}"
	state := "#{p9:" + choice(get(tmuxopt.Shown), Text(tmuxopt.Shown), Text(tmuxopt.State)) + "}"
	row := PaneFormat(tmuxopt.Auto) + " " + name + "  " + state + "  " + WantsFormat() +
		"  #[dim]" + Text(tmuxopt.SessionDir, "s|.*/||") + "#[default]"
	window := WindowFormat(tmuxopt.Auto) + " #{q/e:window_name}"
	// Commas of a style end an argument of a format: each stands in its own.
	windowRow := "#{?#{==:#{window_panes},1}," + row + "," + window + "}"
	return "#{?pane_format," + row + ",}#{?window_format," + windowRow +
		",}#{?session_format,#{session_windows} windows,}"
}
