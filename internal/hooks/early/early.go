// Package early runs "atm hook", "atm guard" and "atm statusline" before main.
//
// A hook runs twice for every tool call of every session, and a status line after every answer. The
// initialisation of what the other commands need (their grammar, regular expressions, tables of Unicode)
// would take a tenth of a hook's time. Go initialises packages in the order of their import paths, each as
// soon as its imports are initialised (the language specification, "Program initialization"). So this package
// comes before github.com/alecthomas/kong and all packages that import it. If it did not, hooks would only be
// slower: cmd/atm handles these commands as well.
//
// Only the atm command may import this package. A program that is built with -cover writes no counters for
// these commands: it ends before the counters are set up.
package early

import (
	"os"
	"time"

	"atm/internal/hooks/caller"
	"atm/internal/hooks/guard"
	"atm/internal/hooks/hook"
	"atm/internal/hooks/statusline"
)

func init() {
	switch args := os.Args[1:]; {
	case len(args) == 0 && isHook():
		args = []string{hook.NoAnswer} // it is too old to be answered
		fallthrough
	case caller.Asked("hook", args):
		hook.Run(args, os.Stdin, os.Stdout, os.Getenv, time.Now)
		os.Exit(0)
	case caller.Asked("guard", args):
		guard.Run(os.Stdin, os.Stdout, os.Getenv, time.Now)
		os.Exit(0)
	case statusline.Asked(args):
		os.Exit(statusline.Run(args, os.Getenv, time.Now))
	}
}

// isHook reports whether a program without arguments is a hook of a Claude Code older than 2.1.139, which ignores args
// in the settings: the help would then go to the model. Claude Code's Bash tool has no CLAUDE_PROJECT_DIR.
func isHook() bool {
	stdin, err := os.Stdin.Stat()
	return os.Getenv("CLAUDE_PROJECT_DIR") != "" && err == nil && stdin.Mode()&os.ModeCharDevice == 0
}
