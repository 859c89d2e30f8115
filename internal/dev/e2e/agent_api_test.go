package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// agentAPI is a scripted model for agents other than Claude Code: the Responses API, which Codex speaks, Chat
// Completions, which Qwen Code speaks, and that of Gemini CLI. A word in the last prompt chooses what the model wants:
// see intended.
type agentAPI struct {
	ids atomic.Int64
}

// serveAgents serves the model on loopback until the test ends.
func serveAgents(tb testing.TB) (url string) {
	s := httptest.NewServer(&agentAPI{})
	tb.Cleanup(func() {
		s.CloseClientConnections() // an answer may be under way
		s.Close()
	})
	return s.URL + "/v1"
}

// intention is what the model wants: to say something, or to call a tool.
type intention struct {
	text      string
	tool      toolUse
	arguments object
	after     time.Duration
	fails     bool
}

// toolUse is what a tool is for; each agent has its own name for it.
type toolUse string

const (
	runs       toolUse = "run"        // a command that needs nobody
	runsBeyond toolUse = "run beyond" // a command that needs a permission
	delegates  toolUse = "delegate"   // to a subagent
	awaits     toolUse = "await"      // that subagent
)

// spawned finds the id of the subagent in the result of the tool that has started it.
var spawned = regexp.MustCompile(`agent_id\W+([0-9a-f-]{36})`)

// intended returns what the model wants after a prompt, or after the result of a tool.
func intended(prompt, result string) intention {
	if agent := spawned.FindStringSubmatch(result); agent != nil {
		return intention{tool: awaits, arguments: object{"targets": []string{agent[1]}, "timeout_ms": 60000}}
	}
	switch {
	case result != "":
		return intention{text: "Done."}
	case strings.Contains(prompt, "DELEGATE"):
		return intention{tool: delegates, arguments: object{"message": "RUN inside", "prompt": "RUN inside",
			"description": "look around", "subagent_type": "general-purpose", "agent_type": "explorer"}}
	case strings.Contains(prompt, "RUN"):
		return intention{tool: runs}
	case strings.Contains(prompt, "MAY I"):
		return intention{tool: runsBeyond}
	case strings.Contains(prompt, "THINK"):
		return intention{text: "Hello.", after: patience}
	case strings.Contains(prompt, "FAIL"):
		return intention{fails: true}
	}
	return intention{text: "Hello."}
}

// agentRequest is what is read of a request, in any protocol.
type agentRequest struct {
	Stream   bool
	Input    []agentMessage // of the Responses API
	Messages []agentMessage // of Chat Completions
	Contents []struct {     // of Gemini
		Role  string
		Parts []struct {
			Text             string
			FunctionResponse json.RawMessage
		}
	}
	Tools []struct{ Type string }
}

// agentMessage is one message or tool result.
type agentMessage struct {
	Type, Role string
	Content    json.RawMessage
	Output     json.RawMessage
}

// last returns the last prompt, and the result of a tool that came after it.
func (q agentRequest) last() (prompt, result string) {
	for _, m := range append(q.Input, q.Messages...) {
		switch {
		case m.Role == "user":
			prompt, result = string(m.Content), ""
		case m.Role == "tool":
			result = string(m.Content)
		case strings.HasSuffix(m.Type, "_output"):
			result = string(m.Output)
		}
	}
	for _, c := range q.Contents {
		for _, part := range c.Parts {
			switch {
			case len(part.FunctionResponse) > 0:
				result = string(part.FunctionResponse)
			case c.Role == "user" && part.Text != "":
				prompt, result = part.Text, ""
			}
		}
	}
	return prompt, result
}

func (a *agentAPI) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var q agentRequest
	if r.Method != http.MethodPost || json.NewDecoder(r.Body).Decode(&q) != nil {
		sendJSON(w, http.StatusOK, object{"models": []int{}, "data": []int{}})
		return
	}
	wanted := intention{text: "{}"} // a request for a title has no tools
	if len(q.Tools) > 0 {
		wanted = intended(q.last())
	}
	select {
	case <-time.After(wanted.after):
	case <-r.Context().Done():
		return
	}
	switch {
	case wanted.fails:
		sendJSON(w, http.StatusBadRequest, object{"error": object{"message": "scripted", "type": "invalid_request_error"}})
	case strings.HasSuffix(r.URL.Path, "/responses"):
		a.respond(w, wanted)
	case strings.HasSuffix(r.URL.Path, "Content"):
		a.generate(w, wanted, strings.HasSuffix(r.URL.Path, ":streamGenerateContent"))
	default:
		a.complete(w, wanted, q.Stream)
	}
}

// respond answers in the Responses API.
func (a *agentAPI) respond(w http.ResponseWriter, wanted intention) {
	item := object{"type": "message", "role": "assistant", "id": a.id("m"),
		"content": []object{{"type": "output_text", "text": wanted.text}}}
	if wanted.tool != "" {
		name, namespace, arguments := codexTool(wanted)
		item = object{"type": "function_call", "id": a.id("f"), "call_id": a.id("c"), "name": name,
			"arguments": asJSON(arguments)}
		if namespace != "" {
			item["namespace"] = namespace
		}
	}
	usage := object{"input_tokens": 1, "input_tokens_details": nil, "output_tokens": 1, "output_tokens_details": nil,
		"total_tokens": 2}
	w.Header().Set("Content-Type", "text/event-stream")
	for _, event := range []object{
		{"type": "response.created", "response": object{"id": "r"}},
		{"type": "response.output_item.done", "output_index": 0, "item": item},
		{"type": "response.completed", "response": object{"id": "r", "usage": usage}},
	} {
		fmt.Fprintf(w, "event: %s\ndata: %s\n\n", event["type"], asJSON(event))
	}
}

// codexTool returns Codex' name for a tool, and the arguments.
func codexTool(wanted intention) (name, namespace string, arguments object) {
	switch wanted.tool {
	case runs:
		return "exec_command", "", object{"cmd": "sleep 2; echo hi"}
	case runsBeyond:
		return "exec_command", "", object{"cmd": "sleep 4; touch ../outside", "yield_time_ms": 20000,
			"sandbox_permissions": "require_escalated", "justification": "it has to"}
	case delegates:
		return "spawn_agent", "multi_agent_v1", object{"message": wanted.arguments["message"], "agent_type": "explorer"}
	default:
		return "wait_agent", "multi_agent_v1", wanted.arguments
	}
}

// complete answers in Chat Completions.
func (a *agentAPI) complete(w http.ResponseWriter, wanted intention, streams bool) {
	message, finish := object{"role": "assistant", "content": wanted.text}, "stop"
	if wanted.tool != "" {
		name, arguments := qwenTool(wanted)
		message, finish = object{"role": "assistant", "tool_calls": []object{{"index": 0, "id": a.id("c"),
			"type": "function", "function": object{"name": name, "arguments": asJSON(arguments)}}}}, "tool_calls"
	}
	usage := object{"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
	answer := func(kind, member string, message object, finish any) object {
		return object{"id": "r", "object": kind, "created": 1, "model": "scripted", "usage": usage,
			"choices": []object{{"index": 0, member: message, "finish_reason": finish}}}
	}
	if !streams {
		sendJSON(w, http.StatusOK, answer("chat.completion", "message", message, finish))
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	fmt.Fprintf(w, "data: %s\n\ndata: %s\n\ndata: [DONE]\n\n",
		asJSON(answer("chat.completion.chunk", "delta", message, nil)),
		asJSON(answer("chat.completion.chunk", "delta", object{}, finish)))
}

// generate answers as Gemini does.
func (a *agentAPI) generate(w http.ResponseWriter, wanted intention, streams bool) {
	part := object{"text": wanted.text}
	if wanted.tool != "" {
		name, arguments := qwenTool(wanted) // Qwen Code has its tools from Gemini CLI
		part = object{"functionCall": object{"id": a.id("c"), "name": name, "args": arguments}}
	}
	answer := object{
		"candidates": []object{{"index": 0, "finishReason": "STOP",
			"content": object{"role": "model", "parts": []object{part}}}},
		"usageMetadata": object{"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2},
	}
	if !streams {
		sendJSON(w, http.StatusOK, answer)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	fmt.Fprintf(w, "data: %s\r\n\r\n", asJSON(answer))
}

// qwenTool returns Qwen Code's name for a tool, and the arguments.
func qwenTool(wanted intention) (name string, arguments object) {
	command := object{"command": "ls", "description": "looks", "is_background": false}
	switch wanted.tool {
	case runs:
		return "run_shell_command", command
	case runsBeyond:
		command["command"] = "sleep 1; touch ../outside"
		return "run_shell_command", command
	default:
		return "agent", object{"description": wanted.arguments["description"], "prompt": wanted.arguments["prompt"],
			"subagent_type": wanted.arguments["subagent_type"]}
	}
}

func (a *agentAPI) id(kind string) string { return fmt.Sprintf("%s%d", kind, a.ids.Add(1)) }

func asJSON(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(text)
}
