package words_test

import (
	"testing"

	"atm/internal/words"
)

func TestIsCommand(t *testing.T) {
	t.Parallel()
	for prompt, want := range map[string]bool{
		"/clear": true, "/review 12": true, " /compact\nand keep the plan": true, "/mcp__github__list": true,
		"fix /etc/hosts": false, "/etc/hosts is wrong": false, "/notes.txt": false, "/": false, "": false, "clear": false,
	} {
		if got := words.IsCommand(prompt); got != want {
			t.Errorf("%q: %t", prompt, got)
		}
	}
}
