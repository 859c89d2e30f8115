// Package early carries out "atm hook", "atm guard" and "atm statusline" before the program has
// begun.
//
// A hook runs twice for every tool call of every session, a status line after every
// answer, and what the other commands need (their grammar, regular expressions, tables
// of Unicode) takes a tenth of a hook's time to initialise. Go initialises packages in
// the order of their import paths, each as soon as those that it imports are ready (the
// language specification, "Program initialization"): so this one comes before
// github.com/alecthomas/kong and all that waits for it. Where it did not, the
// hook would only be later; cmd/atm handles it as well.
//
// Only the atm command may import this package. One that is built with -cover
// writes no counters for these commands: the program ends before they are set up.
package early

import (
	"os"
	"time"

	"atm/internal/hooks/guard"
	"atm/internal/hooks/hook"
	"atm/internal/hooks/statusline"
)

func init() {
	if len(os.Args) < 2 {
		return
	}
	switch args := os.Args[1:]; {
	case hook.Asked(args):
		hook.Run(args, os.Stdin, os.Stdout, os.Getenv, time.Now)
		os.Exit(0)
	case guard.Asked(args):
		guard.Run(os.Stdin, os.Stdout, os.Getenv, time.Now)
		os.Exit(0)
	case statusline.Asked(args):
		os.Exit(statusline.Run(args, os.Getenv, time.Now))
	}
}
