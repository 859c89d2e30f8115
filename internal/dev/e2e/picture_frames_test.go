package e2e

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"atm/internal/dev/trace"
)

// machine matches what tells something of the machine on which a picture was made: a directory that is not
// the home of "you", or a prompt with the name of a host. scripts/pictures knows the names themselves.
var machine = regexp.MustCompile(`(^|[^~\w])/(root|Users|var|private|tmp/[^c]|home/([^y]|y[^o]|yo[^u]))|\w@\w+[: ]`)

// TestPictureFrames: the pictures are whole, and tell nothing of the machine on which they were made. That
// they show what is there a scene tests.
func TestPictureFrames(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../../docs/pictures/*")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d pictures, error %v", len(files), err)
	}
	for _, file := range files {
		name := filepath.Base(file)
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		frames, err := Read(string(text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for i, lines := range frames {
			all := strings.Join(lines, "\n")
			if strings.TrimSpace(all) == "" {
				t.Errorf("%s: frame %d is empty", name, i)
			}
			if found := machine.FindString(all); found != "" {
				t.Errorf("%s: frame %d shows %q", name, i, found)
			}
		}
	}
}

// TestStory: the recording of scripts/demo tells nothing of the machine on which it was made.
func TestStory(t *testing.T) {
	t.Parallel()
	rows, err := trace.Read("story")
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range rows {
		texts := []string{string(row.Hook), string(row.StatusLine)}
		for _, line := range row.Screen {
			texts = append(texts, line)
		}
		for _, text := range texts {
			if found := machine.FindString(text); found != "" {
				t.Errorf("row %d has %q", i, found)
			}
		}
	}
}
