package tmuxconf

import (
	"fmt"

	"atm/internal/sys/shell"
	"atm/internal/tmux/draw"

	"atm/tmuxopt"
)

const (
	wasOption = "@atm-was-" // + the name of an option: its value before
	nowOption = "@atm-now-" // + the name of an option: the value that we gave it

	// iconsWeSet is the value that we gave tmuxopt.IconsOption.
	iconsWeSet = nowOption + "icons"
)

// The parts that are put before and after the formats of the user. No user writes
// them in exactly this way: that is how they are found again.
const (
	counts = "#{?#{E:@atm_counts},#{E:@atm_counts} ,}"
	window = "#{?#{E:@atm_window}, #{E:@atm_window},}"
	border = draw.BeforeBorder

	// Behind a name that ends in a blank.
	windowAfterBlank = "#{?#{E:@atm_window},#{E:@atm_window} ,}"

	// Around what tmux itself draws on borders, the number and the title: it stands where there is no session.
	borderInstead, borderElse = "#{?#{E:@atm_pane}, #{E:@atm_meter} ,", "}"
	// In the place of the title of a pane in a format of the user's: ours has it already.
	titleElse = "#{E:@atm_pane_title}"
	paneTitle = "#{pane_title}"
)

// isDefaultBorder is true where the border draws what tmux draws by itself: the number and the title, with tmux 3.7
// buttons for the mouse behind them.
const isDefaultBorder = `#{m:???pane_active???reverse?????pane_index???default? "??pane_title?"*,#{pane-border-format}}`

// part is what is added to a format of tmux's.
type part struct {
	option        string
	before, after string
	ownPattern    string // a pattern of tmux that tells that it, or what atm format prints, is there
	first         bool   // what is there before it is the user's alone
}

func (c Conf) parts() []part {
	return []part{
		// In front, because tmux cuts a status line off at the end.
		{option: "status-right", before: counts, ownPattern: "*@atm_counts*", first: true},
		{option: "status-right", before: c.job(), ownPattern: "*sync --follow*"},
		{option: "pane-border-format", before: border, ownPattern: "*@atm[_-]*", first: true},
		{option: "window-status-format", after: window, ownPattern: "*@atm[_-]*", first: true},
		{option: "window-status-current-format", after: window, ownPattern: "*@atm[_-]*", first: true},
	}
}

// job is the silent status job that keeps the panes true.
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
		case p.after != "": // an icon behind a name
			blank := setGlobal(p.option, "#{"+p.option+"}"+literal(windowAfterBlank))
			commands[1] = fmt.Sprintf("%s '#{m:* ,#{%s}}' { %s } { %s }", ifGlobal, p.option, blank, commands[1])
			commands[1] = fmt.Sprintf("%s '%s' { %s } { %s }", ifGlobal, nameThenStyle(p.option), afterName(p), commands[1])
		case p.option == "pane-border-format":
			commands[1] = fmt.Sprintf("%s '%s' { %s } { %s }", ifGlobal, isDefaultBorder, borderAlone(), borderBefore())
		}
		w.ifNot("#{m:"+p.ownPattern+",#{"+p.option+"}}", commands...)
	}
}

// nameThenStyle is true where a style follows the name of a window, the only #W, as where a theme draws the edge of a
// tab: what stands behind that seems to belong to the next tab.
func nameThenStyle(option string) string {
	matches := func(pattern string) string { return "#{m:" + pattern + ",#{" + option + "}}" }
	return "#{&&:" + matches("*?W*?[[]*") + ",#{?" + matches("*?W*?W*") + ",,1}}"
}

// afterName is the command that puts a part behind the name of a window. (A # in a pattern would be
// expanded: a dot stands for it.)
func afterName(p part) string {
	return setGlobal(p.option, `#{s|^(.*.W).*$|\1|:`+p.option+"}"+literal(p.after)+"#{s|^.*.W||:"+p.option+"}")
}

// borderAlone is the command that draws ours in the place of what tmux itself draws on borders, up to its last quote.
func borderAlone() string {
	return setGlobal("pane-border-format", literal(borderInstead)+`#{s|^(.*").*$|\1|:pane-border-format}`+
		literal(borderElse)+`#{s|^.*"||:pane-border-format}`)
}

// borderBefore is the command that draws ours in front of a format of the user's, without the title there.
func borderBefore() string {
	// A bracket in the pattern would end the format: a dot stands for it. "#{l::}" is a colon, which would as well.
	return setGlobal("pane-border-format", literal(border)+`#{s|[{](pane_title.)|{E#{l::}@atm_\1|:pane-border-format}`)
}

// style is a style of tmux's with a colour after it.
type style struct {
	option, colour string
	tooOld         string // a format that is true where this version of tmux cannot draw it; "" = all can
}

// suffix is what stands after the style.
func (s style) suffix() string { return "#{E:" + s.colour + "}" }

// allStyles are the styles that have something of ours after them. Those of windows are formats since tmux 3.3, but
// only since 3.7 a pane is drawn anew when an option has changed that they read. Where window-active-style says nothing
// of a colour, tmux takes window-style for the active pane, too.
func allStyles() []style {
	return []style{
		{option: "pane-border-style", colour: "@atm_border_style"},
		{option: "pane-active-border-style", colour: "@atm_border_style"},
		{option: "window-status-style", colour: "@atm_window_style", tooOld: tmuxopt.Before("3")},
		{option: "window-status-current-style", colour: "@atm_window_style", tooOld: tmuxopt.Before("3")},
		{option: "window-style", colour: "@atm_pane_style", tooOld: tmuxopt.Before("7")},
	}
}

// styles puts colours after the global values of styles, unless they are there already. A style of the current window
// that is tmux's own stays: it stands for that of all windows.
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

// setting is an option that has a value of ours.
type setting struct {
	option    string
	before    string // a format of the value that it is restored to
	condition string // a format that is true where the value is as we want it
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

// settings changes the options of tmux that drawing needs.
func (w *writer) settings() {
	w.section("Room for the counts, a line for the icons of panes, and focus for what has been seen")
	for _, s := range settingsOfTmux() {
		w.ifNot(s.condition,
			setGlobal(wasOption+s.option, s.before),
			setGlobal(nowOption+s.option, s.value),
			setGlobal(s.option, s.value))
	}
}
