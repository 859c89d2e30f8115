package bench

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// turn is what an ordinary turn of a session tells.
var turn = []string{
	`{"session_id":"s","hook_event_name":"UserPromptSubmit","prompt":"go on"}`,
	`{"session_id":"s","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"}}`,
	`{"session_id":"s","hook_event_name":"PermissionRequest","tool_name":"Bash","tool_input":{"command":"ls"}}`,
	`{"session_id":"s","hook_event_name":"PostToolUse","tool_name":"Bash","tool_input":{"command":"ls"}}`,
	`{"session_id":"s","hook_event_name":"Stop"}`,
}

// memory measures what hooks leave in the server's memory, beside bare clients.
func memory(s *server) error {
	if _, err := s.resident(); err != nil {
		fmt.Println("\nThe server's memory is not measured: there is no /proc.")
		return nil
	}
	const calls = 2000
	var kept []int
	fmt.Printf("\nMemory that stays in the server, over %d calls\n",
		calls)
	hook := func(i int) candidate { return s.atm(turn[i%len(turn)], "hook") }
	bare := func(int) candidate { return s.bare() }
	for _, one := range []struct {
		name string
		call func(int) candidate
	}{{"atm hook, ordinary turns", hook}, {"bare tmux set-option", bare}} {
		left, err := s.growth(calls, one.call)
		if err != nil {
			return err
		}
		fmt.Printf("  %-46s %7d bytes a call\n", one.name, left)
		kept = append(kept, left)
	}
	s.budgets.check("bytes that a hook leaves, beyond a bare client", float64(kept[0]-kept[1]), 100, "bytes")
	return nil
}

// growth returns how many bytes each call leaves, after a quarter as many that do not
// count.
func (s *server) growth(calls int, call func(int) candidate) (int, error) {
	var before int
	for i := range calls + calls/4 {
		if i == calls/4 {
			var err error
			if before, err = s.resident(); err != nil {
				return 0, err
			}
		}
		if _, _, err := call(i).run(); err != nil {
			return 0, err
		}
	}
	after, err := s.resident()
	return (after - before) / calls, err
}

// resident returns the bytes of memory that the server has.
func (s *server) resident() (int, error) {
	text, err := os.ReadFile("/proc/" + s.pid + "/statm")
	if err != nil {
		return 0, err
	}
	pages, err := strconv.Atoi(strings.Fields(string(text))[1])
	return pages * os.Getpagesize(), err
}
