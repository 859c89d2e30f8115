package tmuxconf

import (
	"fmt"
	"strings"

	"atm/internal/sys/shell"
	"atm/internal/tmux/draw"
	"atm/tmuxopt"
)

// was returns the option that keeps the earlier value of an option.
func was(option string) string { return "@atm-was-" + option }

// now returns the option that keeps the value which our file has set for an option.
func now(option string) string {
	return "@atm-now-" + strings.TrimPrefix(strings.TrimPrefix(option, "@"), "atm-")
}

// Our parts before and after the formats of the user. No user writes them in exactly this way, so they can be
// found and removed.
const (
	counts = "#{?#{E:@atm_counts}, #{E:@atm_counts} ,}"
	// What counts was before November 2026.
	countsWithoutGap = "#{?#{E:@atm_counts},#{E:@atm_counts} ,}"

	window = "#{?#{E:@atm_window}, #{E:@atm_window},}"
	border = draw.BeforeBorder

	// After a name that ends in a blank.
	windowAfterBlank = "#{?#{E:@atm_window},#{E:@atm_window} ,}"

	// Around tmux's own format of borders, the number and the title, which is drawn if there is no session.
	borderInstead, borderElse = "#{?#{E:@atm_pane}, #{E:@atm_meter} ,", "}"
	// Replaces the title of the pane in a format of the user, because our part has the title already.
	titleElse = "#{E:@atm_pane_title}"
	paneTitle = "#{pane_title}"
)

// isDefaultBorder is true if the border format is tmux's default: the number and the title, and since tmux
// 3.7 buttons for the mouse.
const isDefaultBorder = `#{m:???pane_active???reverse?????pane_index???default? "??pane_title?"*,#{pane-border-format}}`

// part is a text that we add to a format of tmux.
type part struct {
	option        string
	before, after string
	ownPattern    string // a tmux pattern that matches if the format has the part, or the output of atm format
	first         bool   // it is the first part of its option: the value before it is the user's
}

func (c Conf) parts() []part {
	return []part{
		// At the beginning, because tmux cuts off the end of a long status line.
		{option: "status-right", before: counts, ownPattern: "*@atm_counts*", first: true},
		{option: "status-right", before: c.job(), ownPattern: "*sync --follow*"},
		{option: "pane-border-format", before: border, ownPattern: "*@atm[_-]*", first: true},
		{option: "window-status-format", after: window, ownPattern: "*@atm[_-]*", first: true},
		{option: "window-status-current-format", after: window, ownPattern: "*@atm[_-]*", first: true},
	}
}

// job is the status job that runs the follower. It prints nothing.
func (c Conf) job() string { return "#(" + shell.Word(c.Program) + " sync --follow)" }

// formats adds the parts to the formats of the user.
func (c Conf) formats(w *writer) {
	w.section("Before or behind what is there, unless it is there already")
	for _, p := range c.parts() {
		value := literal(p.before) + "#{" + p.option + "}" + literal(p.after)
		commands := []string{setGlobal(p.option, value)}
		if p.first {
			commands = append([]string{keep(p.option)}, commands...)
		}
		switch {
		case p.after != "": // an icon after a name
			blank := setGlobal(p.option, "#{"+p.option+"}"+literal(windowAfterBlank))
			commands[1] = fmt.Sprintf("%s '#{m:* ,#{%s}}' { %s } { %s }", ifGlobal, p.option, blank, commands[1])
			commands[1] = fmt.Sprintf("%s '%s' { %s } { %s }", ifGlobal, nameThenStyle(p.option), afterName(p), commands[1])
		case p.option == "pane-border-format":
			commands[1] = fmt.Sprintf("%s '%s' { %s } { %s }", ifGlobal, isDefaultBorder, borderAlone(), borderBefore())
		}
		w.ifNot("#{m:"+p.ownPattern+",#{"+p.option+"}}", commands...)
	}
}

// nameThenStyle is true if a style follows the only #W, the name of the window. With such a style a theme
// draws the edge of a tab, and an icon after the edge would seem to belong to the next tab.
func nameThenStyle(option string) string {
	matches := func(pattern string) string { return "#{m:" + pattern + ",#{" + option + "}}" }
	return "#{&&:" + matches("*?W*?[[]*") + ",#{?" + matches("*?W*?W*") + ",,1}}"
}

// afterName is the command that inserts a part after the name of a window. (A # in a pattern would be
// expanded, so the pattern has a dot.)
func afterName(p part) string {
	return setGlobal(p.option, `#{s|^(.*.W).*$|\1|:`+p.option+"}"+literal(p.after)+"#{s|^.*.W||:"+p.option+"}")
}

// borderAlone is the command that replaces tmux's default border, up to its last quote, by our part.
func borderAlone() string {
	return setGlobal("pane-border-format", literal(borderInstead)+`#{s|^(.*").*$|\1|:pane-border-format}`+
		literal(borderElse)+`#{s|^.*"||:pane-border-format}`)
}

// borderBefore is the command that adds our part before a border format of the user, and removes the title
// from that.
func borderBefore() string {
	// A bracket or a colon would end the format: a dot and "#{l::}" replace them.
	return setGlobal("pane-border-format", literal(border)+`#{s|[{](pane_title.)|{E#{l::}@atm_\1|:pane-border-format}`)
}

// style is a style of tmux to which we add a colour.
type style struct {
	option, colour string
	tooOld         string // a format that is true if this version of tmux cannot draw the colour; "" = all can
}

// suffix is the text that we add to the style.
func (s style) suffix() string { return "#{E:" + s.colour + "}" }

// allStyles are the styles to which we add a colour. The styles of windows are formats since tmux 3.3, but
// only since 3.7 tmux redraws a pane when an option in its style has changed. If window-active-style has no
// colour, tmux uses that of window-style for the active pane, too.
func allStyles() []style {
	return []style{
		{option: "pane-border-style", colour: "@atm_border_style"},
		{option: "pane-active-border-style", colour: "@atm_border_style"},
		{option: "window-status-style", colour: "@atm_window_style", tooOld: tmuxopt.Before("3")},
		{option: "window-status-current-style", colour: "@atm_window_style", tooOld: tmuxopt.Before("3")},
		{option: "window-style", colour: "@atm_pane_style", tooOld: tmuxopt.Before("7")},
	}
}

// styles adds the colours to the global values of the styles, unless they are there already. The default
// style of the current window stays, because tmux then uses the style of all windows.
func (w *writer) styles() {
	w.section("Colours: set -g %s plain, calm (the default) or loud", tmuxopt.StyleOption)
	for _, s := range allStyles() {
		stays := "#{m:*" + s.colour + "*,#{" + s.option + "}}"
		if s.option == "window-status-current-style" {
			stays = orFormat(stays, "#{==:#{"+s.option+"},default}")
		}
		if s.tooOld != "" {
			stays = orFormat(stays, s.tooOld)
		}
		w.ifNot(stays, keep(s.option), setGlobal(s.option, "#{"+s.option+"}"+literal(s.suffix())))
	}
}

func orFormat(a, b string) string { return "#{||:" + a + "," + b + "}" }

// setting is an option of tmux that our file sets.
type setting struct {
	option    string
	before    string // a format of the earlier value
	condition string // a format that is true if the value is already right
	value     string // a format
}

func settingsOfTmux() []setting {
	return []setting{
		{
			option:    "status-right-length",
			before:    "#{status-right-length}",
			condition: "#{==:#{status-right-length},#{@atm-now-status-right-length}}",
			value:     "#{e|+:#{status-right-length},20}",
		},
		{
			option:    "pane-border-status",
			before:    "#{pane-border-status}",
			condition: "#{!=:#{pane-border-status},off}",
			value:     "top",
		},
		{
			option:    "focus-events",
			before:    "#{?focus-events,on,off}", // tmux expands a flag to 1 or 0
			condition: "#{focus-events}",
			value:     "on",
		},
	}
}

// settings sets the options of tmux that our icons need.
func (w *writer) settings() {
	w.section("Room for the counts, a line for the icons of panes, and focus for what has been seen")
	for _, s := range settingsOfTmux() {
		w.ifNot(s.condition,
			setGlobal(was(s.option), s.before),
			setGlobal(now(s.option), s.value),
			setGlobal(s.option, s.value))
	}
}
