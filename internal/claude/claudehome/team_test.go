package claudehome

import (
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

// TestTeam: which sessions lead a team, and whether a member works in the session itself.
func TestTeam(t *testing.T) {
	t.Parallel()
	const lead = "3aa07dbf-5d7f-4f6f-8283-8023a8f952b5"
	const head = `{"leadSessionId":"` + lead + `","leadAgentId":"l","members":[{"agentId":"l","backendType":"in-process"}`
	for _, tt := range []struct {
		name, text   string
		leads, works bool
	}{
		{name: "no file"},
		{name: "the lead alone", text: head + `]}`, leads: true},
		{name: "one in a pane of its own", text: head + `,{"agentId":"a","backendType":"tmux","isActive":true}]}`,
			leads: true},
		{name: "one in the session, idle", text: head + `,{"agentId":"a","backendType":"in-process","isActive":false}]}`,
			leads: true},
		{name: "one in the session, at work", text: head + `,{"agentId":"a","backendType":"in-process"}]}`,
			leads: true, works: true},
		{name: "the team of another session", text: strings.Replace(head, lead, "x", 1) + `]}`},
		{name: "half a file", text: head},
		{name: "no members", text: `{"leadSessionId":"` + lead + `","members":7}`, leads: true},
	} {
		home := fstest.MapFS{}
		if tt.text != "" {
			home["teams/session-3aa07dbf/config.json"] = &fstest.MapFile{Data: []byte(tt.text)}
		}
		if leads, works := Team(home, lead); leads != tt.leads || works != tt.works {
			t.Errorf("%s: leads %t, works %t", tt.name, leads, works)
		}
	}
	if leads, _ := Team(fstest.MapFS{}, "../x"); leads {
		t.Error("an id that is a path")
	}
}

// TestWoken: when a teammate in a pane has begun to work.
func TestWoken(t *testing.T) {
	t.Parallel()
	const lead = "3aa07dbf-5d7f-4f6f-8283-8023a8f952b5"
	at := time.Unix(1_800_000_000, 0)
	config := `{"leadSessionId":"` + lead + `","members":[{"tmuxPaneId":"leader"},` +
		`{"tmuxPaneId":"%3","isActive":true},{"tmuxPaneId":"%4","isActive":false},{"tmuxPaneId":"%5"}]}`
	home := fstest.MapFS{"teams/session-3aa07dbf/config.json": &fstest.MapFile{ModTime: at, Data: []byte(config)}}
	for _, tt := range []struct {
		name, lead, pane string
		want             time.Time
	}{
		{name: "it works", lead: lead, pane: "%3", want: at},
		{name: "it is idle", lead: lead, pane: "%4"},
		{name: "it starts", lead: lead, pane: "%5"},
		{name: "a pane of nobody in the team", lead: lead, pane: "%6"},
		{name: "another lead", lead: "3aa07dbf-0000-4000-8000-000000000000", pane: "%3"},
		{name: "no lead", pane: "%3"},
	} {
		if got := Woken(home, tt.lead, tt.pane); !got.Equal(tt.want) {
			t.Errorf("%s: %v, not %v", tt.name, got, tt.want)
		}
	}
}
