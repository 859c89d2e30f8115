// Package cldresume finds the sessions of Claude Code, chooses among them by
// what a person remembers (the beginning of an id, a title), and plans how one
// goes on: in which directory, with which command, or in which pane it already
// runs. A [Plan] is a value; carrying it out is up to the caller.
//
// Promised:
//   - A session's id is always one that was found by listing, a UUID; nothing
//     that a person typed becomes part of a path or of a command.
//   - Transcripts are opened only where they must be: to choose by an id, none.
//   - Nothing is written, no process is started, no question asked.
//
// Not promised:
//   - That a session runs in one place only when it is resumed: what was seen may
//     have changed since.
//   - That titles, prompts and directories are fit for a terminal: they are
//     foreign text.
package cldresume
