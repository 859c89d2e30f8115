package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"atm/internal/dev/tmuxtest"
	"atm/internal/inbox"
	"atm/internal/session/fleet"
	"atm/tmuxopt"
)

// populate gives a server with that many panes, in two of tmux's sessions, each of
// which has a session of Claude's: one in four asks, has failed, has finished
// while nobody looked, works.
func populate(t *testing.T, s *tmuxtest.Server, panes int) {
	t.Helper()
	s.Tmux("new-session", "-d", "-s", "other", "sleep 10000")
	var all []string
	for len(all) < panes {
		open := []string{"new-window", "-d", "-P", "-F", "#{pane_id}", "-t",
			[]string{"=0:", "=other:"}[len(all)/50%2], "sleep 10000"}
		cmd := open
		for range min(50, panes-len(all)) - 1 {
			cmd = append(append(cmd, ";"), open...)
		}
		all = append(all, strings.Fields(s.Tmux(cmd...))...)
	}
	payloads := []string{`"PermissionRequest","tool_name":"Bash","tool_input":{}`,
		`"StopFailure","error":"overloaded"`, `"Stop"`, `"UserPromptSubmit"`}
	work := make(chan int)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := range work {
				fire(t, s, all[i],
					fmt.Sprintf(`{"session_id":"%08d","cwd":"/home/dev/%d","hook_event_name":%s}`, i, i,
						payloads[i%len(payloads)]))
			}
		})
	}
	for i := range all {
		work <- i
	}
	close(work)
	workers.Wait()
}

// TestFleetSizes: with one session or hundreds, and two people who look at
// different ones, the list is complete and in order, and going there is too.
func TestFleetSizes(t *testing.T) {
	t.Parallel()
	for _, panes := range []int{1, 50, 500} {
		t.Run(fmt.Sprint(panes), func(t *testing.T) {
			t.Parallel()
			s := tmuxtest.Start(t)
			s.Tmux("set-option", "-g", tmuxopt.ActiveSeenPolicyOption,
				string(tmuxopt.Respond)) // what has finished is unseen
			populate(t, s, panes)
			screen := s.Attach()
			s.AttachTo("other")
			mine, theirs := clientOf(t, s, "0"), clientOf(t, s, "other")
			elsewhere := shows(s, theirs)

			var list fleet.Listing
			if err := json.Unmarshal([]byte(atm(t, s, "%0", "ls", "--json")), &list); err != nil {
				t.Fatal(err)
			}
			rank := []string{"attention", "error", "idle", "working"}
			inOrder := slices.IsSortedFunc(list.Sessions, func(a, b fleet.Record) int {
				return cmp.Compare(slices.Index(rank, a.State), slices.Index(rank, b.State))
			})
			if len(list.Sessions) != panes || !inOrder {
				t.Errorf("%d sessions, in order: %t", len(list.Sessions), inOrder)
			}
			if got := strings.Count(atm(t, s, "%0", "ls"), "\n"); got != panes {
				t.Errorf("a table of %d lines below its head", got)
			}

			// A round goes through the list, in its order, and moves one client only.
			var want, got []string
			for _, one := range list.Sessions[:min(3, panes)] {
				want = append(want, one.Pane)
			}
			at := "%0"
			for range want {
				atm(t, s, at, "next", "--client", mine)
				_, at, _ = strings.Cut(shows(s, mine), " ")
				got = append(got, at)
			}
			if diff := gocmp.Diff(want, got); diff != "" {
				t.Errorf("the round (-want +got):\n%s", diff)
			}
			atm(t, s, at, "next", "--back", "--client", mine)
			if back := shows(s, mine); back != "0 %0" || shows(s, theirs) != elsewhere {
				t.Errorf("back at %s; the other client at %s, not %s", back, shows(s, theirs), elsewhere)
			}

			// A menu that does not fit is not shown by tmux at all.
			menu := exec.Command("atm", "pick", "--menu", "--client", mine)
			menu.Env = s.Env("%0")
			if err := menu.Start(); err != nil {
				t.Fatal(err)
			}
			more := ""
			if rest := panes - (50 - inbox.MenuFrame); rest > 0 {
				more = fmt.Sprintf("and %d more: atm ls", rest)
			}
			screen.Until("the menu is shown", func() bool {
				shown := screen.Tmux("capture-pane", "-p")
				return strings.Contains(shown, "sessions") && strings.Contains(shown, more)
			})
			screen.Tmux("send-keys", "q")
			if err := menu.Wait(); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestPopup: in a popup there is no pane, and the client under it is meant.
func TestPopup(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	s.Tmux("new-session", "-d", "-s", "other", "sleep 10000")
	wants := s.Tmux("new-session", "-d", "-s", "third", "-P", "-F", "#{pane_id}", "sleep 10000")
	s.Attach()
	s.AttachTo("other")
	mine, theirs := clientOf(t, s, "0"), clientOf(t, s, "other")
	asks(t, s, wants)
	s.Tmux("display-popup", "-c", theirs, "-E", "ATM_TMUX="+s.Binary+" atm next")
	s.Until("the client under the popup is there", func() bool { return shows(s, theirs) == "third "+wants })
	if got := shows(s, mine); got != "0 %0" {
		t.Errorf("the other client is at %s", got)
	}
}

// TestNested: a tmux in a pane of tmux. Each has its own sessions, and a command
// concerns the one that it runs in; --all-servers shows both.
func TestNested(t *testing.T) {
	t.Parallel()
	inner := tmuxtest.Start(t)
	outer := inner.Attach()
	inside, outside := inner.NewPane(), outer.NewPane()
	asks(t, inner, inside)
	fire(t, outer, outside, `{"hook_event_name":"UserPromptSubmit","session_id":"out"}`)
	fire(t, outer, outside, `{"hook_event_name":"StopFailure","session_id":"out","error":"overloaded"}`)
	client := clientOf(t, inner, "0")
	inner.Tmux("select-window", "-t", "%0")

	cmd := exec.Command("atm", "next")
	cmd.Env = outer.Env("%0")
	if out, err := cmd.CombinedOutput(); err == nil || !strings.Contains(string(out),
		"no client is attached") {
		t.Errorf("outside nobody is attached: %v, %s", err, out)
	}
	atm(t, inner, "%0", "next")
	if got := shows(inner, client); got != "0 "+inside {
		t.Errorf("inside: %s", got)
	}
	if got := outer.Tmux("show-options", "-pqv", "-t", "%0", "@meta.claude.state"); got != "" {
		t.Errorf("the pane that holds the other tmux is %s", got)
	}
	for server, want := range map[*tmuxtest.Server]string{inner: "attention", outer: "error"} {
		for _, flags := range [][]string{nil, {"--all-servers"}} {
			var list fleet.Listing
			listed := atm(t, server, "%0", append([]string{"ls", "--json"}, flags...)...)
			if err := json.Unmarshal([]byte(listed), &list); err != nil {
				t.Fatal(err)
			}
			name := ""
			if flags != nil {
				name = filepath.Base(server.Socket)
			}
			isOwn := func(r fleet.Record) bool { return r.State == want && r.Server == name }
			if !slices.ContainsFunc(list.Sessions, isOwn) || flags == nil && len(list.Sessions) != 1 {
				t.Errorf("%q: %+v, want one of server %q that is %s", flags, list.Sessions, name, want)
			}
		}
	}
}
