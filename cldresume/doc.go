// Package cldresume finds the sessions of Claude Code, chooses among them by what a
// person remembers (a pane, the beginning of an id, a title, a directory), and plans
// how one is resumed: in which directory, with which command, or in which pane it
// already runs. A [Plan] is a value; the caller carries it out.
//
// Promised:
//   - The id of a session is always one that was found by listing, a UUID. Nothing that
//     a person typed becomes part of a path or of a command.
//   - Transcripts are opened only where they must be: to choose by an id, only that of
//     the session.
//   - Nothing is written, no process is started, no question is asked.
//
// Not promised:
//   - That a session that is resumed runs nowhere else: it may have been started since
//     it was looked for.
//   - That titles, prompts and directories are fit for a terminal: they are foreign
//     text. See [Show] for directories.
package cldresume
