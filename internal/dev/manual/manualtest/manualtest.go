// Package manualtest keeps what is generated in the repository equal to what the
// code says, and complete.
package manualtest

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/google/go-cmp/cmp"

	"atm/internal/dev/manual"
)

// Golden compares a generated file with the one in the repository, or writes it.
func Golden(t *testing.T, path, want string, update bool) {
	t.Helper()
	if update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v: scripts/docs writes it", err)
	}
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("%s: scripts/docs brings it up to date (-want +got):\n%s", path, diff)
	}
}

// Docs checks or writes the manual page and the completions of a command below
// the directory share. Each must speak of every command and every flag, and the
// shells that are here must take them.
func Docs(t *testing.T, share string, m manual.Manual, update bool, sections ...string) {
	t.Helper()
	man := filepath.Join(share, "man/man1", m.Name+".1")
	bash := filepath.Join(share, "bash-completion/completions", m.Name)
	zsh := filepath.Join(share, "zsh/site-functions/_"+m.Name)
	fish := filepath.Join(share, "fish/vendor_completions.d", m.Name+".fish")
	texts := map[string]string{man: m.Man(sections...), bash: m.Bash(), zsh: m.Zsh(), fish: m.Fish()}
	for path, text := range texts {
		Golden(t, path, text, update)
		for _, word := range known(m.Node) {
			if !strings.Contains(strings.ReplaceAll(text, `\-`, "-"), strings.TrimPrefix(word, "--")) {
				t.Errorf("%s does not know %s", path, word)
			}
		}
	}
	checked(t, "bash", "-n", bash)
	checked(t, "zsh", "-n", zsh)
	checked(t, "fish", "--no-execute", fish)
	for _, node := range m.Children {
		offered(t, bash, m.Name, node)
	}
}

// known lists the commands and flags that are not hidden.
func known(node *kong.Node) []string {
	var words []string
	for _, flag := range node.Flags {
		if !flag.Hidden {
			words = append(words, "--"+flag.Name)
		}
	}
	for _, child := range node.Children {
		if !child.Hidden {
			words = append(append(words, child.Name), known(child)...)
		}
	}
	return words
}

// checked has a shell read a file without carrying it out, if the shell is here.
func checked(t *testing.T, shell string, args ...string) {
	t.Helper()
	program, err := exec.LookPath(shell)
	if err != nil {
		return
	}
	if out, err := exec.Command(program, args...).CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("%s %q: %v\n%s", shell, args, err, out)
	}
}

// offered asks bash what it offers after a command: all of its flags.
func offered(t *testing.T, file, name string, node *kong.Node) {
	t.Helper()
	const ask = `source "$1"; COMP_WORDS=("$2" "$3" --); COMP_CWORD=2; "_$2"; printf '%s\n' "${COMPREPLY[@]}"`
	out, err := exec.Command("bash", "--norc", "-c", ask, "bash", file, name, node.Name).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, flag := range node.Flags {
		if !flag.Hidden && !slices.Contains(strings.Fields(string(out)), "--"+flag.Name) {
			t.Errorf("bash does not offer %s %s --%s, only %q", name, node.Name, flag.Name, out)
		}
	}
}
