package claudehome

import (
	"errors"
	"io/fs"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"atm/internal/testfs"
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
	got, err := Transcripts(home)
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Error(err, diff)
	}
	if got, err := Transcripts(fstest.MapFS{}); got != nil || err != nil {
		t.Errorf("no home: %v, %v", got, err)
	}
	if got, err := TranscriptsOf(home, "-none"); got != nil || err != nil {
		t.Errorf("no project: %v, %v", got, err)
	}

	// A directory that cannot be read takes nothing from the others.
	got, err = Transcripts(testfs.Closed{FS: home, Name: "projects/-a"})
	if diff := cmp.Diff(want[2:], got); diff != "" || !errors.Is(err, fs.ErrPermission) {
		t.Error(err, diff)
	}
	if got, err := Transcripts(testfs.Closed{FS: home, Name: "projects"}); got != nil || !errors.Is(err, fs.ErrPermission) {
		t.Errorf("projects closed: %v, %v", got, err)
	}
}

func TestClients(t *testing.T) {
	t.Parallel()
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	home := fstest.MapFS{
		"sessions/10.json": file(`{"pid":10,"sessionId":"` + id + `","cwd":"/a","startedAt":1767225600000,"procStart":"12345","version":"2.1.329","kind":"interactive",
			"entrypoint":"cli","name":"a-1","status":"waiting","statusUpdatedAt":1767225600001,"updatedAt":1767225600002,"waitingFor":"permission prompt","tmux":"main:@1.%2","more":[1]}`),
		"sessions/11.json": file(`{"pid":"11","procStart":678,"status":7,"cwd":null,"startedAt":"1767225600000","kind":{}}`),
		"sessions/12.json": file(`{"pid":12,"sess`),
		"sessions/13.json": file(`{"pid":14}`),
		"sessions/15.json": file(`{"pid":15}`), // dead
		"sessions/16.json": file(`{"pid":16,"procStart":"other"}`),
		"sessions/17.json": file(`{"pid":17} trailing`),
		"sessions/18.json": {Mode: fs.ModeNamedPipe},
		"sessions/19.json": file(``),
		"sessions/x.json":  file(`{"pid":20}`),
		"sessions/-1.json": file(`{"pid":-1}`),
		"sessions/21.txt":  file(`{"pid":21}`),
	}
	starts := map[int]string{10: "12345", 11: "678", 12: "1", 13: "1", 14: "1", 16: "1", 17: "1", 18: "1", 19: "1", 20: "1"}
	alive := func(pid int, start string) bool {
		return starts[pid] != "" && (start == "" || start == starts[pid])
	}
	began := time.UnixMilli(1767225600000)
	want := []Client{
		{
			PID: 10, SessionID: id, Cwd: "/a", StartedAt: began, ProcStart: "12345", Version: "2.1.329", Kind: "interactive", Entrypoint: "cli", Name: "a-1",
			Status: "waiting", StatusUpdatedAt: began.Add(time.Millisecond), UpdatedAt: began.Add(2 * time.Millisecond), WaitingFor: "permission prompt", Tmux: "main:@1.%2",
		},
		{PID: 11, ProcStart: "678", StartedAt: began},
	}
	got, err := Clients(home, alive)
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Error(err, diff)
	}
	if got, err := Clients(fstest.MapFS{}, alive); got != nil || err != nil {
		t.Errorf("no registry: %v, %v", got, err)
	}
	if _, err := Clients(testfs.Closed{FS: home, Name: "sessions"}, alive); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("registry closed: %v", err)
	}
}

func TestClientTitle(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, source, want string }{
		{"Blue Heron", "user", "Blue Heron"}, {"Blue Heron", "", "Blue Heron"}, {"proj-1e", "", ""}, {"proj-1e", "derived", ""},
		{"proj-1e", "user", "proj-1e"}, {"proj-one", "", "proj-one"}, {"", "", ""},
	} {
		c := Client{Cwd: "/home/dev/proj", Name: tt.name, NameSource: tt.source}
		if got := c.Title(); got != tt.want {
			t.Errorf("%q by %q: %q, not %q", tt.name, tt.source, got, tt.want)
		}
	}
}

// FuzzClient: any bytes are an entry or none, and every prefix of an entry that
// is a complete object is none but for blanks.
func FuzzClient(f *testing.F) {
	f.Add(`{"pid":10,"sessionId":"x","procStart":1e400,"startedAt":-1}`)
	f.Add(`{"pid":"NaN","pid":"Inf"}`)
	f.Fuzz(func(t *testing.T, text string) {
		if _, complete := parseClient([]byte(text)); !complete {
			return
		}
		for end := len(text) - 1; end > 0 && text[end] != '}'; end-- {
			text = text[:end]
		}
		if _, complete := parseClient([]byte(text[:len(text)-1])); complete {
			t.Errorf("half an entry counts: %q", text[:len(text)-1])
		}
	})
}
