package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"atm/internal/cli"
	"atm/internal/setup/install"
	"atm/internal/setup/restore"
	"atm/internal/sys/edit"
	"atm/internal/sys/ownname"
	"atm/internal/sys/proc"
	"atm/tmuxopt"
)

type resurrectCmd struct {
	Restore bool   `help:"Give restored panes back what the file says of their efforts."`
	File    string `arg:"" help:"The file that tmux-resurrect has saved."`
}

func (resurrectCmd) Details() string {
	return `tmux-resurrect calls this when it has saved the sessions of tmux, with its file. The command ` +
		`of each pane in which Claude Code runs becomes cld resume with the session that runs there now, ` +
		`also if it was begun without an id, or changed by /clear. The effort of a pane and its handoff ` +
		`are kept in lines that the plugin passes over. Nothing else in the file changes, and atm keeps no ` +
		`file of its own.

When it has built the panes again, tmux-resurrect calls it with --restore. A pane that has an effort or a ` +
		`handoff keeps what it has.

atm setup puts both calls into the options @resurrect-hook-post-save-layout and ` +
		`@resurrect-hook-pre-restore-pane-processes where the plugin is there, and cld into ` +
		`@resurrect-processes, so that the plugin starts it.

Examples:
  atm resurrect ~/.local/share/tmux/resurrect/last
  tmux set -g @resurrect-hook-post-save-layout 'atm resurrect'`
}

// Run changes the file of tmux-resurrect, or restores from it.
func (c resurrectCmd) Run(ctx context.Context, s streams) error {
	file, err := edit.Read(c.File)
	if err != nil {
		return install.Hinted(err)
	}
	if !file.Exists {
		err := fmt.Errorf("file %q: there is none", c.File)
		return cli.Hint(err, "tmux-resurrect calls this by itself: prefix Ctrl-s")
	}
	if c.Restore {
		return errors.Join(s.restoreEfforts(ctx, file.Data), sendCmd{}.rearm(ctx, s))
	}
	sessions, err := s.arrangement(ctx)
	if err != nil {
		return err
	}
	text := restore.Resurrect(file.Data, sessions, ownname.Cld(proc.CalledAs()))
	if bytes.Equal(text, file.Data) {
		return nil
	}
	return install.Hinted(file.Write(text))
}

// restoreEfforts restores the efforts of panes from the file of tmux-resurrect.
func (s streams) restoreEfforts(ctx context.Context, file []byte) error {
	places, err := s.Tmux.Places(ctx)
	if err != nil {
		return err
	}
	var errs []error
	for pane, edits := range restore.Kept(file, places) {
		_, err := s.Tmux.Send(ctx, tmuxopt.Batch{
			Pane: pane, ServerPID: s.Tmux.PID, Edits: edits,
			Unless: tmuxopt.Or(tmuxopt.Get(tmuxopt.Effort), tmuxopt.Get(tmuxopt.Handoff)),
		})
		if err != nil && !tmuxopt.Refused(err.Error()) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}
