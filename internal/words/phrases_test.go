package words

import (
	"maps"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// headingLine is the first line of a section: its name, and in English what its phrases do.
var headingLine = regexp.MustCompile(`^\[([a-z ]+)\]( .+)?$`)

// TestPhraseFiles reads each text file line by line, as the top of english.txt describes it, and wants the
// hook to find the same phrases in the same sections. The hook itself takes whatever stands there.
func TestPhraseFiles(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("phrases/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	latin, other := latinPhrases(), otherPhrases()
	if len(files) != len(latin.texts)+len(other.texts) || len(files) < 26 || len(latin.texts) != other.bit {
		t.Errorf("%d files, %d and %d languages read", len(files), len(latin.texts), len(other.texts))
	}
	want, got := map[string][]string{}, map[string][]string{}
	english := checkPhrases(t, "phrases/english.txt", nil)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		want[string(text)] = checkPhrases(t, file, english)
	}
	for _, l := range []*lexicon{latin, other} {
		if len(l.phrases) >= math.MaxUint16 || len(l.lists) >= math.MaxUint8 {
			t.Error("more phrases or sections than the types of their numbers have room for")
		}
		for _, p := range l.phrases[1:] {
			text := l.texts[p.language]
			got[text] = append(got[text], l.lists[p.list]+": "+text[p.start:][:p.size])
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("a hook finds other phrases (-want +got):\n%s", diff)
	}
}

// checkPhrases reports what is wrong in the text file of a language. It returns the phrases with their
// sections. English has all sections.
func checkPhrases(t *testing.T, file string, english []string) (phrases []string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	section := ""
	for i, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
		wrong := func(what string) { t.Errorf("%s:%d: %s: %s", file, i+1, what, line) }
		isInSection := func(phrase string) bool { return strings.HasPrefix(phrase, section+": ") }
		name := headingLine.FindStringSubmatch(line)
		switch {
		case line == "":
			section = ""
		case name != nil:
			if section = name[1]; english != nil && !slices.ContainsFunc(english, isInSection) {
				wrong("English has no such section")
			}
			if (file == "phrases/english.txt") == (name[2] == "") {
				wrong("only English says what its phrases do")
			}
		case strings.HasPrefix(line, "#") && len(phrases) == 0:
		case section == "":
			wrong("in no section")
		default:
			phrase := strings.TrimSuffix(strings.TrimPrefix(line, `"`), `"`)
			if len(phrase) != len(line)-2 || !isPhrase(phrase) {
				wrong("no phrase between quotation marks, in lower case")
			}
			if phrase = section + ": " + phrase; slices.Contains(phrases, phrase) {
				wrong("twice in this section")
			}
			phrases = append(phrases, phrase)
		}
	}
	return phrases
}

// isPhrase reports whether a sentence, as it is prepared for the search, can contain a text.
func isPhrase(text string) bool {
	prepared := normalized(text)
	return utf8.ValidString(text) && 3 <= len(text) && len(text) <= math.MaxUint8 &&
		strings.TrimSpace(text) != "" && !strings.ContainsAny(text, `"[]`) &&
		strings.Contains(prepared.text, strings.TrimSpace(text)) && !strings.Contains(text, "  ")
}

// TestEachPhraseIsFound: the search finds each phrase where it stands.
func TestEachPhraseIsFound(t *testing.T) {
	t.Parallel()
	for _, l := range []*lexicon{latinPhrases(), otherPhrases()} {
		for _, p := range l.phrases[1:] {
			phrase := l.texts[p.language][p.start:][:p.size]
			s := normalized("x " + strings.TrimPrefix(phrase, " ") + " x")
			want := hit{l.lists[p.list], 1 << l.bit << p.language, strings.Index(s.text, phrase), 0}
			want.end = want.start + len(phrase)
			if want.start >= 0 && !slices.Contains(s.hits, want) {
				t.Errorf("%q is not found in %q", phrase, s.text)
			}
		}
	}
}

// TestEachListIsUsed: the rules use each section, and no other.
func TestEachListIsUsed(t *testing.T) {
	t.Parallel()
	used := map[string]bool{}
	for _, file := range []string{"intent.go", "sentence.go", "sentences.go"} {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range listName.FindAllStringSubmatch(string(source), -1) {
			used[name[1]], used[name[2]] = true, true
		}
	}
	delete(used, "")
	if diff := cmp.Diff(slices.Sorted(slices.Values(latinPhrases().lists)), slices.Sorted(maps.Keys(used))); diff != "" {
		t.Errorf("sections without a rule, and rules without a section (-sections +rules):\n%s", diff)
	}
}

// listName is a section where a rule names it.
var listName = regexp.MustCompile(`(?:has\(|begins\(|== |case |\{)"([a-z ]{3,})"(?:, "([a-z ]+)")?`)
