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
	All   bool     `help:"Also search what tools, thoughts and subagents have written."`
	JSON  bool     `name:"json" help:"Print one JSON object per line; see below."`
	Words []string `arg:"" help:"The words to search for; all must be in one text. Case is ignored."`
}

func (findCmd) Details() string {
	return `Searches prompts, answers and titles: first those of running sessions, then all others, the newest ` +
		`first. It prints each match with the lines around it. There is no index: atm reads the transcripts. It ` +
		`may skip lines longer than 16 MiB. The exit status is 1 if nothing is found.

With --json each match is one line, with all of:
` + cli.MembersHelp(find.Record{}) + `
Examples:
  atm find flaky parser
  atm find --regex 'exit (code|status) [1-9]' --since 2w
  atm find migration --dir ~/src/app --json | jq -r .id
  cld resume "$(atm find --max 1 --json zanzibar | head -1 | jq -r .id)"`
}

// Run searches the sessions of all known home directories of Claude Code. It has no deadline but for tmux, because it
// reads many transcripts.
func (c findCmd) Run(s streams) error {
	ctx, cancel := bounded(context.Background())
	defer cancel()
	known, err := s.Sessions(ctx)
	if err != nil {
		known = nil // without tmux no session runs in a pane
	}
	homes, err := find.Homes(s.Reader, known)
	if err != nil {
		fmt.Fprintf(s.stderr, "atm: some sessions may be missing: %v\n", err)
	}
	return find.Search{
		Flags: c.Flags, Words: c.Words, All: c.All, RunningFirst: true, JSON: c.JSON, Now: s.Now(),
		ShortPath: s.ShortPath, Colour: c.Colours(s.stdout, s.Getenv), Width: cli.Width(s.stdout),
	}.Run(context.Background(), homes, s.stdout)
}
