// Command atm shows what the Claude Code sessions in tmux are doing: which work, which wait, which need you.
// It keeps everything in the user options of the panes.
package main

import (
	"os"
	"time"

	_ "atm/internal/hooks/early" // runs a hook before anything else is initialised
)

func main() {
	os.Exit(run(os.Args[1:], os.Getenv, time.Now, os.Stdin, os.Stdout, os.Stderr))
}
