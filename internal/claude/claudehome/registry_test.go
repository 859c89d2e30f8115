package claudehome

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"atm/internal/dev/testfs"
)

func TestProcesses(t *testing.T) {
	t.Parallel()
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	home := fstest.MapFS{
		"sessions/10.json": file(`{"pid":10,"sessionId":"` + id + `","cwd":"/a","startedAt":1767225600000,
			"procStart":"12345","version":"2.1.329","kind":"interactive","entrypoint":"cli","name":"a-1",
			"status":"waiting","statusUpdatedAt":1767225600001,"updatedAt":1767225600002,
			"waitingFor":"permission prompt","tmux":"main:@1.%2","more":[1],
			"jobId":"j1","parkedJobId":"j2","spare":true}`),
		"sessions/11.json": file(
			`{"pid":"11","procStart":678,"status":7,"cwd":null,"startedAt":"1767225600000","kind":{}}`),
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
	starts := map[int]string{10: "12345", 11: "678"}
	for pid := 12; pid <= 20; pid++ {
		starts[pid] = "1"
	}
	delete(starts, 15)
	alive := func(pid int, start string) bool {
		return starts[pid] != "" && (start == "" || start == starts[pid])
	}
	began := time.UnixMilli(1767225600000)
	want := []Process{
		{
			PID: 10, SessionID: id, Cwd: "/a", StartedAt: began, ProcStart: "12345", Version: "2.1.329",
			Kind: "interactive", Entrypoint: "cli", Name: "a-1", Tmux: "main:@1.%2",
			Job: "j1", ParkedJob: "j2", Spare: true,
			Status: "waiting", WaitingFor: "permission prompt",
			StatusUpdatedAt: began.Add(time.Millisecond), UpdatedAt: began.Add(2 * time.Millisecond),
		},
		{PID: 11, ProcStart: "678", StartedAt: began},
	}
	got, err := Processes(home, alive)
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Error(err, diff)
	}
	if got, err := Processes(fstest.MapFS{}, alive); got != nil || err != nil {
		t.Errorf("no registry: %v, %v", got, err)
	}
	if _, err := Processes(testfs.Closed{FS: home, Name: "sessions"}, alive); !errors.Is(err,
		fs.ErrPermission) {
		t.Errorf("registry closed: %v", err)
	}
}

// TestMayOnlyLead: which entries are those of a session that may be busy only because it leads a team.
func TestMayOnlyLead(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, status, team string // the teammate's isActive, "" = no team
		want               bool
	}{
		{"an idle teammate", "busy", "false", true},
		{"a teammate that works in the session", "busy", "true", false},
		{"no team", "busy", "", false},
		{"the lead asks", "waiting", "false", false},
	} {
		entry := fmt.Appendf(nil, `{"pid":7,"sessionId":%q,"status":%q}`, id, tt.status)
		home := fstest.MapFS{"sessions/7.json": {Data: entry}}
		if tt.team != "" {
			home[TeamDir(id)+"/"+TeamFile] = &fstest.MapFile{Data: fmt.Appendf(nil,
				`{"leadSessionId":%q,"members":[{"agentId":"a","isActive":%s}]}`, id, tt.team)}
		}
		p, err := ReadProcess(home, 7)
		if got := p.Entry(func(int) bool { return false }).MayOnlyLead; got != tt.want || err != nil {
			t.Errorf("%s: %v, %v", tt.name, got, err)
		}
	}
}

// TestRegistryIsBounded: whatever lies in the registry, to read it ends, and
// takes little memory.
func TestRegistryIsBounded(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	if err := os.Mkdir(filepath.Join(home, "sessions"), 0o755); err != nil {
		t.Fatal(err)
	}
	path := func(pid int) string { return filepath.Join(home, "sessions", fmt.Sprintf("%d.json", pid)) }
	write := func(pid, blanks int) error {
		return os.WriteFile(path(pid), fmt.Appendf(nil, `{"pid":%d}%s`, pid, strings.Repeat(" ", blanks)),
			0o600)
	}
	tests := []struct {
		name string
		make func(pid int) error
		read bool
	}{
		{"an entry", func(pid int) error { return write(pid, 0) }, true},
		{"a long entry", func(pid int) error { return write(pid, maxEntry-20) }, true},
		{"an entry that is too long", func(pid int) error { return write(pid, maxEntry) }, false},
		{"a pipe, to which nobody writes", func(pid int) error { return syscall.Mkfifo(path(pid), 0o600) },
			false},
		{"a device that never ends", func(pid int) error { return os.Symlink("/dev/zero", path(pid)) },
			false},
		{"a link to an entry", func(pid int) error { return os.Symlink(path(1), path(pid)) }, false},
		{"a directory", func(pid int) error { return os.Mkdir(path(pid), 0o755) }, false},
	}
	for i, tt := range tests {
		pid := i + 1
		if err := tt.make(pid); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadProcess(os.DirFS(home), pid); (err == nil) != tt.read {
			t.Errorf("%s: error %v", tt.name, err)
		}
	}
}

func TestRegistryOfManyFiles(t *testing.T) {
	t.Parallel()
	file := &fstest.MapFile{Data: []byte(`{"pid":1}`)}
	home := fstest.MapFS{}
	for pid := range maxEntries + 10 {
		home[fmt.Sprintf("sessions/%d.json", pid)] = file
	}
	looked := 0
	_, err := Processes(home, func(int, string) bool { looked++; return false })
	if looked > maxEntries || err == nil {
		t.Errorf("%d files were looked at, error %v", looked, err)
	}
}

func TestProcessTitle(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, source, want string }{
		{"Blue Heron", "user", "Blue Heron"},
		{"Blue Heron", "", "Blue Heron"},
		{"proj-1e", "", ""},
		{"proj-1e", "derived", ""},
		{"proj-1e", "user", "proj-1e"},
		{"proj-one", "", "proj-one"},
		{"", "", ""},
	} {
		p := Process{Cwd: "/home/dev/proj", Name: tt.name, NameSource: tt.source}
		if got := p.Title(); got != tt.want {
			t.Errorf("%q by %q: %q, not %q", tt.name, tt.source, got, tt.want)
		}
	}
	for name, want := range map[string]string{"1a2b3c4d": "", "fix the parser": "fix the parser"} {
		p := Process{Cwd: "/home/dev/proj", Name: name, Kind: "bg", Job: "1a2b3c4d"}
		if got := p.Title(); got != want {
			t.Errorf("%q in the background: %q, not %q", name, got, want)
		}
	}
}

// TestReadProcessSettles: half an entry is read again until it is whole; one that is not there, or about another
// process, is not waited for.
func TestReadProcessSettles(t *testing.T) {
	t.Parallel()
	home := &settling{MapFS: fstest.MapFS{"sessions/10.json": {Data: []byte(`{"pid":10,"sessionId":"x"}`)}}, halves: 3}
	p, err := ReadProcess(home, 10)
	if diff := cmp.Diff(Process{PID: 10, SessionID: "x"}, p); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	if home.opened != 4 {
		t.Errorf("read %d times", home.opened)
	}
	if _, err := ReadProcess(home, 11); !errors.Is(err, ErrNotRegistered) || home.opened != 4 {
		t.Errorf("no entry: %v, read %d times", err, home.opened)
	}
	home.MapFS["sessions/12.json"] = home.MapFS["sessions/10.json"]
	if _, err := ReadProcess(home, 12); !errors.Is(err, ErrNotRegistered) || home.opened != 5 {
		t.Errorf("the entry of another process: %v, read %d times", err, home.opened)
	}
	delete(home.MapFS, "sessions/12.json")
	home.opened = 0
	processes, err := Processes(home, func(int, string) bool { return true })
	if err != nil || len(processes) != 1 {
		t.Errorf("the list has %d processes: %v", len(processes), err)
	}
}

// settling is a home in which the first readers find half of each file.
type settling struct {
	fstest.MapFS
	halves, opened int
}

func (s *settling) Open(name string) (fs.File, error) {
	if name != "sessions" {
		s.opened++
	}
	if name == "sessions" || s.opened > s.halves {
		return s.MapFS.Open(name)
	}
	return fstest.MapFS{name: {Data: s.MapFS[name].Data[:12]}}.Open(name)
}

// FuzzProcess: any bytes are an entry or none, and every prefix of an entry that
// is a complete object is none but for blanks.
func FuzzProcess(f *testing.F) {
	f.Add(`{"pid":10,"sessionId":"x","procStart":1e400,"startedAt":-1}`)
	f.Add(`{"pid":"NaN","pid":"Inf"}`)
	f.Fuzz(func(t *testing.T, text string) {
		if _, complete := parseProcess([]byte(text)); !complete {
			return
		}
		for end := len(text) - 1; end > 0 && text[end] != '}'; end-- {
			text = text[:end]
		}
		if _, complete := parseProcess([]byte(text[:len(text)-1])); complete {
			t.Errorf("half an entry counts: %q", text[:len(text)-1])
		}
	})
}
