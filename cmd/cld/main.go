// Command cld goes on with a session of Claude Code where it was left: it finds
// the session by what you remember, goes to its directory and becomes claude
// there. All that it does not know itself it hands to claude.
package main

import (
	"os"
	"time"
)

func main() {
	os.Exit(run(os.Args[1:], os.Getenv, time.Now, os.Stdin, os.Stdout, os.Stderr))
}
