// Package install puts atm into what a user has, and takes it out again: hooks in the
// settings of Claude Code, a configuration for tmux, and options, keys and status
// jobs of the tmux server that runs.
//
// [Options.Plan] and [Options.PlanRemoval] read files, ask programs for their versions
// and look at the server; they change nothing. [Apply] writes the files, all or
// none. [Server.Load] and [Server.Clear] change a running server.
package install
