package doctor

import (
	"cmp"
	"slices"
	"strings"

	"atm/internal/setup/tmuxconf"
	"atm/internal/tmux"
)

// checkConfiguration reports whether the next tmux server will draw our icons as well.
func checkConfiguration(f Facts) []Finding {
	t := f.Tmux
	drawsOurs := slices.ContainsFunc(f.Screens, func(s Screen) bool { return t.HasDrawn && s.drawsOurs() })
	finding := Finding{Check: "configuration", Level: Note, Remedy: "atm setup", Fix: FixTmux}
	switch {
	case t.UserConf == "", t.Version != "" && !t.Usable() && t.Runs:
		return nil // checkTmux reports that
	case t.MissingConf != "":
		finding.Message = t.UserConf + " reads " + t.MissingConf + ", which is not there"
		finding.Reason = "the next tmux server will draw nothing"
	case t.ForeignConf != "":
		finding.Message, finding.Fix = t.ForeignConf+" does not begin as a file that atm writes", NoFix
		finding.Reason = "atm setup replaces only a file of its own"
		finding.Remedy = "rename the file, and run atm setup"
	case t.OtherConf != "":
		finding.Message = t.OtherConf + " is not what this atm writes"
		finding.Reason = "it is of another version, or an option has changed since: what is new does not work"
	case len(t.Losses) > 0:
		return lossFindings(t.Losses)
	case t.ReadsConf:
		return ok("configuration", t.UserConf+" reads ours")
	case t.PluginConf != "":
		return ok("configuration", t.PluginConf+" has the plugin of atm")
	case t.Runs && drawsOurs:
		finding.Message = "icons are drawn, but " + t.UserConf + " does not read our configuration"
		finding.Reason = "they go with this server"
	case t.Runs:
		return nil // checkDrawing reports that
	default:
		finding.Message = t.UserConf + " does not read our configuration"
		finding.Reason = "icons are not drawn"
	}
	return []Finding{finding}
}

// lossFindings reports what the next tmux server will not draw, although this one may.
func lossFindings(losses []tmuxconf.Setter) []Finding {
	var findings []Finding
	for _, loss := range losses {
		findings = append(findings, Finding{
			Check:   "configuration",
			Level:   Note,
			Message: loss.By() + ", below our line",
			Reason:  "from the next start of tmux on " + lostWith(loss.Option),
			Remedy:  "move our line below it",
			Fix:     FixTmux,
		})
	}
	return findings
}

// lostWith says what is not drawn if an option has nothing of ours.
func lostWith(option string) string {
	switch option {
	case counts.home:
		return "there are no counts, and nothing corrects panes where no hook tells"
	case borderFormat:
		return "there is nothing on the borders of panes"
	case currentFormat:
		return "the current window has no icon"
	}
	return "windows that are not the current one have no icons"
}

// checkDrawing reports for each tmux session what is drawn.
func checkDrawing(f Facts) []Finding {
	const names = "@atm_counts, @atm_window and @atm_pane"
	draws := slices.ContainsFunc(f.Screens, Screen.drawsOurs)
	switch {
	case !f.Tmux.Usable():
		return nil
	case len(f.Clients) > 0 && len(f.Screens) == 0:
		return []Finding{controlMode(f.Clients)}
	case len(f.Screens) == 0:
		return nil // Failures says why
	case draws || f.Tmux.HasDrawn:
		return drawnOn(f.Screens, f.Tmux.HasDrawn)
	case f.Tmux.Formats:
		return ok("drawing", "nothing by itself: "+names+" are for formats of your own")
	}
	return []Finding{{
		Check:   "drawing",
		Level:   Note,
		Message: "the running server does not draw icons",
		Reason:  "atm can be asked, but tmux shows nothing by itself",
		Remedy:  "atm setup",
		Fix:     FixTmux,
	}}
}

// controlMode is the finding if all clients are in control mode.
func controlMode(clients []tmux.Client) Finding {
	var names []string
	for _, client := range clients {
		names = append(names, client.Name)
	}
	return Finding{
		Check:   "drawing",
		Level:   Note,
		Message: strings.Join(names, ", ") + ": in control mode, where a program draws and not tmux",
		Reason:  "it shows no icons and counts, and no status line starts #(atm sync --follow)",
		Remedy:  startJob + "; atm ls shows the sessions",
	}
}

// drawnOn reports what is drawn. Screens with the same finding share one.
func drawnOn(screens []Screen, wantsAll bool) []Finding {
	var findings []Finding
	names := map[Finding][]string{} // of the screens that have it
	for _, screen := range screens {
		for _, finding := range screen.findings(wantsAll) {
			if names[finding] == nil {
				findings = append(findings, finding)
			}
			names[finding] = append(names[finding], screen.name())
		}
	}
	for i, finding := range findings {
		if list := names[finding]; finding.Level != OK || len(list) < len(screens) {
			findings[i].Message = strings.Join(list, ", ") + ": " + finding.Message
		}
	}
	return findings
}

// name names the tmux session and the clients that show it.
func (s Screen) name() string {
	if len(s.Clients) == 0 {
		return "session " + s.Session
	}
	return "session " + s.Session + " (" + strings.Join(s.Clients, ", ") + ")"
}

// drawsOurs reports whether any part of ours is drawn.
func (s Screen) drawsOurs() bool { return len(s.drawn()) > 0 }

// drawn lists the parts of ours that are drawn.
func (s Screen) drawn() []string {
	var nouns []string
	for _, p := range []struct {
		part
		Place
	}{{counts, s.Counts}, {windowIcons, s.Windows}, {borderIcons, s.Borders}} {
		if p.Presence == Drawn {
			nouns = append(nouns, p.noun)
		}
	}
	return nouns
}

// findings judges what is drawn on one screen. wantsAll says that our configuration was read and draws:
// otherwise the user has formats of their own, and nothing is missing.
func (s Screen) findings(wantsAll bool) []Finding {
	drawn := s.drawn()
	byHand := s.Counts.ByHand || s.Windows.ByHand || s.Borders.ByHand
	var findings []Finding
	switch {
	case len(drawn) == 3 && !byHand && s.Windows.Without == "":
		return ok("drawing", "icons and counts")
	case len(drawn) > 0 && byHand:
		findings = ok("drawing", strings.Join(drawn, ", ")+", in formats of your own")
	case len(drawn) > 0:
		findings = ok("drawing", strings.Join(drawn, ", ")+s.missingIcons())
	}
	if !wantsAll {
		return findings
	}
	missing := func(what string, g gap, reason string) {
		findings = append(findings, Finding{
			Check: "drawing", Level: Note, Message: what + ", because " + g.cause, Reason: reason,
			Remedy: g.remedy, Fix: g.fix,
		})
	}
	if s.Counts.Presence != Drawn {
		missing("no counts", s.Counts.gap(counts, s.Session), "you do not see that a session elsewhere needs you")
	}
	if option := s.Windows.Without; option != "" {
		windows := "windows that are not the current one"
		if option == currentFormat {
			windows = "the current window"
		}
		lacks := Place{Presence: Absent, Option: option}.gap(windowIcons, s.Session)
		missing("no icon beside "+windows, lacks, "you do not see there which session needs you")
	}
	if s.Windows.Presence != Drawn && s.Borders.Presence != Drawn {
		windows, borders := s.Windows.gap(windowIcons, s.Session), s.Borders.gap(borderIcons, s.Session)
		missing("no icons", gap{
			cause:  windows.cause + ", and " + borders.cause,
			remedy: windows.remedy + "; or " + borders.remedy,
			fix:    cmp.Or(windows.fix, borders.fix),
		}, "you do not see which session needs you")
	}
	return findings
}

// missingIcons says why windows or borders have no icons if the other ones have.
func (s Screen) missingIcons() string {
	switch {
	case s.Windows.Presence == Drawn && s.Borders.Presence != Drawn:
		return "; none on borders: " + s.Borders.gap(borderIcons, s.Session).cause
	case s.Borders.Presence == Drawn && s.Windows.Presence != Drawn:
		return "; none beside windows: " + s.Windows.gap(windowIcons, s.Session).cause
	}
	return ""
}
