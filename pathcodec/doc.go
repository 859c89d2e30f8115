// Package pathcodec translates between the physical path of a directory and
// the name that Claude Code gives to that directory under ~/.claude/projects.
//
// [Encode] follows the client (measured on 2.1.197 and 2.1.329): each UTF-16
// code unit outside [A-Za-z0-9] becomes a dash, and a name of more than 200
// units is cut there and gets a hash of the whole path. The encoding loses
// information: /a/b-c, /a/b_c, /a/b.c and /a/b/c share one name. Paths are taken as
// they are; names made on Windows are not promised.
package pathcodec
