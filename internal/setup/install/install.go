// Package install installs atm into the user's files and the running tmux server, and removes it again: hooks
// in the settings of Claude Code, a configuration for tmux, options, keys and status jobs.
//
// [Options.Plan] and [Options.PlanRemoval] read files and ask programs and the server; they change nothing.
// [Apply] writes all files or none. [Setup.Load] and [Server.Clear] change a running server.
package install
