package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/sys/unix"

	"atm/internal/tmux"
)

type hereCmd struct {
	File string `arg:"" help:"The file."`
}

func (hereCmd) Details() string {
	return `tmux calls this when a client comes or goes, or its terminal gains or loses the focus, if atm setup ` +
		`--presence was run. The file exists while a terminal with the focus shows tmux. Claude Code checks it ` +
		`(CLAUDE_CLIENT_PRESENCE_FILE) before it sends a notification to your phone.

Examples:
  atm here ~/.local/state/atm/work.here`
}

// Run creates or removes the file. Several of these processes may run at the same time, so each one reads the
// focus again after its change, until nothing has changed meanwhile.
func (c hereCmd) Run(ctx context.Context, s streams) error {
	for {
		before, err := hasFocus(ctx, s.Tmux)
		if err == nil {
			err = c.keep(before)
		}
		if err != nil {
			return err
		}
		if after, err := hasFocus(ctx, s.Tmux); err != nil || after == before {
			return err
		}
	}
}

// hasFocus reports whether the terminal of any client has the focus.
func hasFocus(ctx context.Context, server tmux.Server) (bool, error) {
	clients, err := server.Clients(ctx)
	if tmux.NoServer(err) {
		return false, nil
	}
	return slices.ContainsFunc(clients, func(c tmux.Client) bool { return c.Focused && !c.Control }), err
}

// keep creates the file, or removes it. It changes no file that has any content.
func (c hereCmd) keep(present bool) error {
	if present {
		if err := os.MkdirAll(filepath.Dir(c.File), 0o700); err != nil {
			return err
		}
		file, err := os.OpenFile(c.File, os.O_WRONLY|os.O_CREATE|unix.O_NOFOLLOW, 0o600)
		if err != nil {
			return err
		}
		return file.Close()
	}
	switch info, err := os.Lstat(c.File); {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case !info.Mode().IsRegular() || info.Size() > 0:
		return &fs.PathError{Op: "remove", Path: c.File, Err: errors.New("not a file of atm's")}
	}
	if err := os.Remove(c.File); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
