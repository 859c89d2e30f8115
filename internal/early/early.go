// Package early carries out "atm hook" before the program has begun.
//
// A hook runs twice for every tool call of every session, and what the other
// commands need (their grammar, regular expressions, tables of Unicode) takes a
// tenth of its time to initialise. Go initialises packages in the order of their
// import paths, each as soon as those that it imports are ready (the language
// specification, "Program initialization"): so this one comes before
// github.com/alecthomas/kong and all that waits for it. Where it did not, the
// hook would only be later; cmd/atm handles it as well.
//
// Whoever imports this package is the atm command. One that is built with -cover
// writes no counters for the hook: the program ends before they are set up.
package early

import (
	"os"
	"time"

	"atm/internal/hook"
)

func init() {
	if len(os.Args) > 1 && hook.Asked(os.Args[1:]) {
		hook.Run(os.Stdin, os.Getenv, time.Now)
		os.Exit(0)
	}
}
