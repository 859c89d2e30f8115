package doctor

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode"

	"atm/internal/tmux/draw"
	"atm/tmuxopt"
)

// options reads what the user has set of our options, and which icons follow from
// that.
func (g *gatherer) options(ctx context.Context) error {
	var names []string
	for _, setting := range tmuxopt.Settings() {
		names = append(names, setting.Option)
	}
	for _, set := range draw.IconSets() {
		for _, icon := range draw.Signs(set) {
			names = append(names, icon.Option())
		}
	}
	slices.Sort(names)
	values, _, err := g.Tmux.Globals(ctx, slices.Compact(names)...)
	if err != nil {
		return err
	}
	for _, setting := range tmuxopt.Settings() {
		if value := values[setting.Option]; !setting.Fits(value) {
			g.facts.Tmux.BadOptions = append(g.facts.Tmux.BadOptions, setting.Option+" "+value)
		}
	}
	for _, icon := range draw.Signs(tmuxopt.Icons(values[tmuxopt.IconsOption])) {
		sign := draw.Unstyled(cmp.Or(values[icon.Option()], icon.Sign))
		g.facts.Tmux.Icons = append(g.facts.Tmux.Icons, Icon{Option: icon.Option(), Sign: withoutControls(sign)})
	}
	return nil
}

// withoutControls takes control characters out of an icon. Others stay, also those that
// an option of the contract could not hold: that is what doctor reports.
func withoutControls(sign string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, sign)
}
