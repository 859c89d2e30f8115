package claudehome

import (
	"cmp"
	"io/fs"
	"os"
	"time"
)

// ReadTitle returns what [ReadInfo] would give as the title of a session, in half of the time.
func ReadTitle(home fs.FS, t Transcript) (title string, err error) {
	err = withEnds(home, t, func(head, all lines, _ time.Time) {
		custom, byClaude := all.titles()
		title = cmp.Or(custom, byClaude, head.first().Prompt)
	})
	return title, err
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
