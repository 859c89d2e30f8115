// Command atm shows what the Claude Code sessions in tmux are doing: who works,
// who waits, who needs you. It keeps everything in the user options of the
// panes.
package main

import (
	"os"
	"time"

	_ "atm/internal/hooks/early" // the hook, before all else
)

func main() {
	os.Exit(run(os.Args[1:], os.Getenv, time.Now, os.Stdin, os.Stdout, os.Stderr))
}
