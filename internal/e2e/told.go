package e2e

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"sync"
)

// conversation is what the model was told in the last request for an answer: one that offers
// tools, because those without any are the client's own.
type conversation struct {
	mu   sync.Mutex
	text string
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
	c.text = strings.Join(texts(request.Messages), "\n")
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

// told waits until the last request has so many matches.
func (st *stage) told(name string, count int, want *regexp.Regexp) {
	st.until(name, fmt.Sprintf("the model is told %d times %s", count, want), func() bool {
		return len(want.FindAllString(st.said.last(), -1)) == count
	})
}

// last is what the model was told last.
func (c *conversation) last() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.text
}
