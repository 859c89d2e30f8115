package claudehome

import (
	"bytes"
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
func ReadInfo(home fs.FS, t Transcript) (Info, error) {
	file, err := openTranscript(home, t)
	if err != nil {
		return Info{}, err
	}
	defer file.Close()
	buffer := endBuffers.Get().(*[2 * endSize]byte)
	defer endBuffers.Put(buffer)
	head, tail, err := file.ends(buffer)
	if err != nil {
		return Info{}, err
	}
	i := collect(head, tail)
	if i.LastActive.IsZero() {
		i.LastActive = file.changed
	}
	return i, nil
}

// collector collects what the lines of a transcript tell.
type collector struct {
	Info
	seenMessage bool // the first message tells whether it is a subagent's transcript
	seenBranch  bool // the last branch was found, which may be none
}

// collect goes through the head forwards, for what was said first, and then through
// everything backwards, for what was said last.
func collect(head, tail []byte) Info {
	var c collector
	for line := range bytes.SplitSeq(head, []byte("\n")) {
		if c.Cwd != "" && c.Prompt != "" {
			break
		}
		c.addFirst(line)
	}
	for _, text := range [][]byte{tail, head} {
		for _, line := range slices.Backward(bytes.Split(text, []byte("\n"))) {
			if c.isWanted(line) {
				c.addLast(line)
			}
		}
	}
	return c.Info
}

// addFirst takes from a line what counts the first time that it is said.
func (c *collector) addFirst(line []byte) {
	o, _ := parse(line)
	c.Cwd = cmp.Or(c.Cwd, cleanPath(o.text("cwd")))
	if asked := prompt(o); !words.IsCommand(asked) {
		c.Prompt = cmp.Or(c.Prompt, asked)
	}
	if _, found := o["isSidechain"]; found && !c.seenMessage {
		c.seenMessage, c.Sidechain = true, o.is("isSidechain")
	}
}

// isWanted reports whether a line may have something for addLast. Most lines have not,
// and there may be thousands of transcripts to look through.
func (c *collector) isWanted(line []byte) bool {
	has := func(name string) bool { return bytes.Contains(line, []byte(`"`+name+`"`)) }
	switch {
	case c.LastActive.IsZero() && has("timestamp"),
		!c.seenBranch && has("gitBranch"),
		c.CustomTitle == "" && has("customTitle"),
		c.CustomTitle == "" && c.AITitle == "" && has("aiTitle"),
		c.Relocated == "" && has("relocatedCwd"),
		has("worktreePath"):
		return true
	}
	return false
}

// addLast takes from a line what counts the last time that it is said: lines come in
// the order from the last to the first.
func (c *collector) addLast(line []byte) {
	o, _ := parse(line)
	if at, err := time.Parse(time.RFC3339, o.text("timestamp")); err == nil && c.LastActive.IsZero() {
		c.LastActive = at
	}
	if _, found := o["gitBranch"]; found && !c.seenBranch {
		c.seenBranch = true
		if branch := clip(o.text("gitBranch")); branch != "HEAD" { // which is also written outside of git
			c.Branch = branch
		}
	}
	switch o.text("type") {
	case "custom-title":
		c.CustomTitle = cmp.Or(c.CustomTitle, clip(o.text("customTitle")))
	case "ai-title":
		c.AITitle = cmp.Or(c.AITitle, clip(o.text("aiTitle")))
	case "relocated":
		c.Relocated = cmp.Or(c.Relocated, cleanPath(o.text("relocatedCwd")))
	case "worktree-state":
		dir := cleanPath(o.object("worktreeSession").text("worktreePath"))
		if dir != "" && !slices.Contains(c.Worktrees, dir) {
			c.Worktrees = append(c.Worktrees, dir)
		}
	}
}

// prompt returns what a person typed, if the line is that.
func prompt(o object) string {
	if o.text("type") != "user" || o.is("isMeta") || o.is("isSidechain") {
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
