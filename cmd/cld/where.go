package main

import (
	"context"
	"fmt"

	"atm/cldresume"
	"atm/internal/cli"
)

type whereCmd struct {
	ID string `arg:"" help:"The id, its beginning (4 characters at least), a pane, the title or a part of it, a directory."`
}

func (whereCmd) Details() string {
	return `Prints only the directory. If it is gone or not known, the exit status is 1.

Examples:
  cd "$(cld where 23e3)"
  cld where 'fix the build'`
}

// Run prints the directory of a session.
func (c whereCmd) Run(s streams) error {
	f := s.finder()
	session, err := s.choose(f, c.ID)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	w := f.Where(ctx, session)
	switch {
	case w.Dir == "":
		err := fmt.Errorf("nothing tells the directory of session %s", session.Short())
		return cli.Hint(err, "cld resume -n "+session.Short()+" resumes it in the current directory")
	case w.Gone:
		err := fmt.Errorf("the directory of session %s is gone: %s", session.Short(), cldresume.Show(w.Dir))
		return cli.Hint(err, "the nearest one that is there is "+cldresume.Show(w.Parent))
	}
	s.warnOfDoubt(session, w)
	dir := w.Dir
	if cli.Width(s.stdout) >= 0 {
		dir = cldresume.Show(dir) // a terminal would carry out what a script takes as it is
	}
	_, err = fmt.Fprintln(s.stdout, dir)
	return err
}
