package claudehome

import (
	"cmp"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"atm/internal/words"
)

const (
	endSize = 64 << 10 // bytes that are read at each end of a transcript, if the last message is in them
	maxTail = 1 << 20  // bytes that are read at its end at most, except for whole turns
	maxText = 1 << 10  // bytes that are kept of a title or prompt

	maxOrigins = 8 // transcripts that are read for one title at most
)

// Info describes a session according to the beginning and the end of its transcript. Paths are absolute and
// clean, or empty.
type Info struct {
	Cwd       string   // the first directory; later ones follow cd
	LastCwd   string   // the one at the last message
	Relocated string   // the directory that the session was last moved to
	Worktrees []string // the worktrees that it used, the last one first

	CustomTitle string // given by a person
	AITitle     string // given by Claude
	Prompt      string // the first prompt

	Branch     string    // of git, at the last message; "" = none
	LastActive time.Time // of the last message, or else of the file
	Sidechain  bool      // it is the transcript of a subagent, and no session
	Part       bool      // it begins with a compaction: what was before is in the transcript of another session

	ContinuedIn string // the id of the session to which it was moved after its last message; "" = none
}

// Title returns the title of the session: that of a person, else that of Claude, else the first prompt.
func (i Info) Title() string { return cmp.Or(i.CustomTitle, i.AITitle, i.Prompt) }

// Dir returns the directory of the session, as Claude Code determines it: the one that it was moved to, else
// its last worktree that exists, else the first directory.
func (i Info) Dir(exists func(dir string) bool) string {
	if i.Relocated != "" {
		return i.Relocated
	}
	if n := slices.IndexFunc(i.Worktrees, exists); n >= 0 {
		return i.Worktrees[n]
	}
	return i.Cwd
}

// ReadInfo reads 64 KiB at each end of a transcript, and more at the end if that has no message. Lines that are
// half-written, too long or of unknown kinds are no errors.
func ReadInfo(home fs.FS, t Transcript) (i Info, err error) {
	origin := ""
	err = withEnds(home, t, func(begun Info, originID string, all lines, changed time.Time) {
		i, origin = begun, originID
		i.CustomTitle, i.AITitle = all.titles()
		i.Relocated = all.last("relocated", "relocatedCwd", CleanPath)
		i.Worktrees = all.worktrees()
		i.Branch = all.branch()
		i.LastCwd = all.lastCwd()
		i.LastActive = all.lastActive(changed)
		i.ContinuedIn = all.continuedIn()
	})
	i.Prompt = firstPrompt(home, t, origin, i.Prompt)
	i.Part = origin != "" && origin != t.ID
	return i, err
}

// firstPrompt returns the first prompt of a conversation of which t has only the part after a compaction: that of its
// origin, "" = it has all of it. If there is none any more, it returns the first prompt of that part.
func firstPrompt(home fs.FS, t Transcript, origin, ofPart string) string {
	for range maxOrigins {
		if origin == t.ID || !SessionID(origin) {
			break
		}
		t.ID, origin = origin, ""
		_ = withEnds(home, t, func(begun Info, originID string, _ lines, _ time.Time) { // it may have been removed
			origin, ofPart = originID, cmp.Or(begun.Prompt, ofPart)
		})
	}
	return ofPart
}

// TitleAt returns the title of the session with that path, "" if there is no title: see [InfoAt].
func TitleAt(path string) string { return InfoAt(path).Title() }

// InfoAt reads the transcript with that path: see [FindTranscript]. If there is none, the Info is empty.
func InfoAt(path string) Info {
	home, t, found := FindTranscript(path)
	if !found {
		return Info{}
	}
	info, _ := ReadInfo(os.DirFS(home), t) // of one that was just removed nothing is known
	return info
}

// Resumed is a conversation that goes on.
type Resumed struct {
	Title  string // see [TitleAt]
	Answer string // see [Ending]
}

// ResumedAt reads the conversation with the path that Claude Code names for a session that goes on. In another
// directory than that in which the session began, there is no such file until the next prompt: the transcript is in
// another project (2.1.330).
func ResumedAt(path string) Resumed {
	home, t, found := FindTranscript(path)
	projects, _ := fs.ReadDir(os.DirFS(home), "projects")
	for i := 0; !found && SessionID(t.ID) && i < len(projects); i++ {
		path = filepath.Join(home, "projects", projects[i].Name(), t.ID+".jsonl")
		_, t, found = FindTranscript(path)
	}
	return Resumed{Title: TitleAt(path), Answer: ReadEnding(path).Answer}
}

// first returns the first directory and the first prompt, and whether it is the transcript of a subagent. A session
// that was moved into the background after a compaction begins with the summary: origin is the session that wrote it.
func (l lines) first() (i Info, origin string) {
	seenMessage := false // the first message shows whether it is a subagent's transcript
	for _, line := range l {
		if i.Cwd != "" && i.Prompt != "" {
			break
		}
		o, _ := parse(line)
		i.Cwd = cmp.Or(i.Cwd, CleanPath(o.text("cwd")))
		if asked := prompt(o); !words.IsCommand(asked) {
			i.Prompt = cmp.Or(i.Prompt, asked)
		}
		if o.is("isCompactSummary") {
			origin = cmp.Or(origin, o.text("session_id"))
		}
		if _, found := o["isSidechain"]; found && !seenMessage {
			seenMessage, i.Sidechain = true, o.is("isSidechain")
		}
	}
	return i, origin
}

// titles returns the last title that a person has given, and the last one of Claude.
func (l lines) titles() (custom, byClaude string) {
	return l.last("custom-title", "customTitle", clip), l.last("ai-title", "aiTitle", clip)
}

// worktrees returns the worktrees that the session used, the last one first.
func (l lines) worktrees() (dirs []string) {
	for o := range l.with("worktreePath") {
		dir := CleanPath(o.object("worktreeSession").text("worktreePath"))
		if o.text("type") == "worktree-state" && dir != "" && !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// branch returns the last branch, "" if there is none: then Claude Code writes "HEAD".
func (l lines) branch() string {
	for o := range l.with("gitBranch") {
		if _, found := o["gitBranch"]; found {
			if branch := clip(o.text("gitBranch")); branch != "HEAD" {
				return branch
			}
			break
		}
	}
	return ""
}

// lastCwd returns the directory at the last message; "" if none has one.
func (l lines) lastCwd() string {
	for o := range l.with("cwd") {
		if dir := CleanPath(o.text("cwd")); dir != "" && !o.is("isSidechain") {
			return dir
		}
	}
	return ""
}

// lastActive returns the time of the last message, changed if none has any. Other lines have times, too: Claude Code
// 2.1.330 writes a recap three minutes after a person has left, and records commands such as /rename.
func (l lines) lastActive(changed time.Time) time.Time {
	for o := range l.with("timestamp") {
		if at := o.timestamp(); !at.IsZero() && isMessage(o) {
			return at
		}
	}
	return changed
}

// continuedIn returns the id of the session to which the conversation was moved, "" if it was not, or if somebody has
// gone on with it here since then. Claude Code 2.1.330 leaves such a session out of its own list, too.
func (l lines) continuedIn() string {
	for o := range l.with("timestamp") {
		switch id := o.text("continuedInSessionId"); {
		case o.text("type") == "continued-in" && SessionID(id):
			return strings.Clone(id)
		case isMessage(o):
			return ""
		}
	}
	return ""
}

// prompt returns the prompt that a line has, if a person has typed it.
func prompt(o object) string {
	if o.text("type") != "user" || o.is("isMeta") || o.is("isSidechain") || o.is("isCompactSummary") {
		return ""
	}
	if text, _ := o.userText(); typed(text) {
		return clip(Unwrap(text))
	}
	return ""
}

// typed reports whether a person has typed the text of a user's message.
func typed(text string) bool {
	return strings.TrimSpace(text) != "" && words.AuthorOf(text) == words.Person
}

// clip returns a copy of the beginning of a text, so that the whole text need not stay in memory.
func clip(text string) string {
	text = strings.TrimSpace(text)
	if len(text) > maxText {
		text = strings.ToValidUTF8(text[:maxText], "")
	}
	return strings.Clone(text)
}

// CleanPath returns p if it is an absolute and clean path, else "". Claude Code writes only clean paths, so a
// path with ".." comes from somebody else.
func CleanPath(p string) string {
	if !path.IsAbs(p) || path.Clean(p) != p || strings.ContainsRune(p, 0) {
		return ""
	}
	return strings.Clone(p)
}
