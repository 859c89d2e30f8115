package listener

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/gate/message"
)

// lists is a message in which a registry lists sessions.
func lists(source string, sessions ...string) message.Message {
	m := message.Message{Kind: message.Registry, Source: source}
	for _, session := range sessions {
		m.Processes = append(m.Processes, message.Process{SessionID: session})
	}
	return m
}

// TestSources: what one registry says is nothing about the sessions of another.
func TestSources(t *testing.T) {
	t.Parallel()
	var s sources
	s.noteRegistry(lists("near", "a"))
	s.noteRegistry(lists("far", "b"))
	s.noteRegistry(lists("near"))
	s.noteRegistry(lists("ended", "c"))
	s.dropRegistry("ended")
	for _, tt := range []struct {
		name, source, session string
		want                  message.Known
	}{
		{name: "it has ended there", source: "near", session: "a", want: message.Known{Listed: true}},
		{name: "it runs elsewhere", source: "near", session: "b", want: message.Known{Elsewhere: true}},
		{name: "it runs there", source: "far", session: "b", want: message.Known{Listed: true}},
		{name: "it ran elsewhere", source: "far", session: "a"},
		{name: "its registry is not told of any more", source: "ended", session: "c"},
		{name: "nor is it in the way of another", source: "near", session: "c"},
	} {
		if diff := cmp.Diff(tt.want, s.knowledgeOf(tt.source, tt.session)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// TestManySources: someone who makes up registries and sessions takes no memory.
func TestManySources(t *testing.T) {
	t.Parallel()
	var s sources
	for i := range 1000 {
		s.noteRegistry(lists(fmt.Sprint(i)))
		s.noteRegistry(lists("one", fmt.Sprint(i)))
	}
	if len(s) != maxSources {
		t.Errorf("%d sources", len(s))
	}
	for _, one := range s {
		if len(one.listed) > maxListed {
			t.Errorf("%d sessions", len(one.listed))
		}
	}
}
