package words

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// headingLine is the first line of a section: its name, and what its phrases do.
var headingLine = regexp.MustCompile(`^\[([a-z ]+)\] .`)

// TestPhraseFiles reads each text file line by line, as the top of the file describes it, and wants the
// hook to find the same lines in the same sections. The hook itself takes whatever stands there.
func TestPhraseFiles(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("phrases/*.txt")
	if err != nil || len(files) != len(languages) {
		t.Fatalf("%d files, %d languages: %v", len(files), len(languages), err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var l *language
		for i := range languages {
			if *languages[i].text == string(data) {
				l = &languages[i]
			}
		}
		if l == nil {
			t.Fatalf("%s: in no language", file)
		}
		checkPhrases(t, file, l)
	}
}

// checkPhrases reports what is wrong in the text file of a language.
func checkPhrases(t *testing.T, file string, l *language) {
	t.Helper()
	of, open, before := list(-1), false, ""
	seen := map[string]bool{}
	var sections [lists]strings.Builder
	for i, line := range strings.Split(strings.TrimSuffix(*l.text, "\n"), "\n") {
		wrong := func(what string) { t.Errorf("%s:%d: %s: %s", file, i+1, what, line) }
		name := headingLine.FindStringSubmatch(line)
		switch {
		case line == "":
			open = false
		case name != nil:
			for of++; of < lists && sectionNames[of] != name[1]; of++ {
			}
			if of == lists {
				wrong("no section that may stand here")
				return
			}
			open, before = true, ""
			clear(seen)
		case strings.HasPrefix(line, "#") && of < 0 && !strings.Contains(line, "["):
		case !open || of < 0:
			wrong("in no section")
		default:
			phrase := strings.TrimSuffix(strings.TrimPrefix(line, `"`), `"`)
			if len(phrase) != len(line)-2 || !isPhrase(phrase) {
				wrong("no phrase between quotation marks, in lower case")
			}
			if len(line) < len(before) {
				wrong("takes fewer bytes than the line above: has to stand before it")
			}
			if seen[phrase] {
				wrong("twice in this section")
			}
			seen[phrase], before = true, line
			sections[of].WriteString(line + "\n")
		}
	}
	for of := range sections {
		got := strings.TrimSuffix(l.section(list(of)), "\n\n") + "\n"
		if want := sections[of].String(); strings.TrimSpace(got) != strings.TrimSpace(want) {
			t.Errorf("%s: section %s: a hook finds %q, want %q", file, sectionNames[of], got, want)
		}
	}
}

// isPhrase reports whether a sentence, as it is prepared for the search, can contain a text.
func isPhrase(text string) bool {
	prepared := normalized(text)
	return utf8.ValidString(text) && strings.TrimSpace(text) != "" && !strings.ContainsAny(text, `"[]`) &&
		strings.Contains(prepared.text, strings.TrimSpace(text)) && !strings.Contains(text, "  ")
}

// TestEachPhraseIsFound: the search of a section finds each of its phrases where it stands.
func TestEachPhraseIsFound(t *testing.T) {
	t.Parallel()
	for i := range languages {
		for of := range lists {
			for line := range strings.Lines(languages[i].section(of)) {
				phrase := strings.Trim(line, "\"\n")
				if phrase == "" {
					continue
				}
				s := normalized("x " + strings.TrimPrefix(phrase, " ") + " x")
				if strings.Contains(s.text, phrase) && !s.hasAny(languages[i].section(of)) {
					t.Errorf("%s: %q is not found in %q", sectionNames[of], phrase, s.text)
				}
			}
		}
	}
}
