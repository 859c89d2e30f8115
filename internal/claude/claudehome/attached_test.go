package claudehome_test

import (
	"os"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"atm/internal/claude/claudehome"
)

// TestAttached: which clients show a background session, as 2.1.330 records it.
func TestAttached(t *testing.T) {
	t.Parallel()
	const dir, head = "daemon/attach-journal/", `{"surface":"fleet","procStart":"1",`
	home := fstest.MapFS{
		dir + "a.json": {Data: []byte(head + `"pid":7,"startedAtEpochMs":1000,"marksExpected":true,"msgsLoaded":27,` +
			`"msgsInJsonl":28,"msgsRenderedAtFirstPaint":26}`)},
		dir + "b.json": {Data: []byte(head + `"pid":8,"startedAtEpochMs":2000,"marksExpected":true}`)},
		dir + "c.json": {Data: []byte(head + `"pid":9,"startedAtEpochMs":3000,"marksExpected":false}`)},
		dir + "d.json": {Data: []byte(head + `"pid":9,"startedAtEpochMs":2000,"msgsLoaded":1}`)},
		dir + "e.json": {Data: []byte(head + `"pid":5,"startedAtEpochMs":2000}`)}, // it has ended
		dir + "f.json": {Data: []byte(head + `"pid":6,"startedAtEpo`)},
	}
	alive := func(pid int, _ string) bool { return pid != 5 }
	got, known := claudehome.Attached(home, alive)
	want := map[int]claudehome.Attachment{
		7: {Since: time.UnixMilli(1000), Painting: "27/28/26"},
		8: {Since: time.UnixMilli(2000)},
		9: {Since: time.UnixMilli(3000), Painting: claudehome.NewSession},
	}
	if diff := cmp.Diff(want, got); diff != "" || !known {
		t.Errorf("known %v (-want +got):\n%s", known, diff)
	}
	if got, known := claudehome.Attached(os.DirFS(t.TempDir()), alive); len(got) > 0 || known {
		t.Errorf("without a directory: %v, known %v", got, known)
	}
}

// TestRoster: what 2.1.330 lists of each worker.
func TestRoster(t *testing.T) {
	t.Parallel()
	const restored, begun = `"dispatch":{"launch":{"mode":"resume","restoresTranscript":true}}`,
		`"dispatch":{"launch":{"mode":"prompt","restoresTranscript":false}}`
	const origin = "5e9a6464-60d5-4b56-99bc-72bff722829c"
	roster := `{"proto":1,"workers":{
		"11111111":{"pid":71,"procStart":"900",` + restored + `,"firedInteractiveMarks":[{"kind":"prompt_idle"},
			{"kind":"content_paint","msgsLoaded":27,"msgsInJsonl":28,"msgsRenderedAtFirstPaint":26}]},
		"22222222":{` + restored + `,"firedInteractiveMarks":[{"kind":"prompt_idle"}]},
		"33333333":{` + begun + `},
		"44444444":7,
		"55555555":{"dispatch":{"launch":{"mode":"resume","fork":true,"restoresTranscript":true,
			"sessionId":"/home/dev/.claude/projects/-home-dev-src/` + origin + `.jsonl"}}},
		"66666666":{"dispatch":{"launch":{"mode":"resume","fork":true,"sessionId":"#(id)"}}}}}`
	for name, tt := range map[string]struct {
		file string
		want map[string]claudehome.Worker
	}{
		"those that tell something": {roster, map[string]claudehome.Worker{
			"11111111": {PID: 71, ProcStart: "900", Painting: "27/28/26"}, "33333333": {Painting: claudehome.NewSession},
			"55555555": {ForkOf: origin},
		}},
		"no workers":      {`{"proto":1}`, map[string]claudehome.Worker{}},
		"another type":    {`[]`, map[string]claudehome.Worker{}},
		"in the middle":   {roster[:40], map[string]claudehome.Worker{}},
		"longer than one": {`{"x":"` + string(make([]byte, 1<<20)) + `"}`, nil},
	} {
		got := claudehome.Roster(fstest.MapFS{"daemon/roster.json": {Data: []byte(tt.file)}})
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
