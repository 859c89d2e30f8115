package claudehome

import (
	"strings"
	"testing"
	"testing/fstest"
)

// asTranscript returns a home with one transcript.
func asTranscript(text string) (fstest.MapFS, Transcript) {
	t := Transcript{Project: "-p", ID: "23e30f82-0000-4000-8000-000000000000"}
	return fstest.MapFS{t.Path(): &fstest.MapFile{Data: []byte(text)}}, t
}

// FuzzReadTitle: a title that is read fast is the one that is read with all else.
func FuzzReadTitle(f *testing.F) {
	prompt := `{"type":"user","message":{"content":"first"}}` + "\n"
	named := `{"type":"custom-title","customTitle":"named"}` + "\n"
	byClaude := `{"type":"ai-title","aiTitle":"by Claude"}` + "\n"
	for _, text := range []string{
		"", prompt, prompt + named, named + prompt + byClaude, byClaude + prompt, byClaude + byClaude[:20],
		`{"type":"user","message":{"content":[{"type":"text","text":"in a block"}]}}` + "\n",
		`{"type":"user","message":{"content":"a word: \"customTitle\""}}` + "\n" + named,
		`{"type":"custom-title","customTitle":""}` + "\n" + byClaude,
		`{"type":"\u0075ser","message":{"content":"an odd writer"}}` + "\n",
		`{"type":"user","message":{"content":"cut o`,
	} {
		f.Add(text, 0)
		f.Add(text, 3)
	}
	filler := `{"type":"assistant","message":{"content":"` + strings.Repeat("x", 50<<10) + `"}}` + "\n"
	f.Fuzz(func(t *testing.T, text string, fillers int) {
		text += strings.Repeat(filler, max(0, min(fillers, 5))) + text
		home, transcript := asTranscript(text)
		info, err := ReadInfo(home, transcript)
		if err != nil {
			t.Fatal(err)
		}
		got, err := ReadTitle(home, transcript)
		if want := info.Title(); err != nil || got != want {
			t.Errorf("%q, not %q (%v)", got, want, err)
		}
	})
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
		title, err := ReadTitle(home, Transcript{"-p", ids[0]})
		info, err2 := ReadInfo(home, Transcript{"-p", ids[0]})
		if title != tt.want || info.Title() != tt.want || err != nil || err2 != nil {
			t.Errorf("%s: %q and %q, not %q (%v, %v)", tt.name, title, info.Title(), tt.want, err, err2)
		}
	}
}

func BenchmarkReadTitle(b *testing.B) {
	line := `{"type":"assistant","timestamp":"2026-01-01T00:00:00Z","message":{"content":"` +
		strings.Repeat("x", 2000) + `"}}`
	text := `{"type":"user","cwd":"/p","message":{"content":"first"}}` + "\n" + strings.Repeat(line+"\n", 200)
	home, transcript := asTranscript(text)
	for _, read := range []struct {
		name string
		run  func() error
	}{
		{name: "title", run: func() error { _, err := ReadTitle(home, transcript); return err }},
		{name: "info", run: func() error { _, err := ReadInfo(home, transcript); return err }},
	} {
		b.Run(read.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := read.run(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
