package claudehome

import (
	"cmp"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"atm/internal/words"
)

const (
	endSize = 64 << 10 // bytes that are read at each end of a transcript
	maxText = 1 << 10  // bytes that are kept of a title or prompt
)

// Info is what the head and the tail of a transcript tell about its session.
// Paths are absolute and clean, or empty.
type Info struct {
	Cwd       string   // the first directory; later ones follow cd
	Relocated string   // where the session was moved to last
	Worktrees []string // where it worked, the last one first

	CustomTitle string // given by a person
	AITitle     string // given by Claude
	Prompt      string // the first one

	Branch     string    // git's, at the last message; "" outside of one
	LastActive time.Time // of the last message, else of the file
	Sidechain  bool      // a subagent's transcript, no session of its own
}

// Title returns what the session is called.
func (i Info) Title() string { return cmp.Or(i.CustomTitle, i.AITitle, i.Prompt) }

// Dir returns the directory of the session, as Claude Code determines it: where it was
// moved to, else the last of its worktrees that exists, else where it began.
func (i Info) Dir(exists func(dir string) bool) string {
	if i.Relocated != "" {
		return i.Relocated
	}
	if n := slices.IndexFunc(i.Worktrees, exists); n >= 0 {
		return i.Worktrees[n]
	}
	return i.Cwd
}

// ReadInfo reads a transcript, 64 KiB at each end. Lines that are half-written, too
// long or of unknown kinds are no errors: they tell what they can.
func ReadInfo(home fs.FS, t Transcript) (i Info, err error) {
	err = withEnds(home, t, func(head, all lines, changed time.Time) {
		i = head.first()
		i.CustomTitle, i.AITitle = all.titles()
		i.Relocated = all.last("relocated", "relocatedCwd", cleanPath)
		i.Worktrees = all.worktrees()
		i.Branch = all.branch()
		i.LastActive = all.lastActive(changed)
	})
	return i, err
}

// first returns what counts the first time that it is said.
func (l lines) first() Info {
	var i Info
	seenMessage := false // the first message tells whether it is a subagent's transcript
	for _, line := range l {
		if i.Cwd != "" && i.Prompt != "" {
			break
		}
		o, _ := parse(line)
		i.Cwd = cmp.Or(i.Cwd, cleanPath(o.text("cwd")))
		if asked := prompt(o); !words.IsCommand(asked) {
			i.Prompt = cmp.Or(i.Prompt, asked)
		}
		if _, found := o["isSidechain"]; found && !seenMessage {
			seenMessage, i.Sidechain = true, o.is("isSidechain")
		}
	}
	return i
}

// titles returns the last title that a person has given, and the last one that Claude has given.
func (l lines) titles() (custom, byClaude string) {
	return l.last("custom-title", "customTitle", clip), l.last("ai-title", "aiTitle", clip)
}

// worktrees returns where the session worked, the last one first.
func (l lines) worktrees() (dirs []string) {
	for o := range l.with("worktreePath") {
		dir := cleanPath(o.object("worktreeSession").text("worktreePath"))
		if o.text("type") == "worktree-state" && dir != "" && !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// branch returns the last branch, which may be none: HEAD is also written outside of git.
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

// lastActive returns the time of the last message, changed if none has any.
func (l lines) lastActive(changed time.Time) time.Time {
	for o := range l.with("timestamp") {
		if at, err := time.Parse(time.RFC3339, o.text("timestamp")); err == nil {
			return at
		}
	}
	return changed
}

// prompt returns what a person typed, if the line is that.
func prompt(o object) string {
	if o.text("type") != "user" || o.is("isMeta") || o.is("isSidechain") || o.is("isCompactSummary") {
		return ""
	}
	message := o.object("message")
	texts := []string{message.text("content")}
	for block := range message.objects("content") {
		if block.text("type") == "text" {
			texts = append(texts, block.text("text"))
		}
	}
	if i := slices.IndexFunc(texts, typed); i >= 0 {
		return clip(Unwrap(texts[i]))
	}
	return ""
}

// typed reports whether a user's message is what a person typed.
func typed(text string) bool {
	return strings.TrimSpace(text) != "" && words.AuthorOf(text) == words.Person
}

// clip returns the beginning of a text, without the rest of it in memory.
func clip(text string) string {
	text = strings.TrimSpace(text)
	if len(text) > maxText {
		text = strings.ToValidUTF8(text[:maxText], "")
	}
	return strings.Clone(text)
}

// cleanPath returns an absolute path as it is, and "" for all else. Claude Code writes
// clean paths: one with ".." was made by somebody else.
func cleanPath(p string) string {
	if !path.IsAbs(p) || path.Clean(p) != p || strings.ContainsRune(p, 0) {
		return ""
	}
	return strings.Clone(p)
}
