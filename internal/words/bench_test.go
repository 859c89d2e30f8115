package words_test

import (
	"strings"
	"testing"

	"atm/internal/words"
)

// longMessage is as long as what hookmap keeps of a message, and ends like a report.
func longMessage(end string) string {
	const section = "## Part\n\nThe handler in `src/api/upload.ts` swallowed errors; it returns them now.\n\n" +
		"- `a.go`: one more check, e.g. of empty names\n- `b.go`: **three** tests\n\n" +
		"```go\nif x == nil { // why?\n\treturn nil\n}\n```\n\n| a | b |\n| --- | --- |\n\n" +
		"Do all tests pass? Yes, with `-race` as well.\n\n"
	return strings.Repeat(section, (30<<10)/len(section)) + end
}

// worstCases are texts of 30 KiB on which a careless search is slow.
var worstCases = []struct{ name, message string }{
	{"a report", longMessage("Everything is done. Let me know if you have any questions.")},
	{"a question", longMessage("Which one do you prefer?\n\n1. The first\n2. The second\n")},
	{"long sentences", strings.Repeat("The handler swallowed the errors of the upload, so that callers "+
		"could not know whether "+
		"the file had been written, which is why the second attempt found half of it and gave up. ", 30<<10/175)},
	{"long Russian sentences", strings.Repeat("Обработчик скрывал ошибки загрузки, поэтому вызывающий код "+
		"не мог узнать, "+
		"записан ли файл. ", 30<<10/165)},
	{"one sentence", strings.Repeat("word ", 6<<10)},
	{"one word", strings.Repeat("a", 30<<10)},
	{"one paragraph of lines", strings.Repeat("some words without an end\n", 1200)},
	{"short items", strings.Repeat("- a\n", 30<<8)},
	{"backticks", "a" + strings.Repeat("` ", 15<<10)},
	{"brackets", "a" + strings.Repeat("[", 30<<10)},
	{"quotation marks", "a" + strings.Repeat("“", 10<<10)},
	{"asterisks", "a" + strings.Repeat(" *", 15<<10)},
	{"question marks", "a" + strings.Repeat("? ", 15<<10)},
	{"semicolons", "a" + strings.Repeat("; ", 15<<10)},
	{"full stops", "a" + strings.Repeat(". ", 15<<10)},
	{"brackets with words", strings.Repeat("[a", 15<<10)},
	{"backticks with words", strings.Repeat("`a``b```c", 3<<10)},
	{"Chinese", strings.Repeat("已修复，", 3<<10)},
}

func BenchmarkIntent(b *testing.B) {
	for _, bm := range worstCases {
		b.Run(bm.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				words.Intent(bm.message)
			}
		})
	}
}

func BenchmarkLastSentence(b *testing.B) {
	for _, bm := range worstCases {
		b.Run(bm.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				words.LastSentence(bm.message)
			}
		})
	}
}

func BenchmarkRequest(b *testing.B) {
	old := strings.Repeat("some line of code\nanother one\n", 1<<10)
	for _, bm := range []struct {
		name, tool string
		in         words.ToolInput
	}{
		{"Bash", "Bash", words.ToolInput{Command: strings.Repeat("echo a  b; ", 3<<10)}},
		{"Edit", "Edit", words.ToolInput{FilePath: "a.go", OldString: old, NewString: longMessage("x")}},
		{"ExitPlanMode", "ExitPlanMode", words.ToolInput{Plan: longMessage("x")}},
	} {
		b.Run(bm.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				words.Request(bm.tool, bm.in, words.Directories{})
			}
		})
	}
}
