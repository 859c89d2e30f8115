package claudehome

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"atm/internal/dev/testfs"
)

// TestIsChosen: only the place of .claude.json shows whether a home called .claude was chosen.
func TestIsChosen(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, file := range []string{"u/.claude/.claude.json", "chosen/.claude/.claude.json", "other/.claude.json"} {
		if err := errors.Join(os.MkdirAll(filepath.Dir(filepath.Join(dir, file)), 0o700),
			os.WriteFile(filepath.Join(dir, file), nil, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	getenv := func(string) string { return filepath.Join(dir, "u") }
	for home, want := range map[string]bool{
		"u/.claude":      false, // the default home, also if it was once chosen
		"chosen/.claude": true,
		"other/.claude":  false, // that of another HOME
		"work":           true,
	} {
		if got := IsChosen(getenv, filepath.Join(dir, home)); got != want {
			t.Errorf("%s: %v, want %v", home, got, want)
		}
	}
}

func TestTranscripts(t *testing.T) {
	t.Parallel()
	const other = "AAAAAAAA-2222-4222-8222-222222222222"
	file, dir := &fstest.MapFile{}, &fstest.MapFile{Mode: fs.ModeDir}
	link := func(to string) *fstest.MapFile { return &fstest.MapFile{Mode: fs.ModeSymlink, Data: []byte(to)} }
	home := fstest.MapFS{
		"projects/-b/" + id + ".jsonl":             file,
		"projects/-a/" + other + ".jsonl":          file,
		"projects/-a/" + id + ".jsonl":             file,
		"projects/-a/" + id + ".json":              file,
		"projects/-a/" + id[1:] + ".jsonl":         file,
		"projects/-a/x" + id[1:] + ".jsonl":        file,
		"projects/-a/" + id + "/subagents/x.jsonl": file,
		"projects/-a/agent-1.jsonl":                file,
		"projects/-a/0" + id[1:] + ".jsonl":        link("../../../outside.jsonl"),
		"projects/-a/1" + id[1:] + ".jsonl":        dir,
		"projects/-a/7" + id[1:] + ".jsonl":        {Mode: fs.ModeNamedPipe},
		"projects/-link":                           link("-a"),
		"projects/-out":                            link("../.."),
		"projects/" + id + ".jsonl":                file,
		"projects/-empty":                          dir,
	}
	want := []Transcript{{"-a", id}, {"-a", other}, {"-b", id}}
	got, err := Transcripts(home, SessionID)
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Error(err, diff)
	}
	if got, err := Transcripts(fstest.MapFS{}, SessionID); got != nil || err != nil {
		t.Errorf("no home: %v, %v", got, err)
	}
	if got, err := listTranscripts(home, "-none", SessionID); got != nil || err != nil {
		t.Errorf("no project: %v, %v", got, err)
	}

	// A directory that cannot be read takes nothing from the others.
	got, err = Transcripts(testfs.Closed{FS: home, Name: "projects/-a"}, SessionID)
	if diff := cmp.Diff(want[2:], got); diff != "" || !errors.Is(err, fs.ErrPermission) {
		t.Error(err, diff)
	}
	closed := testfs.Closed{FS: home, Name: "projects"}
	if got, err := Transcripts(closed, SessionID); got != nil || !errors.Is(err, fs.ErrPermission) {
		t.Errorf("projects closed: %v, %v", got, err)
	}
}
