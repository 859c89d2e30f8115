package claudehome

import (
	"testing"
	"testing/fstest"
)

// asTranscript returns a home with one transcript.
func asTranscript(text string) (fstest.MapFS, Transcript) {
	t := Transcript{Project: "-p", ID: "23e30f82-0000-4000-8000-000000000000"}
	return fstest.MapFS{t.Path(): &fstest.MapFile{Data: []byte(text)}}, t
}

// TestTitleOfPart: a session that was moved into the background after a compaction begins with the summary. It is named
// after the first prompt of the session before, if that has a transcript.
func TestTitleOfPart(t *testing.T) {
	t.Parallel()
	ids := []string{"00000001-0000-4000-8000-000000000000", "00000002-0000-4000-8000-000000000000",
		"00000003-0000-4000-8000-000000000000"}
	summary := func(writer string) string {
		return `{"type":"user","isCompactSummary":true,"session_id":"` + writer +
			`","message":{"content":"So far …"}}` + "\n"
	}
	later, first := asked("later")+"\n", asked("first")+"\n"
	const name = `{"type":"custom-title","customTitle":"own"}`
	for _, tt := range []struct {
		name        string
		transcripts []string // of the ids
		want        string
	}{
		{"a part", []string{summary(ids[1]) + later, first}, "first"},
		{"a part of a part", []string{summary(ids[1]) + later, summary(ids[2]) + later, first}, "first"},
		{"the session before was removed", []string{summary(ids[1]) + later}, "later"},
		{"the session before has only commands", []string{summary(ids[1]) + later, "{}"}, "later"},
		{"a name of its own", []string{summary(ids[1]) + later + name, first}, "own"},
		{"a compaction of its own", []string{first + summary(ids[0]) + later, later}, "first"},
		{"a circle", []string{summary(ids[1]) + later, summary(ids[0]) + first}, "later"},
		{"no session", []string{summary("../../x") + later}, "later"},
	} {
		home := fstest.MapFS{}
		for i, text := range tt.transcripts {
			home[Transcript{"-p", ids[i]}.Path()] = &fstest.MapFile{Data: []byte(text)}
		}
		info, err := ReadInfo(home, Transcript{"-p", ids[0]})
		if info.Title() != tt.want || err != nil {
			t.Errorf("%s: %q, not %q (%v)", tt.name, info.Title(), tt.want, err)
		}
	}
}
