package permission_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/claude/permission"
)

const (
	bash = `{"tool_name":"Bash","tool_input":{ "command":"touch \/a", "description" : "a\u2028" },` +
		`"permission_suggestions":[{"type":"setMode", "mode":"acceptEdits","destination":"session"},` +
		`{"directories":["\/a"] , "type":"addDirectories","destination":"session"},{"x":1}]}`
	plain = `{"tool_name":"WebSearch","tool_input":{"query":"x"}}`
	plan  = `{"tool_name":"ExitPlanMode","tool_input":{"plan":"# a"}}`
	asks  = `{"tool_name":"AskUserQuestion","tool_input":`
	which = asks +
		`{"questions":[{"question":"Which?","header":"H","options":[` +
		`{"label":"Red"},{"label":"Dark red"},{"label":"Blue, pale"},{"label":"No"}],"multiSelect":false}]}}`
	several = asks + `{"questions":[{"question":"Which?","options":[` +
		`{"label":"A"},{"label":"B"},{"label":"C, D"}],"multiSelect":true}]}}`
	two = asks + `{"questions":[` +
		`{"question":"One?","options":[{"label":"A"},{"label":"B"}]},` +
		`{"question":"Two?","options":[{"label":"X"},{"label":"Y"}],"multiSelect":true}],` +
		`"answers":{"One?":"B"}, "z":1}}`
)

func parse(t testing.TB, raw string) permission.Request {
	t.Helper()
	r, err := permission.Parse([]byte(raw))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func words(list ...string) permission.Answer { return permission.Answer{Words: list} }

func TestDecide(t *testing.T) {
	t.Parallel()
	command, question := "ls \"a\"\n", func(answers string) string {
		input := strings.TrimSuffix(strings.TrimPrefix(which, asks), "}}")
		return `{"behavior":"allow","updatedInput":` + input + `,"answers":` + answers + `}}`
	}
	approved := func(mode string) string {
		return `{"behavior":"allow","updatedInput":{"plan":"# a"},` +
			`"updatedPermissions":[{"type":"setMode","mode":"` + mode + `","destination":"session"}]}`
	}
	ofSeveral := func(answers string) string {
		input := strings.TrimSuffix(strings.TrimPrefix(several, asks), "}}")
		return `{"behavior":"allow","updatedInput":` + input + `,"answers":{"Which?":"` + answers + `"}}}`
	}
	ofTwo := func(answers string) string {
		input := strings.TrimSuffix(strings.TrimPrefix(two, asks), "}")
		input = strings.Replace(input, `{"One?":"B"}`, answers, 1)
		return `{"behavior":"allow","updatedInput":` + input + `}`
	}
	for _, tt := range []struct {
		name, request string
		answer        permission.Answer
		want          string // the decision
	}{
		{"yes", bash, words("yes"), `{"behavior":"allow"}`},
		{
			"always: what the dialog offers, to the byte", bash, words("always"),
			`{"behavior":"allow","updatedPermissions":[` +
				`{"directories":["\/a"] , "type":"addDirectories","destination":"session"}]}`,
		},
		{
			"a mode", bash, words("accept-edits"),
			`{"behavior":"allow","updatedPermissions":[{"type":"setMode", "mode":"acceptEdits",` +
				`"destination":"session"}]}`,
		},
		{
			"no", bash, words("no"),
			`{"behavior":"deny","message":"The user does not want this tool call; it did not run. ` +
				`Stop, and wait for the user."}`,
		},
		{
			"no, and why", bash, permission.Answer{Words: []string{"no"}, Say: "use \"ls\"\n"},
			`{"behavior":"deny","message":"use \"ls\"\n"}`,
		},
		{
			"edit changes the command alone", bash,
			permission.Answer{Words: []string{"edit"}, Command: &command},
			`{"behavior":"allow","updatedInput":{ "command":"ls \"a\"\n", "description" : "a\u2028" }}`,
		},
		{"a plan is approved", plan, words("approve"), approved("default")},
		{"with yes", plan, words("yes"), approved("default")},
		{
			"to begin with a plan", strings.Replace(plan, "Exit", "Enter", 1), words("yes"),
			`{"behavior":"allow","updatedInput":{"plan":"# a"}}`,
		},
		{
			"and a mode", plan, permission.Answer{Words: []string{"approve"}, Mode: "acceptEdits"},
			approved("acceptEdits"),
		},
		{"not approved", plan, permission.Answer{Words: []string{"no"}, Say: "x"},
			`{"behavior":"deny","message":"x"}`},
		{"a number that is the text of this option", ask(`{"question":"a","options":[{"label":"1"},{"label":"4"}]}`),
			words("1"), `{"behavior":"allow","updatedInput":{"questions":[{"question":"a","options":` +
				`[{"label":"1"},{"label":"4"}]}],"answers":{"a":"1"}}}`},
		{"where a number is the text of another one",
			ask(`{"question":"a","options":[{"label":"2"},{"label":"3"}]}`), words("+2"),
			`{"behavior":"allow","updatedInput":{"questions":[{"question":"a","options":` +
				`[{"label":"2"},{"label":"3"}]}],"answers":{"a":"3"}}}`},
		{"an option by number", which, words("2"), question(`{"Which?":"Dark red"}`)},
		{"by text", which, words("Red"), question(`{"Which?":"Red"}`)},
		{"in other letters", which, words("dark RED"), question(`{"Which?":"Dark red"}`)},
		{"with a comma in it", which, words("Blue, pale"), question(`{"Which?":"Blue, pale"}`)},
		{"a text of one's own", which, words("Green & \"x\""), question(`{"Which?":"Green & \"x\""}`)},
		{"one that looks like an option", which, permission.Answer{Say: "7"}, question(`{"Which?":"7"}`)},
		{"no, and why, where it is an option", which, permission.Answer{Words: []string{"no"}, Say: "x"},
			`{"behavior":"deny","message":"x"}`},
		{"several options", several, words("1,3"), ofSeveral("A, C, D")},
		{"as several words", several, words("b", "1"), ofSeveral("B, A")},
		{"with a text", several, words("1", "more"), ofSeveral("A, more")},
		{"twice the same", several, words("1,A"), ofSeveral("A")},
		{"a word for each question", two, words("1", "x,2"), ofTwo(`{"One?":"A","Two?":"X, Y"}`)},
		{"no to all questions", two, words("no"),
			`{"behavior":"deny","message":"The user does not want to answer this question. ` +
				`Stop, and wait for the user."}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := parse(t, tt.request).Decide(tt.answer)
			if err != nil {
				t.Fatal(err)
			}
			want := `{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":` + tt.want + `}}`
			if diff := cmp.Diff(want, string(got)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestDecideRefuses(t *testing.T) {
	t.Parallel()
	empty, nul, latin := " \n", "a\x00b", "a\xff"
	for _, tt := range []struct {
		name, request string
		answer        permission.Answer
		want          string // a part of the error
	}{
		{"no answer", bash, words(), "takes yes, always, accept-edits, no or edit"},
		{"another word", bash, words("maybe"), "takes yes, always, accept-edits, no or edit"},
		{"two words", bash, words("yes", "no"), "takes yes, always, accept-edits, no or edit"},
		{"an option of nothing", bash, words("1"), "takes yes, always, accept-edits, no or edit"},
		{"approve of what is no plan", bash, words("approve"), "takes yes, always, accept-edits, no or edit"},
		{"always without suggestions", plain, words("always"), "answer yes"},
		{"a text that nobody would get", bash, permission.Answer{Words: []string{"yes"}, Say: "x"},
			"only with the answer no"},
		{"a text that is no text", bash, permission.Answer{Words: []string{"no"}, Say: latin}, "not UTF-8"},
		{"a command that would not run", bash, permission.Answer{Words: []string{"yes"}, Command: &nul},
			"only with the answer edit"},
		{"a mode that would not be set", bash, permission.Answer{Words: []string{"yes"}, Mode: "default"},
			"to a plan"},
		{"edit without a command", bash, words("edit"), "not empty"},
		{"with an empty one", bash, permission.Answer{Words: []string{"edit"}, Command: &empty}, "not empty"},
		{"with NUL", bash, permission.Answer{Words: []string{"edit"}, Command: &nul}, "NUL"},
		{"with what is no text", bash, permission.Answer{Words: []string{"edit"}, Command: &latin},
			"not UTF-8"},
		{"edit of another tool", plain, permission.Answer{Words: []string{"edit"}, Command: &empty},
			"only a call of Bash"},
		{"edit of what has no command", `{"tool_name":"Bash","tool_input":{"command":1}}`,
			permission.Answer{Words: []string{"edit"}, Command: &empty}, "only a call of Bash"},
		{"always for a plan", plan, words("always"), "takes approve or no"},
		{"a mode that opens all", plan,
			permission.Answer{Words: []string{"approve"}, Mode: "bypassPermissions"},
			"the modes are default, acceptEdits"},
		{"a mode with a no", plan, permission.Answer{Words: []string{"no"}, Mode: "default"},
			"only with the answer approve"},
		{"a mode where planning begins", `{"tool_name":"EnterPlanMode","tool_input":{}}`,
			permission.Answer{Words: []string{"approve"}, Mode: "default"}, "only with the answer approve"},
		{"yes to a question", which, words("yes"), `are 1 "Red", 2 "Dark red"`},
		{"no, which is an option, too", which, words("no"), "answer with its number"},
		{"no option with this number", which, words("5"),
			`there is no option 5; the options of "Which?" are 1 "Red"`},
		{"a number below", which, words("0"), "there is no option 0"},
		{"the beginning of an option", which, words("dark"), `beginning of the option "Dark red"`},
		{"two options for one", which, words("1,2"), "takes one answer, not 2"},
		{"two words for one", which, words("1", "2"), "takes one answer, not 2"},
		{"an option and a text", which, words("red, but not so much"), "only a part"},
		{"an empty word", which, words(""), "no answer to the question"},
		{"nothing", which, words(), `no answer; the options of "Which?"`},
		{"a word too few", two, words("1"),
			`1 answers for 2 questions; the options of "One?" are 1 "A", 2 "B"; the options of "Two?"`},
		{"a text for two questions", two, permission.Answer{Say: "x"}, "0 answers for 2 questions"},
		{"a number that is the text of another one", ask(`{"question":"a","options":[{"label":"2"},{"label":"4"}]}`),
			words("2"), "the text of another: +2 is the number"},
		{"edits allowed where planning begins", `{"tool_name":"EnterPlanMode","tool_input":{}}`,
			words("approve", "--mode", "acceptEdits"), "takes approve or no"},
		{"options with one text", ask(`{"question":"a","options":[{"label":"x"},{"label":"x"}]}`), words("1"),
			"the same text"},
		{"options that differ in the size of letters",
			ask(`{"question":"a","options":[{"label":"xy"},{"label":"XY"}]}`),
			words("Xy"), "several options"},
		{"questions with one text", ask(`{"question":"a"},{"question":"a"}`), words("1", "2"),
			"that of another one"},
		{"a question without a text", ask(`{"options":[]}`), words("1"), "question 1: it has no text"},
		{"half a character", ask(`{"question":"\ud800"}`), words("1"), "question 1: it has no text"},
		{"an option that is no object", ask(`{"question":"a","options":[1]}`), words("1"),
			"option 1 has no text"},
		{"options that are no list", ask(`{"question":"a","options":{}}`), words("1"), "it has no options"},
		{"no questions", `{"tool_name":"AskUserQuestion","tool_input":{"questions":{}}}`, words("1"),
			"only no answers this"},
	} {
		got, err := parse(t, tt.request).Decide(tt.answer)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %s, error %v; not %q", tt.name, got, err, tt.want)
		}
	}
}

func TestOffers(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, request, word string
		want                bool
	}{
		{"a number", which, "2", true},
		{"a text", which, "dark red", true},
		{"of the second question", two, "x", true},
		{"the beginning of one", which, "dark", false},
		{"a text of one's own", which, "%1", false},
		{"what asks no question", bash, "1", false},
	} {
		if got := parse(t, tt.request).Offers(tt.word); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}

// TestMeaning: a person is told which of his words go as a text.
func TestMeaning(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, request, want string
		words               []string
		hasText             bool
	}{
		{"a number", which, "Dark red", []string{"2"}, false},
		{"a misspelt option", which, `"drak red" (no option: goes as a text)`, []string{"drak red"}, true},
		{"one of two", two, `A; "other" (no option: goes as a text)`, []string{"a", "other"}, true},
		{"what it does not take", which, "", []string{"7"}, false},
		{"no question", bash, "", []string{"yes"}, false},
		{"another tool with questions", `{"tool_name":"mcp__survey__publish","tool_input":{"questions":[{"question":"a"}]}}`,
			"", []string{"yes"}, false},
	} {
		got, hasText := parse(t, tt.request).Meaning(tt.words)
		if got != tt.want || hasText != tt.hasText {
			t.Errorf("%s: %q, %v", tt.name, got, hasText)
		}
	}
}

func ask(questions string) string {
	return `{"tool_name":"AskUserQuestion","tool_input":{"questions":[` + questions + `]}}`
}

// TestCheckNo: a no that is also an option of one of several questions would turn all of them down.
func TestCheckNo(t *testing.T) {
	t.Parallel()
	r := parse(t, ask(`{"question":"a"},{"question":"b","options":[{"label":"Yes"},{"label":"No"}]}`))
	if err := r.Check(0, "no"); err != nil {
		t.Error(err)
	}
	if err := r.Check(1, "no"); err == nil || !strings.Contains(err.Error(), "answer with its number") {
		t.Error(err)
	}
	if err := r.Check(1, "No"); err != nil {
		t.Error(err)
	}
}

// TestTakes: each answer that is offered for typing is one.
func TestTakes(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, request, want string }{
		{"a command", `{"tool_name":"Bash","tool_input":{"command":"ls"}}`, "yes, no"},
		{"a command with a rule that Claude Code offers", `{"tool_name":"Bash","tool_input":{"command":"ls"},` +
			`"permission_suggestions":[{"type":"addRules","behavior":"allow",` +
			`"rules":[{"toolName":"Bash","ruleContent":"ls:*"}],"destination":"localSettings"}]}`, "yes, always, no"},
		{"a plan", `{"tool_name":"ExitPlanMode","tool_input":{"plan":"x"}}`, "approve, approve --mode acceptEdits, no"},
		{"to plan", `{"tool_name":"EnterPlanMode","tool_input":{}}`, "approve, no"},
	} {
		r := parse(t, tt.request)
		if got := r.Takes(); got != tt.want {
			t.Errorf("%s: %q, not %q", tt.name, got, tt.want)
		}
		for word := range strings.SplitSeq(r.Takes(), ", ") {
			if err := r.Check(0, word); err != nil {
				t.Errorf("%s: %v", tt.name, err)
			}
		}
	}
}
