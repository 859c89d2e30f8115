package words

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// headingLine is the first line of a section: its name, and what its phrases do.
var headingLine = regexp.MustCompile(`^\[([a-z ]+)\] .`)

// TestPhraseFiles reads each text file line by line, as the top of the file describes it, and wants the
// hook to find the same lines in the same sections. The hook itself takes whatever stands there.
func TestPhraseFiles(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("phrases/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	read := 0
	for script := range scripts {
		read += phrasesIn(script).languages
	}
	if len(files) != read || read < 26 {
		t.Errorf("%d files, %d languages read", len(files), read)
	}
	english, err := os.ReadFile("phrases/english.txt")
	if err != nil {
		t.Fatal(err)
	}
	all := maps.Collect(sectionsOf(string(english)))
	for _, file := range files {
		checkPhrases(t, file, all)
	}
}

// checkPhrases reports what is wrong in the text file of a language. English has all sections but one.
func checkPhrases(t *testing.T, file string, english map[string]string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	section, seen, sections := "", map[string]bool{}, map[string][]string{}
	for i, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
		wrong := func(what string) { t.Errorf("%s:%d: %s: %s", file, i+1, what, line) }
		name := headingLine.FindStringSubmatch(line)
		switch {
		case line == "":
			section = ""
		case name != nil:
			if section = name[1]; english[section] == "" && section != questionEndings {
				wrong("English has no such section")
			}
			clear(seen)
		case strings.HasPrefix(line, "#") && len(sections) == 0:
		case section == "":
			wrong("in no section")
		default:
			phrase := strings.TrimSuffix(strings.TrimPrefix(line, `"`), `"`)
			if len(phrase) != len(line)-2 || !isPhrase(phrase) {
				wrong("no phrase between quotation marks, in lower case")
			}
			if seen[phrase] {
				wrong("twice in this section")
			}
			seen[phrase] = true
			sections[section] = append(sections[section], phrase)
		}
	}
	got := map[string][]string{}
	for name, lines := range sectionsOf(string(text)) {
		got[name] = slices.Collect(phrasesOf(lines))
	}
	if diff := cmp.Diff(sections, got); diff != "" {
		t.Errorf("%s: a hook finds other phrases (-want +got):\n%s", file, diff)
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
	for script := range scripts {
		for name, sections := range phrasesIn(script).sections {
			for _, section := range sections {
				for phrase := range phrasesOf(section) {
					s := normalized("x " + strings.TrimPrefix(phrase, " ") + " x")
					if strings.Contains(s.text, phrase) && !s.hasAny(section) {
						t.Errorf("%s: %q is not found in %q", name, phrase, s.text)
					}
				}
			}
		}
	}
}
