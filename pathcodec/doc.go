// Package pathcodec translates between the physical path of a directory and
// the name that Claude Code gives to that directory under ~/.claude/projects.
//
// [Encode] follows Claude Code (measured on 2.1.197 and 2.1.329): each UTF-16 code
// unit outside [A-Za-z0-9] becomes a dash, and a name of more than 200
// units is cut there and gets a hash of the whole path. The encoding loses
// information: /a/b-c, /a/b_c, /a/b.c and /a/b/c share one name. So there is no
// inverse, and a [Decoder] searches a file system for the directories that have
// a name.
//
// Promised:
//   - Every path that a Decoder returns is a directory that was found in the search (or
//     its Cwd), and has the name asked for. The one exception is marked by
//     [ErrUnconfirmed].
//   - [Decoder.All] finds every physical path with that name, unless it cannot read a
//     directory, or reaches its bound.
//   - The order is stable, no directory is listed twice in one search, and
//     nothing is opened but directories whose path fits the name.
//
// Not promised:
//   - That the directory is the right one. If several share a name, only the
//     session itself shows which one it is.
//   - Names made on Windows.
//   - Names of directories that are stored decomposed (NFD) on macOS. Claude Code
//     encodes the composed (NFC) form, é as one dash; on disk it would be two
//     units. Encode and Decoder take paths as they are.
//   - Directories below a directory whose name is not UTF-8: io/fs does not open
//     such a path. That directory itself is found.
//   - The same name again when directories change during a search.
package pathcodec
