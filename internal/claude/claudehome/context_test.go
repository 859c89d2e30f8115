package claudehome

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

// answer is the line of a response that has used so many tokens.
func answer(input, created, read int) string {
	return fmt.Sprintf(`{"type":"assistant","isSidechain":false,"message":{"model":"claude-opus-4-8",`+
		`"content":[],"usage":{"input_tokens":%d,"cache_creation_input_tokens":%d,`+
		`"cache_read_input_tokens":%d,"output_tokens":1000000}}}`, input, created, read)
}

func TestContextTokens(t *testing.T) {
	t.Parallel()
	result := func(size int) string {
		return `{"type":"user","message":{"content":"` + strings.Repeat("x", size) + `"}}`
	}
	compacted := `{"type":"system","subtype":"compact_boundary","compactMetadata":{"preTokens":9}}`
	inAgent := strings.Replace(answer(7, 7, 7), "false", "true", 1)
	for _, tt := range []struct {
		name  string
		lines []string
		want  int64
	}{
		{name: "nothing was said yet"},
		{name: "input and cache, no output", lines: []string{answer(100, 2000, 40_000)}, want: 42_100},
		{name: "the last response", lines: []string{answer(1, 0, 0), answer(2, 0, 0), result(10)}, want: 2},
		{name: "it may be a smaller one", lines: []string{answer(9, 0, 0), answer(2, 0, 0)}, want: 2},
		{name: "a subagent's does not count", lines: []string{answer(1, 0, 0), inAgent}, want: 1},
		{
			name: "nor does what Claude Code writes when the API fails",
			lines: []string{
				answer(1, 0, 0), strings.Replace(answer(0, 0, 0), "claude-opus-4-8", "<synthetic>", 1),
			},
			want: 1,
		},
		{name: "compacted: nothing is known", lines: []string{answer(1, 0, 0), compacted, result(10)}},
		{
			name:  "compacted, and a response since",
			lines: []string{answer(9, 0, 0), compacted, result(10), answer(2, 0, 0)}, want: 2,
		},
		{
			name: "a boundary within a subagent is none of ours",
			lines: []string{
				answer(1, 0, 0), strings.Replace(compacted, `"type"`, `"isSidechain":true,"type"`, 1),
			},
			want: 1,
		},
		{
			name:  "a person who writes of such lines",
			lines: []string{answer(1, 0, 0), `{"type":"user","subtype":"compact_boundary","usage":{}}`},
			want:  1,
		},
		{name: "a line that is being written", lines: []string{answer(1, 0, 0), answer(2, 0, 0)[:200]}, want: 1},
		{name: "long results behind it", lines: []string{answer(1, 0, 0), result(100 << 10)}, want: 1},
		{name: "longer ones than are read", lines: []string{answer(1, 0, 0), result(maxTail)}},
		{
			name: "the response before one that is too long is not taken for the last",
			lines: []string{
				answer(1, 0, 0), strings.Replace(answer(2, 0, 0), "[]", `"`+strings.Repeat("x", maxTail)+`"`, 1),
			},
		},
		{name: "a response just within reach", lines: []string{result(maxTail), answer(3, 0, 0),
			result(maxTail - 1000)}, want: 3},
		{name: "no usage", lines: []string{`{"type":"assistant","message":{"usage":null}}`}},
		{
			name: "a usage of other types",
			lines: []string{
				`{"type":"assistant","message":{"usage":{"input_tokens":{},"cache_read_input_tokens":"12",` +
					`"cache_creation_input_tokens":-5}}}`,
			},
			want: 12,
		},
		{
			name:  "numbers that nobody can have used",
			lines: []string{`{"type":"assistant","message":{"usage":{"input_tokens":1e300}}}`},
		},
		{name: "no JSON at all", lines: []string{"\x00\xff\"usage\"", `["usage"]`, `"usage"`}},
	} {
		home, transcript := asTranscript(strings.Join(tt.lines, "\n") + "\n")
		if got := ContextTokens(home, transcript); got != tt.want {
			t.Errorf("%s: %d, not %d", tt.name, got, tt.want)
		}
	}
}

// TestContextTokensErrors: what is no transcript has no tokens.
func TestContextTokensErrors(t *testing.T) {
	t.Parallel()
	_, transcript := asTranscript("")
	for name, home := range map[string]fs.FS{
		"none":        fstest.MapFS{},
		"a directory": fstest.MapFS{transcript.Path(): {Mode: fs.ModeDir}},
	} {
		if tokens := ContextTokens(home, transcript); tokens != 0 {
			t.Errorf("%s: %d tokens", name, tokens)
		}
	}
}

// counting counts what is read of the files of a directory.
type counting struct {
	fs.FS
	bytes *int
}

func (c counting) Open(name string) (fs.File, error) {
	file, err := c.FS.Open(name)
	if err != nil {
		return nil, err
	}
	return countingFile{file.(*os.File), c.bytes}, nil
}

type countingFile struct {
	*os.File
	bytes *int
}

func (f countingFile) ReadAt(buffer []byte, offset int64) (int, error) {
	n, err := f.File.ReadAt(buffer, offset)
	*f.bytes += n
	return n, err
}

// TestContextTokensReads: no more than the promised part of a long transcript is read,
// and little where the last response is near the end.
func TestContextTokensReads(t *testing.T) {
	t.Parallel()
	filler := strings.Repeat(`{"type":"user","message":{"content":"`+strings.Repeat("x", 1000)+"\"}}\n", 2000)
	for _, tt := range []struct {
		name, text string
		most       int
	}{
		{name: "no response", text: filler, most: endSize + 4*endSize + maxTail},
		{name: "a response at the end", text: filler + answer(1, 0, 0) + "\n", most: endSize},
	} {
		dir := t.TempDir()
		_, transcript := asTranscript("")
		path := filepath.Join(dir, transcript.Path())
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(tt.text), 0o600); err != nil {
			t.Fatal(err)
		}
		read := 0
		ContextTokens(counting{os.DirFS(dir), &read}, transcript)
		if read > tt.most || read == 0 {
			t.Errorf("%s: %d bytes were read, at most %d", tt.name, read, tt.most)
		}
	}
}

// FuzzContextTokens: any transcript gives a number of tokens that can be, or none.
func FuzzContextTokens(f *testing.F) {
	f.Add(answer(1, 2, 3))
	f.Add(answer(1, 2, 3) + "\n" + `{"type":"system","subtype":"compact_boundary"}` + "\n")
	f.Add(`{"type":"assistant","message":{"usage":{"input_tokens":9007199254740992}}}`)
	f.Fuzz(func(t *testing.T, text string) {
		home, transcript := asTranscript(text)
		if tokens := ContextTokens(home, transcript); tokens < 0 || tokens > 3<<53 {
			t.Errorf("%d tokens", tokens)
		}
	})
}
