// Command cld resumes a session of Claude Code: it finds the session by what you remember, goes to its
// directory and becomes claude there. It passes all other commands to claude.
package main

import (
	"os"
	"time"
)

func main() {
	os.Exit(run(os.Args[1:], os.Getenv, time.Now, os.Stdin, os.Stdout, os.Stderr))
}
