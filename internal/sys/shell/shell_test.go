package shell_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/sys/shell"
)

func TestNext(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, line string
		want       string // what the first unit means
		end        int
		plain      bool
	}{
		{"a byte", "ab", "a", 1, true},
		{"a special byte is for the caller to judge", "$a", "$", 1, true},
		{"single quotes", `'a"\$'b`, `a"\$`, 6, true},
		{"nothing in quotes", "''b", "", 2, true},
		{"double quotes", `"a'b"c`, "a'b", 5, true},
		{"what a backslash quotes in double quotes", `"\"\$"c`, `"$`, 6, true},
		{"and what it does not", `"\a"c`, `\a`, 4, true},
		{"an expansion in double quotes", `"a$b"`, "a", 2, false},
		{"a quoted character", `\'a`, "'", 2, true},
		{"a line that goes on", "\\\na", "", 2, true},
		{"a backslash at the end", `\`, "", 1, false},
		{"no end of quotes", "'ab", "ab", 3, false},
	}
	for _, tt := range tests {
		unit, plain := shell.Next(tt.line, 0)
		if unit.Text != tt.want || unit.End != tt.end || plain != tt.plain {
			t.Errorf("%s: %q means %q up to %d, plain: %t", tt.name, tt.line, unit.Text, unit.End, plain)
		}
	}
}

func TestWord(t *testing.T) {
	t.Parallel()
	got := []string{shell.Word("/usr/bin/atm"), shell.Word(""), shell.Word("it's"), shell.Word("~/x")}
	if diff := cmp.Diff([]string{"/usr/bin/atm", "''", `'it'\''s'`, "'~/x'"}, got); diff != "" {
		t.Error(diff)
	}
}
