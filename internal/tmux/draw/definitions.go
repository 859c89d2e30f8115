package draw

import (
	"strings"

	"atm/tmuxopt"
)

// Definition is an option of the server and its format: "#{E:OPTION}" draws it. Formats look for an option in
// the server first, so no pane can replace it.
type Definition struct{ Option, Format string }

// Meter is the option that draws the border of a pane. BeforeBorder draws it in front of a format of another
// program.
const (
	Meter        = "@atm_meter"
	BeforeBorder = "#{?#{E:@atm_pane}, #{E:" + Meter + "} ─ ,}"
)

// Definitions lists the server options that draw the same as the functions of this package. Options refer to
// each other, so tmux needs less time to expand them.
func Definitions() []Definition {
	const pane = "@atm_pane"
	return append(icons(statesOrASCII, tmuxopt.Classic),
		Definition{pane, choose(tmuxopt.Auto, paneFormat)},
		Definition{"@atm_window", choose(tmuxopt.Auto, windowFormat)},
		Definition{"@atm_counts", allCounts(tmuxopt.Auto)},
		Definition{Meter, meter("#{E:" + pane + "}")},
		Definition{"@atm_title", TitleFormat()},
		Definition{"@atm_pane_title", choice("#{E:"+pane+"}", "", "#{pane_title}")},
		Definition{"@atm_context", ContextFormat()},
		Definition{"@atm_cost", CostFormat()},
		Definition{"@atm_age", AgeFormat()},
		Definition{"@atm_border_style", BorderStyle()},
		Definition{"@atm_window_style", WindowStyle()},
		Definition{"@atm_pane_style", PaneStyle()},
	)
}

// icons lists the definitions of all icons of some sets.
func icons(sets ...tmuxopt.Icons) []Definition {
	var all []Definition
	for _, set := range sets {
		for _, icon := range Signs(set) {
			all = append(all, Definition{definitionOption(set, icon.Name), definition(set, icon.Name)})
		}
	}
	return all
}

// inline replaces the options that define icons by the icons themselves, so the format needs no options.
func inline(format string) string {
	var pairs []string
	for _, d := range icons(statesOrASCII, tmuxopt.States, tmuxopt.ASCII, tmuxopt.Classic) {
		pairs = append(pairs, "#{E:"+d.Option+"}", d.Format)
	}
	return strings.NewReplacer(pairs...).Replace(format)
}
