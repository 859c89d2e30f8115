package claudehome

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
)

const (
	window  = 64 << 10 // of a transcript this much is read at each end
	maxText = 1 << 10  // of a title or prompt this much is kept
)

// Info is what the head and the tail of a transcript tell about its session.
// Paths are absolute and clean, or empty.
type Info struct {
	Cwd       string   // the first directory; later ones follow cd
	Relocated string   // where the session was moved to last
	Worktrees []string // where it worked, the last one first

	CustomTitle string // given by the user
	AITitle     string // given by the client
	Prompt      string // the first one

	Branch     string    // git's, at the last message; "" outside of one
	LastActive time.Time // of the last message, else of the file
	Sidechain  bool      // a subagent's transcript, no session of its own
}

// Title returns what the session is called.
func (i Info) Title() string { return cmp.Or(i.CustomTitle, i.AITitle, i.Prompt) }

// Dir returns where the session lives, as the client decides it: where it was
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

// ReadInfo reads a transcript, 64 KiB at each end. Whatever stands there is no
// error: lines that are torn, too long or of unknown kinds tell what they can.
func ReadInfo(home fs.FS, t Transcript) (Info, error) {
	file, err := home.Open(t.Path())
	if err != nil {
		return Info{}, fmt.Errorf("transcript: %w", err)
	}
	defer file.Close()
	stat, err := file.Stat()
	if err != nil {
		return Info{}, fmt.Errorf("transcript: %w", err)
	}
	at, ok := file.(io.ReaderAt)
	if !ok || !stat.Mode().IsRegular() {
		return Info{}, fmt.Errorf("transcript %q: not a regular file", t.Path())
	}
	head, tail, err := ends(at, stat.Size())
	if err != nil {
		return Info{}, fmt.Errorf("transcript: %w", err)
	}
	i := tell(head, tail)
	if i.LastActive.IsZero() {
		i.LastActive = stat.ModTime()
	}
	return i, nil
}

// ends returns the lines at both ends of a file, the first of which may be cut
// off at its end. The lines of a short file are all in the head.
func ends(at io.ReaderAt, size int64) (head, tail [][]byte, err error) {
	front := make([]byte, min(size, 2*window))
	if size > 2*window {
		front = front[:window]
	}
	if front, err = readAt(at, front, 0); err != nil {
		return nil, nil, err
	}
	head = bytes.Split(front, []byte("\n"))
	if size <= 2*window {
		return head, nil, nil
	}
	back, err := readAt(at, make([]byte, window), size-window)
	if err != nil {
		return nil, nil, err
	}
	_, back, _ = bytes.Cut(back, []byte("\n")) // the end of a line that began before
	return head, bytes.Split(back, []byte("\n")), nil
}

// readAt fills the buffer; a file that has become shorter gives less.
func readAt(at io.ReaderAt, buffer []byte, offset int64) ([]byte, error) {
	n, err := at.ReadAt(buffer, offset)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return buffer[:n], err
}

// teller collects what the lines of a transcript tell.
type teller struct {
	Info
	message bool // a message was seen: the first one tells a sidechain
	branch  bool // a branch was seen, be it none
}

func tell(head, tail [][]byte) Info {
	var t teller
	for _, line := range head {
		if t.Cwd != "" && t.Prompt != "" {
			break
		}
		t.early(line)
	}
	for _, lines := range [][][]byte{tail, head} {
		for _, line := range slices.Backward(lines) {
			if t.tells(line) {
				t.late(line)
			}
		}
	}
	return t.Info
}

// early takes from a line what the first line counts for.
func (t *teller) early(line []byte) {
	o, _ := parse(line)
	t.Cwd = cmp.Or(t.Cwd, cleanPath(o.text("cwd")))
	t.Prompt = cmp.Or(t.Prompt, prompt(o))
	if _, found := o["isSidechain"]; found && !t.message {
		t.message, t.Sidechain = true, o.is("isSidechain")
	}
}

// tells reports whether a line may have something for late. Most have not, and
// there may be thousands of transcripts to look through.
func (t *teller) tells(line []byte) bool {
	has := func(name string) bool { return bytes.Contains(line, []byte(`"`+name+`"`)) }
	return t.LastActive.IsZero() && has("timestamp") || !t.branch && has("gitBranch") ||
		t.CustomTitle == "" && (has("customTitle") || t.AITitle == "" && has("aiTitle")) ||
		t.Relocated == "" && has("relocatedCwd") || has("worktreePath")
}

// late takes from a line what the last line counts for; they come last one
// first.
func (t *teller) late(line []byte) {
	o, _ := parse(line)
	if at, err := time.Parse(time.RFC3339, o.text("timestamp")); err == nil && t.LastActive.IsZero() {
		t.LastActive = at
	}
	if _, found := o["gitBranch"]; found && !t.branch {
		t.branch = true
		if branch := clip(o.text("gitBranch")); branch != "HEAD" { // what is written outside of git, too
			t.Branch = branch
		}
	}
	switch o.text("type") {
	case "custom-title":
		t.CustomTitle = cmp.Or(t.CustomTitle, clip(o.text("customTitle")))
	case "ai-title":
		t.AITitle = cmp.Or(t.AITitle, clip(o.text("aiTitle")))
	case "relocated":
		t.Relocated = cmp.Or(t.Relocated, cleanPath(o.text("relocatedCwd")))
	case "worktree-state":
		dir := cleanPath(o.object("worktreeSession").text("worktreePath"))
		if dir != "" && !slices.Contains(t.Worktrees, dir) {
			t.Worktrees = append(t.Worktrees, dir)
		}
	}
}

// prompt returns what a person typed, if the line is that.
func prompt(o object) string {
	if o.text("type") != "user" || o.is("isMeta") || o.is("isSidechain") {
		return ""
	}
	message := o.object("message")
	text := message.text("content")
	if text == "" {
		text = message.first("content", func(block object) bool { return block.text("type") == "text" && typed(block.text("text")) }).text("text")
	}
	if !typed(text) {
		return ""
	}
	return clip(text)
}

// typed reports whether a user's message is what a person typed, and not what
// the client wrote in the user's name.
func typed(text string) bool {
	for _, own := range []string{"<command-", "<local-command-", "<bash-", "<ide_", "<system-reminder>", "<task-notification>", "[Request interrupted by user", "Caveat: The messages below"} {
		if strings.HasPrefix(strings.TrimSpace(text), own) {
			return false
		}
	}
	return strings.TrimSpace(text) != ""
}

// clip returns the beginning of a text, without the rest of it in memory.
func clip(text string) string {
	text = strings.TrimSpace(text)
	if len(text) > maxText {
		text = strings.ToValidUTF8(text[:maxText], "")
	}
	return strings.Clone(text)
}

// cleanPath returns an absolute path as it is, and "" for all else. The client
// writes clean paths: one with ".." was made by somebody else.
func cleanPath(p string) string {
	if !path.IsAbs(p) || path.Clean(p) != p || strings.ContainsRune(p, 0) {
		return ""
	}
	return strings.Clone(p)
}
