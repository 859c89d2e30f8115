package words_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/words"
)

func TestFirstLine(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, prompt, want string }{
		{"one line", "Fix the parser", "Fix the parser"},
		{"white space around it", "  Fix it \t\r\n", "Fix it"},
		{"blank lines before it", "\n \t\n\nFix it\nand test it", "Fix it"},
		{"nothing", "", ""},
		{"only white space", " \n\t\r\n ", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, words.FirstLine(tt.prompt)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
