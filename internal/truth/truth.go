// Package truth brings the panes of a tmux server in line with what the clients
// in them say of themselves: nothing fires on Esc, on a denial, on an answered
// dialog, on kill -9.
//
// It reads all panes in one invocation, the clients' registry and the processes,
// and sends what is wrong as one transaction, in which tmux applies each
// correction only if no hook has told anything new. It never reads a screen.
package truth

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"atm/hookmap"
	"atm/internal/claudehome"
	"atm/internal/proc"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// World is where to look.
type World struct {
	Tmux tmux.Server
	Home string // the Claude home of the environment, "" = none
	Now  func() time.Time
	Less []tmuxopt.Option // that need not be read: see [Spare]
}

// Spare lists the options that no correction depends on.
func Spare() []tmuxopt.Option {
	return []tmuxopt.Option{
		tmuxopt.SessionIDSetOn, tmuxopt.Model, tmuxopt.PermissionMode, tmuxopt.Activity, tmuxopt.Reason, tmuxopt.Status, tmuxopt.Detail,
		tmuxopt.Corrected, tmuxopt.ContractVersion, tmuxopt.History,
	}
}

// Correction is what was found wrong with a pane.
type Correction struct {
	Pane string
	Why  string // as in the option corrected
}

// Report is the outcome of one look at everything.
type Report struct {
	Panes       []tmux.Pane // as they were read
	Clients     map[string]claudehome.Client
	Corrections []Correction
	Again       time.Duration // look again after that time; 0 = not needed
	Homes       []string      // the Claude homes that were looked at
}

// Sync looks at all panes and corrects what is wrong in those that are named, or
// in all if none is.
func (w World) Sync(ctx context.Context, only ...string) (Report, error) {
	panes, err := w.Tmux.Panes(ctx, w.Less...)
	if err != nil {
		return Report{}, err
	}
	r := Report{Panes: panes, Homes: w.homes(panes)}
	r.Clients = match(panes, w.clients(r.Homes))
	var batches []tmuxopt.Batch
	for _, p := range panes {
		if len(only) > 0 && !slices.Contains(only, p.ID) {
			continue
		}
		c, again := hookmap.Reconcile(p.Options, w.witness(p, r), w.Now())
		if again > 0 && (r.Again == 0 || again < r.Again) {
			r.Again = again
		}
		if c != nil {
			r.Corrections = append(r.Corrections, Correction{p.ID, c.Why})
			batches = append(batches, tmuxopt.Batch{Pane: p.ID, Edits: c.Edits})
		}
	}
	if len(batches) > 0 {
		_, err = w.Tmux.Run(ctx, tmuxopt.Commands(batches))
	}
	return r, err
}

// homes returns the Claude home of the environment and those that panes speak
// of: a transcript is HOME/projects/DIRECTORY/ID.jsonl.
func (w World) homes(panes []tmux.Pane) []string {
	homes := []string{}
	if w.Home != "" {
		homes = append(homes, filepath.Clean(w.Home))
	}
	for _, p := range panes {
		if home, ok := homeOf(p.Options[tmuxopt.TranscriptPath]); ok && !slices.Contains(homes, home) {
			homes = append(homes, home)
		}
	}
	return homes
}

func homeOf(transcript string) (string, bool) {
	projects := filepath.Dir(filepath.Dir(transcript))
	return filepath.Dir(projects), filepath.Base(projects) == "projects" && filepath.IsAbs(projects)
}

// clients returns the clients that run, of all homes. A registry that cannot be
// read says nothing: then the hooks are all there is.
func (w World) clients(homes []string) []claudehome.Client {
	var all []claudehome.Client
	for _, home := range homes {
		found, _ := claudehome.Clients(os.DirFS(home), proc.Is)
		for _, c := range found {
			if c.Kind != "bg" {
				all = append(all, c)
			}
		}
	}
	return all
}

// match finds the pane of each client: the one whose hooks named its process, or
// the one whose process it descends from. The registry's own word for the pane
// is of no use, because pane ids are the same on all servers.
func match(panes []tmux.Pane, clients []claudehome.Client) map[string]claudehome.Client {
	named, rooted := map[int]string{}, map[int]string{}
	for _, p := range panes {
		if p.PID != 0 {
			rooted[p.PID] = p.ID
		}
		if pid, err := strconv.Atoi(p.Options[tmuxopt.PID]); err == nil {
			named[pid] = p.ID
		}
	}
	matched := map[string]claudehome.Client{}
	for _, c := range clients {
		if pane, ok := named[c.PID]; ok {
			matched[pane] = c
		}
	}
	for _, c := range clients {
		if _, ok := named[c.PID]; ok || !c.Interactive() {
			continue // a client with -p is the pane's only if its hooks say so
		}
		for _, pid := range proc.Ancestors(c.PID) {
			pane, ok := rooted[pid]
			if before, taken := matched[pane]; ok && (!taken || before.StartedAt.Before(c.StartedAt) && named[before.PID] == "") {
				matched[pane] = c
			}
		}
	}
	return matched
}

// witness is what is known of a pane's client.
func (w World) witness(p tmux.Pane, r Report) hookmap.Witness {
	if c, ok := r.Clients[p.ID]; ok {
		return hookmap.Witness{Entry: &hookmap.Entry{
			PID: c.PID, SessionID: c.SessionID, Dir: c.Cwd, Title: c.Title(), Status: c.Status, WaitingFor: c.WaitingFor,
			Changed: c.StatusUpdatedAt, Updated: newest(c.StartedAt, c.StatusUpdatedAt, c.UpdatedAt),
		}}
	}
	pid, err := strconv.Atoi(p.Options[tmuxopt.PID])
	if p.Dead || err == nil && !lives(pid, r.Homes) {
		return hookmap.Witness{Died: true}
	}
	return hookmap.Witness{Interrupted: interrupted(p.Options, r.Homes)}
}

// lives reports whether the client of that process can still be there: the
// process runs, and no registry says that it is another one by now. It need not
// be below its pane: screen and dtach take it elsewhere.
func lives(pid int, homes []string) bool {
	if !proc.Is(pid, "") {
		return false
	}
	return !slices.ContainsFunc(homes, func(home string) bool {
		c, err := claudehome.ReadClient(os.DirFS(home), pid)
		return err == nil && !proc.Is(pid, c.ProcStart) // else it is half-written, or there is none
	})
}

// interrupted looks into the transcript of an old client, if it lies where
// transcripts lie.
func interrupted(o tmuxopt.Options, homes []string) time.Time {
	state := o[tmuxopt.State]
	if state != "working" && state != "attention" {
		return time.Time{}
	}
	home, ok := homeOf(o[tmuxopt.TranscriptPath])
	if !ok || !slices.Contains(homes, home) {
		return time.Time{}
	}
	name := strings.TrimPrefix(o[tmuxopt.TranscriptPath], home+"/")
	if !fs.ValidPath(name) {
		return time.Time{}
	}
	return claudehome.Interrupted(os.DirFS(home), name)
}

func newest(times ...time.Time) time.Time {
	return slices.MaxFunc(times, time.Time.Compare)
}
