package release

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestPublish: a copy that scripts/publish has given an owner is a module that go install and another program can
// fetch.
func TestPublish(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it builds everything once more")
	}
	const module, version = "github.com/example-owner/claude-tmux", "v0.3.0"
	repository, proxy, other := t.TempDir(), t.TempDir(), t.TempDir()
	run := func(dir, name string, args ...string) string {
		t.Helper()
		cmd := exec.Command(name, args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GIT_AUTHOR_NAME=x", "GIT_AUTHOR_EMAIL=x@example.org", "GIT_COMMITTER_NAME=x",
			"GIT_COMMITTER_EMAIL=x@example.org", "GIT_CONFIG_GLOBAL=/dev/null", "GOWORK=off")
		if dir == other {
			cache := strings.TrimSpace(string(must(t, exec.Command("go", "env", "GOMODCACHE"))))
			cmd.Env = append(cmd.Env, "GOPROXY=file://"+proxy+",file://"+cache+"/cache/download", "GOSUMDB=off",
				"GOMODCACHE="+filepath.Join(other, "cache"), "GOBIN="+filepath.Join(other, "bin"),
				"GOFLAGS=-modcacherw -mod=mod", "CGO_ENABLED=0")
		}
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %q: %v\n%s", name, args, err, out)
		}
		return string(out)
	}
	root, err := filepath.Abs(filepath.Join("..", "..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	const copied = `git ls-files -z --cached --others --exclude-standard | tar --null -T - -cf - | tar -xf - -C "$0"`
	run(root, "bash", "-c", copied, repository)
	run(repository, "bash", "-c", "git init -q && git add -A && git commit -qm begin && bash scripts/publish "+
		strings.TrimPrefix(module, "github.com/"))
	if left := run(repository, "git", "status", "--porcelain"); left != "" {
		t.Errorf("not one commit: %s", left)
	}
	text := run(repository, "cat", "scripts/get", "docs/install.md", "README.md")
	if strings.Contains(text, "OWNER/tap") || !strings.Contains(text, "\nowner=example-owner ") {
		t.Error("the owner is not everywhere")
	}

	served := filepath.Join(proxy, filepath.FromSlash(module), "@v")
	if err := os.MkdirAll(served, 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(served, "list"), []byte(version+"\n"))
	write(t, filepath.Join(served, version+".info"), fmt.Appendf(nil, `{"Version":%q}`, version))
	write(t, filepath.Join(served, version+".mod"), []byte(run(repository, "cat", "go.mod")))
	run(repository, "git", "archive", "--format=zip", "--prefix="+module+"@"+version+"/", "-o",
		filepath.Join(served, version+".zip"), "HEAD")
	run(other, "go", "install", module+"/cmd/atm@"+version, module+"/cmd/cld@"+version)
	if said := run(other, filepath.Join(other, "bin", "atm"), "version"); !strings.Contains(said, version) {
		t.Errorf("atm version: %s", said)
	}

	const required = "module example.org/other\n\ngo 1.26.0\n\nrequire " + module + " " + version + "\n"
	write(t, filepath.Join(other, "go.mod"), []byte(required))
	write(t, filepath.Join(other, "main.go"), []byte(`package main

import (
	"fmt"

	"`+module+`/cldresume"
	"`+module+`/hookmap"
	"`+module+`/pathcodec"
	"`+module+`/tmuxopt"
)

func main() {
	fmt.Println(len(tmuxopt.Schema()) > 0, hookmap.PreToolUse, pathcodec.Encode("/a/b"), cldresume.Show("/a"))
}
`))
	if said := run(other, "go", "run", "."); said != "true PreToolUse -a-b /a\n" {
		t.Errorf("the program outside says %q", said)
	}
}

// must returns what a command prints.
func must(t *testing.T, cmd *exec.Cmd) []byte {
	t.Helper()
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return out
}
