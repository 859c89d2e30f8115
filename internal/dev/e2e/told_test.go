package e2e

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// conversation is what the model was told in requests for answers: those that offer tools, because
// those without any are the client's own.
type conversation struct {
	mu       sync.Mutex
	requests []string // the texts of their messages
}

// note keeps the texts of the messages of a request.
func (c *conversation) note(body []byte) {
	var request struct {
		Tools    []any
		Messages []any
	}
	if json.Unmarshal(body, &request) != nil || len(request.Tools) == 0 {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.requests = append(c.requests, strings.Join(texts(request.Messages), "\n"))
}

// texts returns all texts in a JSON value.
func texts(value any) (found []string) {
	switch v := value.(type) {
	case string:
		return []string{v}
	case []any:
		for _, element := range v {
			found = append(found, texts(element)...)
		}
	case map[string]any:
		for _, member := range v {
			found = append(found, texts(member)...)
		}
	}
	return found
}

// awaitInRequests waits until the last request has so many matches, or any request has one.
func (st *stage) awaitInRequests(name, count string, want *regexp.Regexp) {
	st.until(name, fmt.Sprintf("the model is told (%s) %s", count, want), func() bool {
		st.conversation.mu.Lock()
		defer st.conversation.mu.Unlock()
		requests := st.conversation.requests
		if count == "ever" {
			return slices.ContainsFunc(requests, want.MatchString)
		}
		last := ""
		if len(requests) > 0 {
			last = requests[len(requests)-1]
		}
		return strconv.Itoa(len(want.FindAllString(last, -1))) == count
	})
}
