package e2e

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"
)

// The language of prompts: steps with " -> " between them, one for each answer
// of the model; in a step, calls with " + " between them, made at once; in a
// call, a verb and what it is about.
//
//	say: TEXT          answers with the text
//	slow: SECONDS      answers for so long
//	run: COMMAND       Bash
//	ask: QUESTION      AskUserQuestion, with the choices Red and Blue; between several questions
//	                   stands " | "
//	ask many: QUESTION the same, and each question takes several choices
//	plan: TEXT         ExitPlanMode
//	agent: PROMPT      a subagent in the background, with a prompt of this language
//	                   in which " => " stands between the steps
//	wait agent: PROMPT a subagent that the main thread waits for
//	use: TOOL INPUT    any other tool, with its input as JSON
//	error: TEXT        the API refuses the request
//	limit: SECONDS     the API refuses the request, because the account's limit starts again in so many seconds
//	full: TEXT         the API refuses the first request as too long, so that the client compacts
//	tokens: NUMBER     this answer has used so many tokens of the context
//
// A longer text, as a handoff is, has such a prompt in a line that begins with "now: ".
//
// After the last step, and to whatever else the client asks (titles, summaries),
// the model answers "Done.".
var verbs = []string{
	"say", "slow", "run", "ask", "ask many", "plan", "agent", "wait agent", "use", "error", "limit", "full", "tokens",
}

// request is what matters of a request to the Messages API.
type request struct {
	Model    string
	Stream   bool
	Messages []struct {
		Role    string
		Content content
	}
	Tools []struct{ Name string }
}

// content is the text blocks of a message, which may also be a mere string.
type content []string

func (c *content) UnmarshalJSON(text []byte) error {
	var one string
	if json.Unmarshal(text, &one) == nil {
		*c = content{one}
		return nil
	}
	var blocks []struct{ Type, Text string }
	if err := json.Unmarshal(text, &blocks); err != nil {
		return err
	}
	for _, b := range blocks {
		if b.Type == "text" {
			*c = append(*c, b.Text)
		}
	}
	return nil
}

// prompt returns the newest prompt of the language, and how many answers the
// model has given to it.
func (r request) prompt() (text string, answers int) {
	for i := len(r.Messages) - 1; i >= 0; i-- {
		m := r.Messages[i]
		if m.Role == "assistant" {
			answers++
			continue
		}
		for j := len(m.Content) - 1; j >= 0; j-- {
			if text := promptIn(m.Content[j]); text != "" {
				return text, answers
			}
		}
	}
	return "", answers
}

// promptIn returns the prompt of the language that a text is, or has in a line of its own.
func promptIn(text string) string {
	if verb, _ := call(text); verb != "" {
		return strings.TrimSpace(text)
	}
	for line := range strings.Lines(text) {
		if prompt, found := strings.CutPrefix(line, "now: "); found {
			return strings.TrimSpace(prompt)
		}
	}
	return ""
}

// translate puts the meanings of texts into their places.
func (r request) translate(meanings *sync.Map) {
	for _, m := range r.Messages {
		for i, text := range m.Content {
			if meaning, found := meanings.Load(strings.TrimSpace(text)); found {
				m.Content[i] = meaning.(string)
			}
		}
	}
}

// call splits "run: sleep 2" into the verb and what it is about. The verb is
// empty if it is none of the language.
func call(text string) (verb, about string) {
	for _, verb := range verbs {
		if about, found := strings.CutPrefix(strings.TrimSpace(text), verb+": "); found {
			return verb, about
		}
	}
	return "", ""
}

// answer is what the model says.
type answer struct {
	blocks []block
	pause  time.Duration // after each line
	refuse string        // the API's error instead
	limit  int           // if set, the account's limit is reached, and starts again in so many seconds
	full   bool          // the API says that the prompt is too long, the first time
	tokens int           // of the context
}

// ordinaryTokens is how many tokens of the context an answer uses that does not say so.
const ordinaryTokens = 42100

// pause is what a slow answer takes for a line, be it empty: the client shows no part of one.
const pause = 125 * time.Millisecond

// block is a content block: text, or the call of a tool.
type block struct {
	text  string
	tool  string
	input any
}

func (a answer) calls() bool {
	for _, b := range a.blocks {
		if b.tool != "" {
			return true
		}
	}
	return false
}

// answer carries out the step of the prompt that is due. A request without tools
// is one of the client's own, for a title or the like.
func (r request) answer() answer {
	prompt, answers := r.prompt()
	steps := strings.Split(prompt, " -> ")
	if prompt == "" || answers >= len(steps) || len(r.Tools) == 0 {
		return answer{blocks: []block{{text: "Done."}}, tokens: ordinaryTokens}
	}
	a := answer{tokens: ordinaryTokens}
	for _, text := range strings.Split(steps[answers], " + ") {
		switch verb, about := call(text); verb {
		case "error":
			a.refuse = about
		case "limit":
			a.limit, _ = strconv.Atoi(about) // 0 is now
		case "full":
			a.full = true
		case "slow":
			seconds, _ := strconv.Atoi(about) // 0 is quick
			a.blocks = append(a.blocks,
				block{text: strings.Repeat("slowly\n\n", seconds*int(time.Second/pause))})
			a.pause = pause
		case "tokens":
			a.tokens, _ = strconv.Atoi(about) // 0 is none
		case "say":
			a.blocks = append(a.blocks, block{text: about})
		default:
			a.blocks = append(a.blocks, r.use(verb, about))
		}
	}
	if len(a.blocks) == 0 {
		a.blocks = []block{{text: "Done."}}
	}
	return a
}

// use is the call of a tool.
func (r request) use(verb, about string) block {
	switch verb {
	case "run":
		return block{tool: "Bash", input: object{"command": about, "description": "as told"}}
	case "ask", "ask many":
		return block{tool: "AskUserQuestion", input: object{"questions": questions(about, verb == "ask many")}}
	case "plan":
		return block{tool: "ExitPlanMode", input: object{"plan": about}}
	case "agent", "wait agent":
		return block{tool: r.agentTool(), input: object{"description": "as told",
			"prompt":        strings.ReplaceAll(about, " => ", " -> "),
			"subagent_type": "general-purpose", "run_in_background": verb == "agent"}}
	case "use":
		tool, input, _ := strings.Cut(about, " ")
		return block{tool: tool, input: json.RawMessage(input)}
	default:
		return block{text: fmt.Sprintf("I do not know %q.", verb)}
	}
}

// questions are those of AskUserQuestion.
func questions(about string, many bool) (list []object) {
	for i, question := range strings.Split(about, " | ") {
		list = append(list, object{
			"question": question, "header": fmt.Sprintf("Choice %d", i+1), "multiSelect": many,
			"options": []object{{"label": "Red", "description": "warm"}, {"label": "Blue", "description": "cold"}},
		})
	}
	return list
}

type object map[string]any

// agentTool is the name of the tool that starts a subagent, which has changed.
func (r request) agentTool() string {
	for _, t := range r.Tools {
		if t.Name == "Task" {
			return "Task"
		}
	}
	return "Agent"
}
