package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Serve serves a scripted Messages API on loopback until the test ends. It returns its URL, and
// what it is told. A prompt that is among the meanings stands for another one, in the language of
// prompts.
func Serve(tb testing.TB, meanings *sync.Map) (url string, said *conversation) {
	a := &api{meanings: meanings}
	s := httptest.NewServer(http.HandlerFunc(a.serve))
	tb.Cleanup(func() {
		s.CloseClientConnections() // an answer may be under way
		s.Close()
	})
	return s.URL, &a.conversation
}

type api struct {
	ids          atomic.Int64
	full         sync.Map // the prompts that were refused as too long
	conversation conversation
	meanings     *sync.Map // prompts of the language, by what a person types instead
}

// tooLong is the error at which the client compacts, and sends the prompt again.
const tooLong = "prompt is too long: 205000 tokens > 200000 maximum"

// serve answers requests for messages; to everything else it says something
// harmless.
func (a *api) serve(w http.ResponseWriter, r *http.Request) {
	switch {
	case strings.HasSuffix(r.URL.Path, "/count_tokens"):
		sendJSON(w, http.StatusOK, object{"input_tokens": 10})
	case r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/v1/messages"):
		var q request
		body, err := io.ReadAll(r.Body)
		if err == nil {
			err = json.Unmarshal(body, &q)
		}
		if err != nil {
			refuse(w, err.Error())
			return
		}
		a.conversation.note(body)
		q.translate(a.meanings)
		a.message(r.Context(), w, q)
	default:
		sendJSON(w, http.StatusOK, object{"data": []int{}})
	}
}

func (a *api) message(ctx context.Context, w http.ResponseWriter, q request) {
	reply := q.answer()
	if reply.refuse != "" {
		refuse(w, reply.refuse)
		return
	}
	if reply.limit > 0 {
		limitReached(w, time.Now().Add(time.Duration(reply.limit)*time.Second))
		return
	}
	if reply.full {
		prompt, _ := q.prompt()
		if _, again := a.full.LoadOrStore(prompt, true); !again {
			refuse(w, tooLong)
			return
		}
	}
	var blocks []object
	for _, b := range reply.blocks {
		blocks = append(blocks, a.content(b))
	}
	stop := "end_turn"
	if reply.calls() {
		stop = "tool_use"
	}
	message := object{"id": a.id("msg"), "type": "message", "role": "assistant", "model": q.Model,
		"content": blocks, "stop_reason": stop, "stop_sequence": nil,
		"usage": usage(reply.tokens)}
	if !q.Stream {
		sendJSON(w, http.StatusOK, message)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	(&stream{ctx, w, reply.pause}).message(message, blocks, stop)
}

// usage counts so many tokens of the context, most of which were in the cache.
func usage(tokens int) object {
	input, created := min(tokens, 100), min(max(tokens-100, 0), 2000)
	return object{"input_tokens": input, "output_tokens": 5, "cache_creation_input_tokens": created,
		"cache_read_input_tokens": tokens - input - created}
}

// content is a block as the API writes it.
func (a *api) content(b block) object {
	if b.tool == "" {
		return object{"type": "text", "text": b.text}
	}
	return object{"type": "tool_use", "id": a.id("toolu"), "name": b.tool, "input": b.input}
}

func (a *api) id(kind string) string { return fmt.Sprintf("%s_%06d", kind, a.ids.Add(1)) }

func refuse(w http.ResponseWriter, why string) {
	sendJSON(w, http.StatusBadRequest, object{"type": "error",
		"error": object{"type": "invalid_request_error", "message": why}})
}

// limitReached says that a subscriber's limit for five hours is reached, until that time.
func limitReached(w http.ResponseWriter, until time.Time) {
	const limit = "anthropic-ratelimit-unified-"
	for name, value := range map[string]string{
		"status": "rejected", "reset": strconv.FormatInt(until.Unix(), 10), "representative-claim": "five_hour",
		"5h-status": "rejected", "5h-utilization": "1.0", "5h-reset": strconv.FormatInt(until.Unix(), 10),
		"overage-status": "rejected", "overage-disabled-reason": "org_level_disabled",
	} {
		w.Header().Set(limit+name, value)
	}
	sendJSON(w, http.StatusTooManyRequests, object{"type": "error",
		"error": object{"type": "rate_limit_error", "message": "This request would exceed your account's rate limit."}})
}

func sendJSON(w http.ResponseWriter, code int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	_ = json.NewEncoder(w).Encode(v) // the client has gone
}

// stream sends an answer in pieces, as server-sent events.
type stream struct {
	ctx   context.Context // ends when the client has gone
	w     http.ResponseWriter
	pause time.Duration
}

func (s *stream) message(message object, blocks []object, stop string) {
	head := object{}
	for k, v := range message {
		head[k] = v
	}
	head["content"], head["stop_reason"] = []object{}, nil
	s.event("message_start", object{"message": head})
	for i, b := range blocks {
		if b["type"] == "text" {
			s.text(i, b["text"].(string))
		} else {
			s.call(i, b)
		}
		s.event("content_block_stop", object{"index": i})
	}
	s.event("message_delta", object{"delta": object{"stop_reason": stop, "stop_sequence": nil},
		"usage": object{"output_tokens": 5}})
	s.event("message_stop", object{})
}

func (s *stream) text(i int, text string) {
	s.event("content_block_start", object{"index": i, "content_block": object{"type": "text", "text": ""}})
	for line := range strings.Lines(text) {
		s.event("content_block_delta", object{"index": i, "delta": object{"type": "text_delta",
			"text": line}})
		select {
		case <-s.ctx.Done():
			return
		case <-time.After(s.pause):
		}
	}
}

func (s *stream) call(i int, b object) {
	input, err := json.Marshal(b["input"])
	if err != nil {
		panic(err) // it was made here
	}
	s.event("content_block_start", object{"index": i, "content_block": object{"type": b["type"],
		"id": b["id"], "name": b["name"], "input": object{}}})
	s.event("content_block_delta", object{"index": i, "delta": object{"type": "input_json_delta",
		"partial_json": string(input)}})
}

func (s *stream) event(kind string, data object) {
	data["type"] = kind
	text, err := json.Marshal(data)
	if err != nil {
		panic(err) // it was made here
	}
	fmt.Fprintf(s.w, "event: %s\ndata: %s\n\n", kind, text) // if the client has gone, ctx says so
	if f, ok := s.w.(http.Flusher); ok {
		f.Flush()
	}
}
