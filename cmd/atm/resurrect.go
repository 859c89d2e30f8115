package main

import (
	"bytes"
	"context"
	"fmt"

	"atm/internal/cli"
	"atm/internal/edit"
	"atm/internal/restore"
)

type resurrectCmd struct {
	File string `arg:"" help:"The file that tmux-resurrect has saved."`
}

// Help ends the help text.
func (resurrectCmd) Help() string {
	return `tmux-resurrect calls this when it has saved the sessions of tmux, with its file. The command of each pane in which Claude Code runs becomes cld resume with the session that runs there now, also if it was begun without an id, or changed by /clear. Nothing else in the file changes, and atm keeps no file of its own.

atm setup puts it into the option @resurrect-hook-post-save-layout where the plugin is there, and cld into @resurrect-processes, so that the plugin starts it.

Examples:
  atm resurrect ~/.local/share/tmux/resurrect/last
  tmux set -g @resurrect-hook-post-save-layout 'atm resurrect'`
}

// Run changes the file.
func (c resurrectCmd) Run(ctx context.Context, s streams) error {
	file, err := edit.Read(c.File)
	if err != nil {
		return hinted(err)
	}
	if !file.Exists {
		err := fmt.Errorf("file %q: there is none", c.File)
		return cli.Hint(err, "tmux-resurrect calls this by itself: prefix Ctrl-s")
	}
	sessions, err := s.arrangement(ctx)
	if err != nil {
		return err
	}
	text := restore.Resurrect(file.Data, sessions)
	if bytes.Equal(text, file.Data) {
		return nil
	}
	return hinted(file.Write(text))
}
