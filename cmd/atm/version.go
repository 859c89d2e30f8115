package main

import "atm/internal/cli"

type versionCmd struct {
	JSON bool `name:"json" help:"Print as JSON: version, commit, date (of the commit), modified (by changes that were not committed), go, os, arch."`
}

func (versionCmd) Details() string {
	return `Two builds of one commit with the same Go are identical, so this describes a program completely. A ` +
		`build without git knows no commit.

Examples:
  atm version
  atm version --json | jq -r .commit`
}

func (c versionCmd) Run(s streams) error {
	return s.print(c.JSON, cli.ThisBuild(), "atm "+cli.Version()+"\n")
}
