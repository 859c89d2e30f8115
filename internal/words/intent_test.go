package words_test

import (
	"embed"
	"fmt"
	"slices"
	"strings"
	"testing"

	"atm/internal/words"
	"atm/tmuxopt"
)

//go:embed testdata/*.txt
var testdata embed.FS

// labelled is a last message with what people say it wants.
type labelled struct {
	place    string // file and number
	want     tmuxopt.TurnIntent
	language string
	message  string
}

// messages reads one set of the testdata: "=== label language", then the message.
func messages(t testing.TB, file string) []labelled {
	t.Helper()
	data, err := testdata.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	var all []labelled
	for i, entry := range strings.Split("\n"+string(data), "\n=== ")[1:] {
		head, message, _ := strings.Cut(entry, "\n")
		label, language, _ := strings.Cut(head, " ")
		want := tmuxopt.TurnIntent(label)
		if label == "neither" {
			want = ""
		} else if want != tmuxopt.Question && want != tmuxopt.Completion {
			t.Fatalf("%s, message %d: %q is no label", file, i+1, label)
		}
		all = append(all, labelled{
			place: fmt.Sprintf("%s, message %d", file, i+1), want: want, language: language,
			message: strings.TrimSuffix(message, "\n"),
		})
	}
	return all
}

// sets are the files of the testdata.
var sets = []string{
	"intents_first.txt", "intents_held_out.txt", "intents_second_held_out.txt", "intents_independent.txt",
	"intents_independent_2.txt",
}

// courtesyEndings are words in the last sentence of a message that end politely.
var courtesyEndings = []string{
	"let me know", "feel free", "anything else", "happy to", "just ask", "would you like", "want more",
	"bei fragen", "falls du noch fragen", "hésitez", "souhaitez", "avísame", "dudes", "é só avisar",
	"fammi sapere", "altre domande", "laat het me weten", "daj znać", "お知らせください", "随时告诉我",
	"말씀해 주세요", "알려 주세요", "обращайтесь",
}

func endsPolitely(message string) bool {
	end := strings.ToLower(words.LastSentence(message))
	return slices.ContainsFunc(courtesyEndings, func(ending string) bool { return strings.Contains(end, ending) })
}

// TestIntent wants nine of ten right, and no report that ends politely called a question.
//
// The rules were written while the first set was known, so that its figures estimate nothing.
// The other two were written when the rules were finished, by the same author. What they gave
// at their first run:
//
//   - held out: 100 of 114 right (87.7 %). Of 48 questions 8 were called a completion, of 51
//     completions 1 a question, of 15 neithers 5 a completion. The rules were then made to
//     cover the kinds of sentences that they had missed.
//   - second held out: 39 of 44 right (88.6 %). Of 20 questions 2 were called a completion, of
//     19 completions 1 had no intent, of 5 neithers 2 were called a completion.
//
// The independent set was written by somebody who did not know the rules, in 21 languages. At its
// first run 98 of 120 were right (81.7 %): of 54 questions 14 were called a completion and 2 had no
// intent, of 54 completions 1 was called a question, of 12 neithers 5 were called a completion. The
// pleas were then added to the rules with this set known, so that its figures estimate nothing now.
//
// The second independent set was not looked at before the rules with pleas were finished. At its
// first run 106 of 110 were right (96.4 %): of 50 questions 3 were called a completion, of 51
// completions none was called anything else, of 9 neithers 1 was called a completion. This set is
// easier than the other: 34 of its 50 questions end in a question mark (25 of 54 there), and the
// rules without pleas were right for 103. Its four mistakes were then fixed where they showed a
// general flaw: "Tell me if they're OK", "Do I have your …?", "should the …?", "Interrupted by".
func TestIntent(t *testing.T) {
	t.Parallel()
	right, total := 0, 0
	for _, set := range sets {
		confusion, all, before := map[string]int{}, messages(t, set), right
		for _, m := range all {
			got := words.Intent(m.message)
			confusion[fmt.Sprintf("%q called %q", m.want, got)]++
			if got == m.want {
				right++
				continue
			}
			t.Logf("%s (%s): %q, want %q:\n%s", m.place, m.language, got, m.want, m.message)
			if got == tmuxopt.Question && endsPolitely(m.message) {
				t.Errorf("%s ends politely, and is called a question", m.place)
			}
		}
		total += len(all)
		t.Logf("%s: %d of %d right: %v", set, right-before, len(all), confusion)
	}
	if total < 500 || right*10 < total*9 {
		t.Errorf("%d of %d right, want nine of ten, of at least 500", right, total)
	}
}

// TestIntentWithCourtesy: a polite ending makes no question of a report, and hides no question.
func TestIntentWithCourtesy(t *testing.T) {
	t.Parallel()
	endings := []string{
		"Let me know if you have any questions!", "Is there anything else I can help you with?",
		"Feel free to ask.", "Sag Bescheid, falls du noch Fragen hast.",
		"N'hésitez pas si vous avez des questions.", "¿Necesitas algo más?",
		"Precisa de mais alguma coisa?", "Hai bisogno di altro?", "Heb je nog vragen?", "Masz jakieś pytania?",
		"他にご質問があればお知らせください。", "还有其他问题吗？", "다른 질문이 있으신가요?", "Остались вопросы?",
	}
	for _, set := range sets {
		for _, m := range messages(t, set) {
			for _, ending := range endings {
				if got, want := words.Intent(m.message+"\n\n"+ending), words.Intent(m.message); got != want {
					t.Errorf("%s with %q: %q, want %q", m.place, ending, got, want)
				}
			}
		}
	}
}

// TestIntentRules has a row for each rule, and for what looks like its case but is not.
func TestIntentRules(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, message string
		want          tmuxopt.TurnIntent
	}{
		{"no prose", "```\nis this a question?\n```", ""},
		{"a question mark in code", "I removed the mark.\n\n    a ? b\n", tmuxopt.Completion},
		{"a question mark in inline code", "I renamed it to `empty?`", tmuxopt.Completion},
		{"a question mark in an address", "It is at https://example.org/?", tmuxopt.Completion},
		{"an ellipsis in a sentence", "The label now reads Save… instead of Save. Both dialogs match.",
			tmuxopt.Completion},
		{"an ellipsis at its end", "Running the tests...", ""},
		{"a quotation", "I answered it.\n\n> Should I go on?", tmuxopt.Completion},
		{"quoted words", "The page says \"Are you sure?\"", tmuxopt.Completion},
		{"only a courtesy", "How can I help you today?", ""},
		{"only a greeting", "How can I help?", ""},
		{"a greeting with an open question", "Hello! What would you like me to focus on?", ""},
		{"an open question alone", "What would you like me to focus on?", ""},
		{"another one", "Hi there! I'm ready. What's on your mind?", ""},
		{"a greeting in German", "Hallo! Woran möchtest du arbeiten?", ""},
		{"a greeting in Japanese", "こんにちは！何から始めましょうか？", ""},
		{"a greeting with a question for a decision", "Hi! There are changes on main. Should I commit them?",
			tmuxopt.Question},
		{"a greeting with a choice", "Hi! I see two:\n- parser\n- cache\n\nWhat would you like me to focus on?",
			tmuxopt.Question},
		{"an open question after a report", "I have read it. The parser and the cache are weak. " +
			"What would you like me to focus on?", tmuxopt.Question},
		{"an open question that is none", "What can we use as the key?", tmuxopt.Question},
		{"a question with a colon above a list", "Which database should I use:\n- PostgreSQL\n- SQLite",
			tmuxopt.Question},
		{"the same with a recommendation", "Which database should I use:\n1. PostgreSQL\n2. SQLite\n\nI lean to 2.",
			tmuxopt.Question},
		{"of a verb and a colon", "Should I:\n- delete it\n- keep it", tmuxopt.Question},
		{"in German", "Welche Datenbank soll ich nehmen:\n- PostgreSQL\n- SQLite", tmuxopt.Question},
		{"a report with a colon above a list", "Which tests failed:\n- a\n- b", tmuxopt.Completion},
		{"what should be there, with a colon", "The list should include:\n- a\n- b", tmuxopt.Completion},
		{"what one could want, with a colon", "If you want more:\n- a\n- b", tmuxopt.Completion},
		{"a question before a courtesy", "Should I push it?\n\nLet me know if you have questions.",
			tmuxopt.Question},
		{"a question mark at the end", "Which file?", tmuxopt.Question},
		{"a question in brackets", "I can remove it (or is it in use?).", tmuxopt.Question},
		{"Greek", "Να συνεχίσω;", tmuxopt.Question},
		{"a semicolon in another language", "I changed a;", tmuxopt.Completion},
		{"Armenian, where the mark stands in the word", "Շարունակե՞մ։", tmuxopt.Question},
		{"Japanese without a question mark", "続けますか。", tmuxopt.Question},
		{"a request without a question mark", "Please confirm the plan.", tmuxopt.Question},
		{"a question before a list", "Which one?\n- a\n- b", tmuxopt.Question},
		{"a list after a statement", "Two changes:\n- a\n- b", tmuxopt.Completion},
		{"a question before its default", "Which port? If you don't mind, I'll take 80.", tmuxopt.Question},
		{"a question that stands between statements", "Which port is it? The one in the file. I set it.",
			tmuxopt.Completion},
		{"only the person knows", "Should I delete it? The file is 3 GB and was last read in May.",
			tmuxopt.Question},
		{"only the person decides how it should be", "Should the form save by itself? The ticket says so.",
			tmuxopt.Question},
		{"an answer that was cut off", "Let me look at how the routes are", ""},
		{"a status that trails off", "Running 4 agents… (2 finished)", ""},
		{"a question that is answered", "Should you worry? No, it is cached.", tmuxopt.Completion},
		{"a heading that asks", "## What changed?\n\n- a\n- b", tmuxopt.Completion},
		{"a rhetorical question", "Why is it slow? - it reads twice\n- it waits", tmuxopt.Completion},
		{"an error of the API", "API Error: 500 Internal server error", ""},
		{"a refusal", "I can't help with that.", ""},
		{"work that goes on", "The tests are running in the background.", ""},
		{"a report with work that goes on", "I fixed the parser. The tests are running in the background.",
			tmuxopt.Completion},
		{"anything else", "The answer is 42.", tmuxopt.Completion},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := words.Intent(tt.message); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// FuzzIntent: any text has one of three intents, and code after it does not change which.
func FuzzIntent(f *testing.F) {
	for _, set := range sets {
		for _, m := range messages(f, set) {
			f.Add(m.message)
		}
	}
	f.Fuzz(func(t *testing.T, message string) {
		got := words.Intent(message)
		if !slices.Contains([]tmuxopt.TurnIntent{"", tmuxopt.Question, tmuxopt.Completion}, got) {
			t.Errorf("%q is no intent", got)
		}
		if len(message) > 2000 { // only the end of a long text is read, and this moves it
			return
		}
		if with := words.Intent(message + "\n```go\nwhat?\n```\n"); with != got {
			t.Errorf("%q, with code behind it %q", got, with)
		}
	})
}
