package cli

import (
	"io"
	"os"
	"strings"
	"testing"

	"github.com/creack/pty"
)

// onTerminal returns what a terminal of 40 columns and 10 rows gets.
func onTerminal(t *testing.T, write func(terminal io.Writer) error) string {
	t.Helper()
	ours, theirs, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer ours.Close()
	if err := pty.Setsize(theirs, &pty.Winsize{Rows: 10, Cols: 40}); err != nil {
		t.Fatal(err)
	}
	if err := write(theirs); err != nil {
		t.Error(err)
	}
	if _, err := theirs.WriteString("<end>"); err != nil {
		t.Fatal(err)
	}
	defer theirs.Close()
	var shown strings.Builder
	for buffer := make([]byte, 4096); !strings.Contains(shown.String(), "<end>"); {
		n, err := ours.Read(buffer)
		if err != nil {
			t.Fatal(err)
		}
		shown.Write(buffer[:n])
	}
	return strings.TrimSuffix(strings.ReplaceAll(shown.String(), "\r\n", "\n"), "<end>")
}

func TestPage(t *testing.T) {
	t.Parallel()
	const count = "echo paged; wc -l"
	long := strings.Repeat("x\n", 10)
	for _, tt := range []struct{ name, text, pager, want string }{
		{name: "a short text", text: "a\n\tb\n", pager: count, want: "a\n\tb\n"},
		{name: "escape sequences lose their escape", text: "\x1b]0;x\a\n\u009b31m\n", pager: count,
			want: "\ufffd]0;x\ufffd\n\ufffd31m\n"},
		{name: "a long text", text: long, pager: count, want: "paged\n10\n"},
		{name: "one long line", text: strings.Repeat("x", 400) + "\n", pager: count, want: "paged\n1\n"},
		{name: "a line of tabs", text: strings.Repeat("\t", 60) + "\n", pager: count, want: "paged\n1\n"},
		{name: "the pager gets no controls", text: long + "\x1b[2J", pager: "tail -n 1", want: "\ufffd[2J"},
		{name: "a pager that ends early", text: strings.Repeat(long, 100_000), pager: "head -n 1", want: "x\n"},
		{name: "a pager that fails", text: long, pager: "false", want: ""},
		{name: "no pager", text: long, pager: "cat", want: long},
		{name: "a pager that is not there", text: long, pager: "no-such-pager -x", want: long},
	} {
		got := onTerminal(t, func(terminal io.Writer) error { return Page(terminal, tt.text, tt.pager) })
		if got != tt.want {
			t.Errorf("%s: %q, not %q", tt.name, got, tt.want)
		}
	}
}

// TestPageElsewhere: to a file or a pipe every byte goes as it is.
func TestPageElsewhere(t *testing.T) {
	t.Parallel()
	text := "a\x1b[31m\r\n\u202e\xff" + strings.Repeat("x\n", 1000)
	file, err := os.Create(t.TempDir() + "/out")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := Page(file, text, "false"); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(file.Name()); string(got) != text || err != nil {
		t.Errorf("%.80q, %v", got, err)
	}
}
