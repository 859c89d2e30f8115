package cldresume

import (
	"fmt"
	"io/fs"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"atm/internal/claude/claudehome"
	"atm/pathcodec"
	"atm/tmuxopt"
)

// The ids of the tests.
const (
	id1 = "11110000-1111-4111-8111-111111111111"
	id2 = "1111aaaa-2222-4222-8222-222222222222"
	id3 = "33330000-3333-4333-8333-333333333333"
)

// home is a Claude home that counts which transcripts are opened.
type home struct {
	fstest.MapFS
	mu     *sync.Mutex
	opened map[string]int
}

func newHome() home { return home{fstest.MapFS{}, &sync.Mutex{}, map[string]int{}} }

func (h home) Open(name string) (fs.File, error) {
	if strings.HasSuffix(name, ".jsonl") {
		h.mu.Lock()
		h.opened[name]++
		h.mu.Unlock()
	}
	return h.MapFS.Open(name)
}

// Stat keeps fs.Stat from opening the file.
func (h home) Stat(name string) (fs.FileInfo, error) { return h.MapFS.Stat(name) }

// session adds a transcript of that directory, a minute older than the last.
func (h home) session(id, dir string, lines ...string) home {
	first := fmt.Sprintf(`{"type":"user","cwd":%q,"isSidechain":false}`, dir)
	return h.transcript(id, pathcodec.Encode(dir), append([]string{first}, lines...)...)
}

// transcript adds one to a project, whatever it says.
func (h home) transcript(id, project string, lines ...string) home {
	path := claudehome.Transcript{Project: project, ID: id}.Path()
	at := time.Date(2026, 1, 2, 0, -len(h.MapFS), 0, 0, time.UTC)
	h.MapFS[path] = &fstest.MapFile{Data: []byte(strings.Join(lines, "\n")), ModTime: at}
	return h
}

// roster adds the list of workers, with one that continues the conversation of a session of the directory /a.
func (h home) roster(job, origin string) home {
	text := fmt.Sprintf(`{"workers":{%q:{"dispatch":{"launch":{
		"mode":"resume","fork":true,"sessionId":"/home/dev/.claude/projects/-a/%s.jsonl"}}}}}`, job, origin)
	h.MapFS["daemon/roster.json"] = &fstest.MapFile{Data: []byte(text)}
	return h
}

// process adds an entry to the registry, with further members that begin with a comma.
func (h home) process(pid int, id string, members ...string) home {
	entry := fmt.Appendf(nil, `{"pid":%d,"sessionId":%q,"status":"idle"%s}`, pid, id, strings.Join(members, ""))
	h.MapFS[fmt.Sprintf("sessions/%d.json", pid)] = &fstest.MapFile{Data: entry}
	return h
}

// machine returns a file system with these directories.
func machine(dirs ...string) fstest.MapFS {
	root := fstest.MapFS{}
	for _, dir := range dirs {
		root[strings.TrimPrefix(dir, "/")] = &fstest.MapFile{Mode: fs.ModeDir | 0o755}
	}
	return root
}

// pane is one with options given as name and value.
func pane(id string, options ...string) Pane {
	p := Pane{ID: id, Options: tmuxopt.Options{}}
	for i := 0; i < len(options); i += 2 {
		p.Options[tmuxopt.Option(tmuxopt.Prefix+options[i])] = options[i+1]
	}
	return p
}

// finder returns one for that home; processes up to 99 are alive, and process
// 10n+m is a child of 10n, which is a child of n.
func finder(h home) Finder {
	return Finder{
		Home:      h,
		Root:      fstest.MapFS{},
		UserHome:  "/home",
		Alive:     func(pid int, _ string) bool { return pid < 100 },
		Ancestors: func(pid int) []int { return []int{pid, pid / 10 * 10, pid / 10} },
	}
}

func sessionsOf(t *testing.T, f Finder) []Session {
	t.Helper()
	sessions, err := f.Sessions()
	if err != nil {
		t.Fatal(err)
	}
	return sessions
}

func ids(sessions []Session) []string {
	var list []string
	for _, s := range sessions {
		list = append(list, s.ID)
	}
	return list
}
