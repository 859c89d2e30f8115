// Package search finds words in the transcripts of Claude Code: in prompts, answers and titles, and
// optionally in the texts of tools and subagents. It reads files from their end, in parts, on all processors
// at once, and builds no index. Memory is bounded by the parts: two buffers of about 4 MiB for each
// processor, and the longest line that a part ends in, 16 MiB at most. A longer line is not searched.
//
// It promises that the first hit is the newest text of the session that was active last, and that the
// shortcuts that make it fast omit no text. It does not promise that texts are fit for a terminal.
package search

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"atm/internal/claude/claudehome"
)

// Query matches texts by words or by a regular expression.
type Query struct {
	words []word           // none = it is by a regular expression, which is the only one of marks
	marks []*regexp.Regexp // for the parts of a line that match: they take longer than [word.folded]
}

// word is one of the words that a text must contain. Case is ignored.
type word struct {
	folded string
	raw    []byte // the longest part of folded that JSON does not escape; may be empty
}

// Words finds texts that contain each of the words, also as parts of other words.
func Words(words ...string) Query {
	var q Query
	for _, text := range words {
		if text = strings.ToValidUTF8(strings.TrimSpace(text), "\ufffd"); text != "" {
			q.words = append(q.words, newWord(text))
			q.marks = append(q.marks, regexp.MustCompile("(?i)"+regexp.QuoteMeta(text)))
		}
	}
	// Lines are searched for the first word, so the longest one comes first: it is the rarest.
	slices.SortStableFunc(q.words, func(a, b word) int { return len(b.raw) - len(a.raw) })
	return q
}

// Regexp finds texts with a line that matches: see [regexp/syntax].
func Regexp(expr string) (Query, error) {
	re, err := regexp.Compile(expr)
	if err != nil {
		return Query{}, err
	}
	return Query{marks: []*regexp.Regexp{re}}, nil
}

// Empty reports whether nothing is searched for.
func (q Query) Empty() bool { return len(q.marks) == 0 }

func newWord(text string) word {
	w := word{folded: fold(text)}
	for part := range strings.FieldsFuncSeq(w.folded, func(r rune) bool { return !plain(r) }) {
		if len(part) > len(w.raw) {
			w.raw = []byte(part)
		}
	}
	return w
}

// plain reports whether JSON writes a character unescaped, in one byte.
func plain(r rune) bool {
	return r >= ' ' && r < 0x7f && !strings.ContainsRune(`"\/<>&'`, r)
}

// fold makes letters of both cases equal. A letter that only resembles an ASCII letter is unchanged.
func fold(text string) string {
	return strings.Map(func(r rune) rune {
		if low := unicode.ToLower(r); r < utf8.RuneSelf || low >= utf8.RuneSelf {
			return low
		}
		return r
	}, text)
}

// appendLower appends a text whose ASCII letters are lower case. All other bytes stay, so offsets are the same.
func appendLower(lower, text []byte) []byte {
	lower = append(lower, text...)
	for i, c := range lower {
		if 'A' <= c && c <= 'Z' {
			lower[i] = c + ('a' - 'A')
		}
	}
	return lower
}

// lines calls found with the texts in these lines of a transcript that match the query, the last one first. lower is
// text after appendLower. all is [Options.All].
func (q Query) lines(text, lower []byte, all bool, found func(claudehome.Said)) {
	first := word{}
	if len(q.words) > 0 {
		first = q.words[0]
	}
	var candidates [][]byte
	for from := 0; from < len(text); {
		at := bytes.Index(lower[from:], first.raw) // if JSON escapes all of the word, each line may have it
		if at < 0 {
			break
		}
		at += from
		start, end := bytes.LastIndexByte(text[:at], '\n')+1, len(text)
		if i := bytes.IndexByte(text[at:], '\n'); i >= 0 {
			end = at + i
		}
		isMissing := func(w word) bool { return !bytes.Contains(lower[start:end], w.raw) }
		if !slices.ContainsFunc(q.words, isMissing) {
			candidates = append(candidates, text[start:end])
		}
		from = end + 1
	}
	for _, line := range slices.Backward(candidates) {
		for _, said := range slices.Backward(claudehome.SaidIn(line, all)) {
			if q.matches(said.Text) {
				found(said)
			}
		}
	}
}

func (q Query) matches(text string) bool {
	if len(q.words) == 0 {
		for line := range strings.Lines(text) {
			if q.count(strings.TrimRight(line, "\r\n")) > 0 {
				return true
			}
		}
		return false
	}
	folded := fold(text)
	return !slices.ContainsFunc(q.words, func(w word) bool { return !strings.Contains(folded, w.folded) })
}

// Spans returns the matching parts of a line, in order and without overlaps: the offsets of the first byte
// and of the byte after the last one.
func (q Query) Spans(line string) [][2]int {
	var spans [][2]int
	for _, expr := range q.marks {
		for _, match := range expr.FindAllStringIndex(line, -1) {
			spans = append(spans, [2]int{match[0], match[1]})
		}
	}
	return mergeSpans(spans)
}

// mergeSpans sorts spans, and merges those that overlap.
func mergeSpans(spans [][2]int) [][2]int {
	slices.SortFunc(spans, func(a, b [2]int) int { return a[0] - b[0] })
	var merged [][2]int
	for _, s := range spans {
		if n := len(merged); n > 0 && s[0] < merged[n-1][1] {
			merged[n-1][1] = max(merged[n-1][1], s[1])
			continue
		}
		merged = append(merged, s)
	}
	return merged
}
