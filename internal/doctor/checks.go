package doctor

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"atm/internal/install"
	"atm/internal/settings"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

func program(f Facts) []Finding {
	if !f.OnPath {
		return note("path", f.Program+" is not the atm on PATH", "hooks and tmux call it by its path, but you cannot call it by name",
			"put "+filepath.Dir(f.Program)+" on PATH, in the file that your shell reads at its start", None)
	}
	return ok("path", f.Program)
}

func checkTmux(f Facts) []Finding {
	v := f.Tmux.Version
	switch {
	case v == "":
		return broken("tmux", "there is no tmux on PATH", "atm keeps everything in a tmux server", "install tmux "+install.OldestTmux+" or later", None)
	case install.TmuxTooOld(v):
		return broken("tmux", "tmux "+v+" is too old", "before 3.2 it works out formats in the wrong pane: the hook stays silent there", "install tmux "+install.OldestTmux+" or later", None)
	case !f.Tmux.Runs:
		return note("tmux", "tmux "+v+", but no server runs", "nothing can be seen of panes and of what is drawn", "start tmux and run atm doctor inside", None)
	}
	return ok("tmux", "tmux "+v)
}

// transport says how the server was reached.
func transport(f Facts) []Finding {
	asked := f.Tmux.Asked
	switch known := asked == "" || asked == string(tmux.Native) || asked == string(tmux.Exec); {
	case !f.Tmux.Runs:
		return nil
	case !known:
		return note("transport", "ATM_TRANSPORT is "+asked+", which is none", "the fastest one that works is taken", "ATM_TRANSPORT=native or exec, or unset it", None)
	case f.Tmux.Detour != "":
		return note("transport", "exec, because of a surprise: "+f.Tmux.Detour, "each hook starts a tmux, which takes twice as long", "restart the tmux server if the program was upgraded under it", None)
	case asked != "":
		return ok("transport", asked+", as ATM_TRANSPORT says")
	}
	return ok("transport", string(f.Tmux.Way))
}

func client(f Facts) []Finding {
	if f.Client.Version == "" {
		return note("client", "the version of Claude Code is not known: "+f.NoHint, "atm setup can only register the events that every version since 2.0.45 knows",
			"put claude on PATH or name it in CLD_CLAUDE, then run atm setup", None)
	}
	return ok("client", "Claude Code "+f.Client.Version)
}

func parses(f Facts) []Finding {
	switch {
	case f.SettingsErr != nil:
		return broken("settings", f.SettingsErr.Error(), "Claude Code does not read such settings, nor can atm change them", "mend the file by hand; copies by atm are named settings.json.atm-TIME", None)
	case f.Settings.Ignored:
		return broken("settings", f.SettingsFile+" has comments, or a comma behind the last of several things", "Claude Code reads plain JSON only, and ignores the whole file", "take them out by hand", None)
	}
	return nil
}

func disabled(f Facts) []Finding {
	switch {
	case f.Managed != "":
		return broken("disabled", f.Managed+" forbids hooks of users", "your administrator has switched them off", "ask your administrator to add atm hook there", None)
	case f.Settings.Disabled:
		return broken("disabled", "disableAllHooks is true", "Claude Code runs no hook at all", "take disableAllHooks out of "+f.SettingsFile, None)
	case f.Settings.Managed:
		return broken("disabled", "allowManagedHooksOnly is true", "Claude Code runs no hook of yours", "take allowManagedHooksOnly out of "+f.SettingsFile, None)
	}
	return nil
}

// hooks compares the hooks that are there with those that setup would write.
func hooks(f Facts) []Finding {
	const setup = "atm setup"
	plugin, found := install.HasPlugin(f.Settings), f.Settings.Hooks
	switch {
	case f.SettingsErr != nil:
		return nil
	case plugin && len(found) > 0:
		return note("hooks", "both the plugin and "+f.SettingsFile+" bring the hooks", "each event is handled twice, which costs time and changes nothing",
			"atm setup takes those in the settings out, or remove the plugin: claude plugin uninstall atm", Claude)
	case plugin:
		return ok("hooks", "by the plugin")
	case len(found) == 0:
		return broken("hooks", "no hook of atm in "+f.SettingsFile, "without them nothing is known of a session", setup, Claude)
	}
	if event, twice := doubled(found); twice {
		return broken("hooks", event+" has the hook twice", "each event is handled twice", setup, Claude)
	}
	wrong, odd := misfits(f)
	switch {
	case len(wrong) > 0:
		return broken("hooks", strings.Join(wrong, "; "), "what is not told is not shown, and an event that the client does not know opens a warning at its start", setup, Claude)
	case len(odd) > 0:
		return note("hooks", strings.Join(odd, "; "), "it works, but an update of this atm or of Claude Code has not reached the settings", setup, Claude)
	}
	return ok("hooks", fmt.Sprintf("%d events", len(found)))
}

func doubled(found []settings.Found) (event string, twice bool) {
	seen := map[string]bool{}
	for _, h := range found {
		if seen[h.Event] {
			return h.Event, true
		}
		seen[h.Event] = true
	}
	return "", false
}

// misfits says what is wrong with the hooks that are there, and what is only not
// as setup would have it.
func misfits(f Facts) (wrong, odd []string) {
	say := func(list *[]string, format string, args ...any) {
		if text := fmt.Sprintf(format, args...); !slices.Contains(*list, text) {
			*list = append(*list, text)
		}
	}
	have := map[string]bool{}
	for _, h := range f.Settings.Hooks {
		have[h.Event] = true
		switch {
		case !slices.Contains(f.Wanted.Events, h.Event):
			say(&wrong, "Claude Code %s does not know %s", f.Client.Version, h.Event)
		case h.Program != f.Program && !f.Runs[h.Program]:
			say(&wrong, "%s cannot be run", h.Program)
		case h.Exec && !f.Wanted.Exec:
			say(&wrong, "in a form that only later versions know")
		case h.Matcher != "" && h.Matcher != "*":
			say(&wrong, "%s only for %s", h.Event, h.Matcher)
		case h.Program != f.Program:
			say(&odd, "they call %s, not %s", h.Program, f.Program)
		case !h.Exec && f.Wanted.Exec:
			say(&odd, "through a shell, which this version does not need")
		}
	}
	for _, event := range f.Wanted.Events {
		if !have[event] {
			say(&wrong, "%s is missing", event)
		}
	}
	return wrong, odd
}

func registry(f Facts) []Finding {
	if f.RegistryErr != nil {
		return note("registry", f.RegistryErr.Error(), "what no hook tells (Esc, a denial, a killed client) is shown late or never", "make the directory readable", None)
	}
	return nil
}

func configuration(f Facts) []Finding {
	t := f.Tmux
	switch {
	case install.TmuxTooOld(t.Version):
		return nil // nothing to be mended here before that is
	case !t.Runs && !t.Reads:
		return note("drawing", "your tmux configuration does not read ours", "icons are not drawn", "atm setup", Tmux)
	case !t.Runs:
		return ok("drawing", "your tmux configuration reads ours")
	case t.Loaded && !t.Reads:
		return note("drawing", "icons are drawn, but your tmux configuration does not read ours", "they go with this server", "atm setup", Tmux)
	case t.Loaded, t.Formats && t.Reads: // or --minimal
		return ok("drawing", "icons and counts")
	case t.ByHand:
		return ok("drawing", "in formats of your own")
	}
	return note("drawing", "the running server does not draw icons", "atm can be asked, but tmux shows nothing by itself", "atm setup", Tmux)
}

func statusJob(f Facts) []Finding {
	switch t := f.Tmux; {
	case !t.Runs || !t.Loaded && !t.ByHand:
		return nil
	case t.Follows:
		return ok("status job", "corrects what no hook tells, at once")
	case t.Clients == 0:
		return ok("status job", "starts when a client is attached")
	}
	return note("status job", "atm sync --follow does not run", "Esc, a denial and a killed client are seen only when you ask", "atm setup; with a status line of your own put #(atm sync --follow) into it", Tmux)
}

func focus(f Facts) []Finding {
	if f.Tmux.Runs && !f.Tmux.Focus && !install.TmuxTooOld(f.Tmux.Version) {
		return note("focus", "focus-events is off", "tmux does not know which pane you look at", "set -g focus-events on", Tmux)
	}
	return nil
}

func here(f Facts) []Finding {
	if f.Tmux.Here && !tmux.PaneID(f.Tmux.Pane) {
		return broken("pane", "TMUX is set, but TMUX_PANE is not", "a hook knows its pane by it, and does nothing without", "find what clears it: sudo, env -i, a wrapper around claude", None)
	}
	return nil
}

func nested(f Facts) []Finding {
	if f.Tmux.Outer != "" {
		return note("nested", "the tmux server was started inside another one", "what runs in its status line sees the other server's TMUX_PANE: use #{pane_id}", "none is needed for what atm setup has written", None)
	}
	return nil
}

func icons(f Facts) []Finding {
	switch t := f.Tmux; {
	case t.Narrow > 0:
		return note("icons", fmt.Sprintf("%d attached terminals are not for UTF-8", t.Narrow), "icons are drawn as _ there", "tmux -u attach, or set -g @atm-icons ascii", None)
	case len(t.Wide) > 0:
		return note("icons", "wider than one column: "+strings.Join(t.Wide, " "), "terminals do not agree on the width of such characters, and the line shifts", "choose others by @atm-icon-NAME", None)
	}
	return nil
}

func options(f Facts) []Finding {
	if odd := f.Tmux.Odd; len(odd) > 0 {
		return note("options", strings.Join(odd, "; ")+": no such value", "the default holds instead", "set -g OPTION VALUE in your tmux.conf; the README lists the values", None)
	}
	return nil
}

// arriving says for each pane with a client whether its hooks arrive.
func arriving(f Facts) []Finding {
	var all []Finding
	for _, p := range f.Panes {
		c, found := f.Clients[p.ID]
		if !found {
			continue
		}
		at := seconds(p.Options[tmuxopt.LatestHookTime])
		check := "pane " + p.ID
		if at.IsZero() || at.Before(c.StartedAt.Truncate(time.Second)) {
			all = append(all, broken(check, "Claude Code runs, but no hook has arrived since it was started", "it reads its hooks when it starts, and runs none before you trust the folder",
				"restart claude there (cld resume goes on with the session); /hooks in it lists what it has read", None)...)
			continue
		}
		all = append(all, ok(check, fmt.Sprintf("%s, %s ago", tmuxopt.Text(p.Options[tmuxopt.LatestHookEvent]), f.Now.Sub(at).Round(time.Second)))...)
	}
	return all
}

// startingAtMost is how long a client may take from being started to its first
// event.
const startingAtMost = time.Minute

// StalePanes lists the panes that show a session that never started. (Where the
// process is known that becomes claude, its end is seen: see atm sync. It may ask
// for as long as it likes whether the folder is to be trusted.)
func StalePanes(f Facts) []string {
	var old []string
	for _, p := range f.Panes {
		_, runs := f.Clients[p.ID]
		known := runs || p.Options[tmuxopt.PID] != ""
		if p.Options[tmuxopt.State] == "starting" && !known && f.Now.Sub(seconds(p.Options[tmuxopt.Since])) > startingAtMost {
			old = append(old, p.ID)
		}
	}
	return old
}

func stale(f Facts) []Finding {
	if old := StalePanes(f); len(old) > 0 {
		return note("stale", strings.Join(old, " ")+": a session that never started", "cld was interrupted", "atm doctor --fix, or cld again", Stale)
	}
	return nil
}

func seconds(text string) time.Time {
	var n int64
	if _, err := fmt.Sscan(text, &n); err != nil {
		return time.Time{}
	}
	return time.Unix(n, 0)
}
