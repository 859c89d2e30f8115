package claudehome

import (
	"bytes"
	"cmp"
	"io/fs"
	"os"
	"slices"

	"atm/internal/words"
)

// ReadTitle returns what [ReadInfo] would give as the title of a session, in a third of
// the time: most lines are not even looked at one by one.
func ReadTitle(home fs.FS, t Transcript) (string, error) {
	file, err := openTranscript(home, t)
	if err != nil {
		return "", err
	}
	defer file.Close()
	buffer := endBuffers.Get().(*[2 * endSize]byte)
	defer endBuffers.Put(buffer)
	head, tail, err := file.ends(buffer)
	if err != nil {
		return "", err
	}
	custom, byClaude := titleKind{"custom-title", "customTitle"}, titleKind{"ai-title", "aiTitle"}
	return cmp.Or(
		custom.last(tail), custom.last(head), byClaude.last(tail), byClaude.last(head), firstPrompt(head),
	), nil
}

// TitleAt is [ReadTitle] of a transcript that somebody names, "" if it has no title, or is not found.
func TitleAt(path string) string {
	home, t, found := FindTranscript(path)
	if !found {
		return ""
	}
	title, _ := ReadTitle(os.DirFS(home), t) // one that was removed has no title
	return title
}

// titleKind is a type of line that tells a title.
type titleKind struct{ kind, member string }

// last returns the last title of that kind in a text, "" if there is none. It searches
// forwards: bytes.Index is ten times as fast as bytes.LastIndex.
func (k titleKind) last(text []byte) string {
	found := slices.Collect(indexes(text, []byte(`"`+k.member+`"`)))
	for _, i := range slices.Backward(found) {
		start := bytes.LastIndexByte(text[:i], '\n') + 1
		line, _, _ := bytes.Cut(text[start:], []byte("\n"))
		if o, _ := parse(line); o.text("type") == k.kind && o.text(k.member) != "" {
			return clip(o.text(k.member))
		}
	}
	return ""
}

// firstPrompt returns what a person typed first that was no command.
func firstPrompt(text []byte) string {
	for line := range bytes.SplitSeq(text, []byte("\n")) {
		o, _ := parse(line)
		if typed := prompt(o); typed != "" && !words.IsCommand(typed) {
			return typed
		}
	}
	return ""
}
