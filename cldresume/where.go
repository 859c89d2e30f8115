package cldresume

import (
	"cmp"
	"context"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"atm/internal/claude/claudehome"
	"atm/pathcodec"
)

// longName is the length at which the name of a project is cut and gets a hash. Older versions of Claude Code
// had another hash, so only the part before it is compared.
const longName = 200

// Source is the source of a session's directory.
type Source string

// The sources, in the order in which they are used.
const (
	FromPane       Source = "the pane"
	FromTranscript Source = "the transcript"
	FromName       Source = "the name of its project"
)

// Claim is the directory of a session according to one source.
type Claim struct {
	Source Source
	Dir    string // absolute
}

// Where describes the directory of a session.
type Where struct {
	Dir    string  // in which to resume the session; "" = not known
	Source Source  // of Dir
	Claims []Claim // of all sources, if they disagree; else nil
	Gone   bool    // Dir does not exist, or is no directory
	Parent string  // the nearest existing directory above Dir, if Gone
}

// Sure reports whether Dir is certain and exists.
func (w Where) Sure() bool { return w.Dir != "" && w.Claims == nil && !w.Gone }

// Where finds the directory of a session: according to the options of its pane, else to its transcript, else
// to the name of its project, for which it searches the disk. If the sources disagree with each other, or
// with the name, Dir is that of the transcript, unless it is gone: then the session was started again where the pane
// says. The session must have been read.
func (f Finder) Where(ctx context.Context, s Session) Where {
	pane := Claim{FromPane, claudehome.CleanPath(s.PaneDir)}
	dir, isRenamed := f.transcriptDir(s)
	transcript := Claim{FromTranscript, dir}
	var w Where
	switch {
	case pane.Dir != "" && transcript.Dir == "" && (s.transcript().Project == "" || f.matchesDir(s, pane.Dir)):
		w = Where{Dir: pane.Dir, Source: FromPane}
	case pane.Dir != "" && f.isSameDir(pane.Dir, transcript.Dir) &&
		(f.matchesDir(s, transcript.Dir) || isRenamed):
		w = Where{Dir: pane.Dir, Source: FromPane}
	case pane.Dir != "" && f.isDir(pane.Dir) && transcript.Dir != "" && !f.isDir(transcript.Dir): // resumed elsewhere
		w = Where{Dir: pane.Dir, Source: FromPane}
	case pane.Dir == "" && transcript.Dir != "" && f.matchesDir(s, transcript.Dir):
		w = Where{Dir: transcript.Dir, Source: FromTranscript}
	default:
		w = f.settle(ctx, s, pane, transcript)
	}
	if w.Dir != "" && !f.isDir(w.Dir) {
		w.Gone, w.Parent = true, f.parent(w.Dir)
	}
	return w
}

// Dir returns the directory of a session according to its transcript, or else to a pane; "" if neither has
// one. It is for lists: unlike [Finder.Where] it does not search the disk, and does not compare the sources.
// The session must have been read.
func (f Finder) Dir(s Session) string {
	dir, _ := f.transcriptDir(s)
	return cmp.Or(dir, claudehome.CleanPath(s.PaneDir))
}

// transcriptDir returns the directory of a session according to its transcript: see [claudehome.Info.Dir]. If the
// directory in which the session began is gone, and the last one exists, isRenamed is true, and it is the last one:
// the session was resumed there, or went there.
//
// A Claude Code whose directory vanishes goes on in the home of the user, without being resumed. So the last directory
// does not count if the pane says that the session was started in the first one, and the home only if the pane says
// so.
func (f Finder) transcriptDir(s Session) (dir string, isRenamed bool) {
	info, pane := s.info(), claudehome.CleanPath(s.PaneDir)
	dir = info.Dir(f.isDir)
	if dir == "" || dir != info.Cwd || info.Relocated != "" || f.isDir(dir) || !f.isDir(info.LastCwd) {
		return dir, false
	}
	if pane == info.Cwd || f.isSameDir(info.LastCwd, f.UserHome) && !f.isSameDir(pane, f.UserHome) {
		return dir, false
	}
	return info.LastCwd, true
}

// Offers returns the directories in which a session may be resumed, the best first: its own directory or, if
// that does not exist or is not known, the nearest directory above it and the current directory, in this order unless
// the latter is below the former: then it may be the new name. A path that leads to the current directory is returned
// as Cwd.
func (f Finder) Offers(w Where) []string {
	offers := []string{w.Dir}
	if w.Gone {
		offers = []string{w.Parent, f.Cwd}
		if w.Parent != "/" && strings.HasPrefix(f.Cwd, w.Parent+"/") {
			slices.Reverse(offers)
		}
	} else if w.Dir == "" {
		offers = []string{f.Cwd}
	}
	for i, dir := range offers {
		if f.Cwd != "" && f.isSameDir(dir, f.Cwd) {
			offers[i] = f.Cwd
		}
	}
	return slices.Compact(slices.DeleteFunc(offers, func(dir string) bool { return dir == "" }))
}

// settle decides if the pane and the transcript are not enough: it decodes the name of the project, which may
// stand for several directories.
func (f Finder) settle(ctx context.Context, s Session, pane, transcript Claim) Where {
	claims := []Claim{pane, transcript}
	names, sure := f.decode(ctx, s.transcript().Project)
	for _, dir := range names {
		if f.isSameDir(dir, transcript.Dir) { // the same directory, perhaps through links
			names, sure = []string{dir}, true
			break
		}
	}
	for _, dir := range names {
		claims = append(claims, Claim{FromName, dir})
	}
	claims = slices.DeleteFunc(claims, func(c Claim) bool { return c.Dir == "" })
	if len(claims) == 0 {
		return Where{}
	}
	best := claims[0] // the claim of the pane counts only if it is the only one
	if len(claims) > 1 && best.Source == FromPane {
		best = claims[1]
	}
	for _, c := range claims {
		sure = sure && f.isSameDir(c.Dir, best.Dir)
	}
	w := Where{Dir: best.Dir, Source: best.Source}
	if !sure {
		w.Claims = claims
	}
	return w
}

// matchesDir reports whether a directory, or the one in which the session began, has the name of the
// session's project: a session that works in a worktree keeps its first project.
func (f Finder) matchesDir(s Session, dir string) bool {
	project := s.transcript().Project
	if sameName(project, pathcodec.Encode(dir)) {
		return true
	}
	isWorktree := dir == s.info().Dir(f.isDir) && slices.Contains(s.info().Worktrees, dir)
	return isWorktree && s.info().Relocated == "" && sameName(project, pathcodec.Encode(s.info().Cwd))
}

// decode returns the directories with the name of a project. isCertain means that there is exactly one.
func (f Finder) decode(ctx context.Context, project string) (dirs []string, isCertain bool) {
	if project == "" {
		return nil, false
	}
	dirs, err := pathcodec.Decoder{FS: f.Root, Cwd: f.Cwd}.All(ctx, project)
	return dirs, err == nil && len(dirs) == 1
}

func sameName(a, b string) bool {
	if len(a) > longName && len(b) > longName {
		return a[:longName] == b[:longName]
	}
	return a == b
}

// isSameDir reports whether two paths lead to one directory.
func (f Finder) isSameDir(a, b string) bool {
	if a == b {
		return true
	}
	x, err := f.stat(a)
	if err != nil {
		return false
	}
	y, err := f.stat(b)
	return err == nil && os.SameFile(x, y)
}

// parent returns the nearest existing directory above one that does not exist.
func (f Finder) parent(dir string) string {
	for dir != "/" && !f.isDir(dir) {
		dir = path.Dir(dir)
	}
	return dir
}

func (f Finder) isDir(dir string) bool {
	stat, err := f.stat(dir)
	return err == nil && stat.IsDir()
}

func (f Finder) stat(dir string) (fs.FileInfo, error) {
	if dir == "/" {
		return fs.Stat(f.Root, ".")
	}
	if !path.IsAbs(dir) {
		return nil, fs.ErrInvalid
	}
	return fs.Stat(f.Root, dir[1:])
}
