package main

import (
	"context"
	"fmt"

	"atm/internal/cli"
	"atm/internal/session/find"
)

type findCmd struct {
	cli.ColourFlag
	find.Flags
	All   bool     `help:"Also what tools, thoughts and subagents say."`
	JSON  bool     `name:"json" help:"Print an object of JSON a line, see below."`
	Words []string `arg:"" help:"What to search for: all words have to stand in the same text, in either case."`
}

func (findCmd) Details() string {
	return `Searches prompts, answers and titles: first the sessions that run, then all others, the newest first. ` +
		`Each place is shown with the lines around it. Nothing is indexed: the transcripts are read. A line of more ` +
		`than 8 MiB is left out. The exit code is 1 if nothing is found.

With --json each place is a line, with all of:
` + cli.MembersHelp(find.Record{}) + `
Examples:
  atm find flaky parser
  atm find --regex 'exit (code|status) [1-9]' --since 2w
  atm find migration --dir ~/src/app --json | jq -r .id
  cld resume "$(atm find --max 1 --json zanzibar | head -1 | jq -r .id)"`
}

// Run searches the sessions of all known home directories of Claude Code. It has no deadline, because it
// reads many transcripts.
func (c findCmd) Run(s streams) error {
	known, err := s.Sessions(context.Background())
	if err != nil {
		known = nil // without tmux no session runs in a pane
	}
	homes, err := find.Homes(s.Reader, known)
	if err != nil {
		fmt.Fprintf(s.stderr, "atm: some sessions may be missing: %v\n", err)
	}
	return find.Search{
		Flags: c.Flags, Words: c.Words, All: c.All, RunningFirst: true, JSON: c.JSON, Now: s.Now(),
		Home: s.Getenv("HOME"), Colour: c.Colours(s.stdout, s.Getenv), Width: cli.Width(s.stdout),
	}.Run(context.Background(), homes, s.stdout)
}
