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
	Restore bool   `help:"Set the efforts that the file has saved, in the restored panes."`
	File    string `arg:"" help:"The file that tmux-resurrect has saved."`
}

func (resurrectCmd) Details() string {
	return `tmux-resurrect calls this with the file in which it has saved the sessions of tmux. For each pane with ` +
		`Claude Code the command in the file becomes cld resume with the pane's current session, also if that was ` +
		`started without an id, or changed by /clear. The effort of a pane and its handoff are added in lines that ` +
		`the plugin ignores. Nothing else in the file changes, and atm keeps no file of its own.

After it has built the panes again, tmux-resurrect calls this with --restore. A pane that has had a ` +
		`session since, or has an effort, a handoff or a prompt to be sent later, stays as it is.

If the plugin is installed, atm setup adds both calls to the options @resurrect-hook-post-save-layout and ` +
		`@resurrect-hook-pre-restore-pane-processes, and cld to @resurrect-processes, so that the plugin starts ` +
		`it.

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
		return errors.Join(s.restoreEfforts(ctx, file.Data), sendCmd{laterFlags: laterFlags{Rearm: true}}.Run(s))
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
	// The plugin restores only missing panes, and has just built them: the others have something newer.
	var isOlder tmuxopt.Format = tmuxopt.Get(tmuxopt.SessionID)
	for _, option := range []tmuxopt.Option{tmuxopt.State, tmuxopt.Effort, tmuxopt.Handoff, tmuxopt.Later} {
		isOlder = tmuxopt.Or(isOlder, tmuxopt.Get(option))
	}
	var errs []error
	for pane, edits := range restore.Kept(file, places) {
		_, err := s.Tmux.Send(ctx, tmuxopt.Batch{
			Pane: pane, ServerPID: s.Tmux.PID, Edits: edits, Unless: isOlder,
		})
		if err != nil && !tmuxopt.Refused(err.Error()) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}
