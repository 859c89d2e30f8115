package claudehome

import (
	"errors"
	"io/fs"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"atm/internal/dev/testfs"
)

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
