// Package cldresume finds the sessions of Claude Code, selects one by what a person remembers (a pane, the
// beginning of an id, a title, a directory), and plans how to resume it: in which directory and with which
// command, or in which pane it already runs. A [Plan] is a value; the caller carries it out.
//
// Promised:
//   - The id of a session is always a UUID from a listing. Nothing that a person has typed
//     becomes part of a path or of a command.
//   - Transcripts are opened only if that is necessary: to select by an id, only that of
//     the session.
//   - Nothing is written, no process is started, no question is asked.
//
// Not promised:
//   - That a session that is resumed runs nowhere else: it may have been started after
//     the search.
//   - That titles, prompts and directories are fit for a terminal: they are foreign
//     text. See [Show] for directories.
package cldresume
