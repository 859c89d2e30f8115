package release

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// server serves a release as GitHub does: by its version, and as the newest one. damage
// changes what it sends of a file; short has it send half of the archive, and hang up.
func server(
	t *testing.T, dir, version string, damage func(name string, text []byte) []byte, short bool,
) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		folder, name := path.Split(r.URL.Path)
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || folder != "/download/v"+version+"/" && folder != "/latest/download/" {
			http.NotFound(w, r)
			return
		}
		if damage != nil {
			text = damage(name, text)
		}
		if short && name != "checksums.txt" {
			w.Header().Set("Content-Length", "100000000")
			text = text[:len(text)/2]
		}
		_, _ = w.Write(text) // who has hung up needs no answer
	}))
	t.Cleanup(s.Close)
	return s.URL
}

// machine is one on which scripts/get runs.
type machine struct {
	home, temp string
	env        []string
	shell      []string
}

// newMachine makes a machine with nothing but some programs, by name or by "NAME=PATH". The shell
// of BusyBox comes with its other programs.
func newMachine(t *testing.T, shell string, tools ...string) machine {
	t.Helper()
	m := machine{home: t.TempDir(), temp: t.TempDir()}
	bin := t.TempDir()
	link := func(name, target string) {
		found, err := exec.LookPath(target)
		if err != nil {
			t.Skipf("no %s", target)
		}
		if err := os.Symlink(found, filepath.Join(bin, name)); err != nil {
			t.Fatal(err)
		}
	}
	if shell == "busybox" {
		link("busybox", "busybox")
		if out, err := exec.Command("busybox", "--install", "-s", bin).CombinedOutput(); err != nil {
			t.Fatalf("busybox --install: %v\n%s", err, out)
		}
		m.shell = []string{filepath.Join(bin, "sh")}
	} else {
		link("sh", shell)
		m.shell = []string{filepath.Join(bin, "sh")}
		for _, name := range strings.Fields("cat chmod cp cut dd grep gzip mkdir mktemp mv rm rmdir tar uname") {
			link(name, name)
		}
	}
	for _, tool := range tools {
		name, target, found := strings.Cut(tool, "=")
		if !found {
			target = name
		}
		_ = os.Remove(filepath.Join(bin, name)) // another one may be there
		link(name, target)
	}
	m.env = []string{"HOME=" + m.home, "TMPDIR=" + m.temp, "PATH=" + bin, "SHELL=/bin/zsh", "CLD_CLAUDE=nowhere",
		"TMUX_TMPDIR=" + m.temp}
	return m
}

// get pipes a script into the shell, as after curl.
func (m machine) get(t *testing.T, script []byte, releases string, args ...string) (string, error) {
	t.Helper()
	cmd := exec.Command(m.shell[0], append([]string{"-s", "--"}, args...)...)
	cmd.Env, cmd.Dir = m.env, m.home
	if releases != "" {
		cmd.Env = append(cmd.Env, "ATM_RELEASES="+releases)
	}
	cmd.Stdin = bytes.NewReader(script)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// newCommand makes a program that a shell runs.
func newCommand(t *testing.T, name, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	write(t, file, []byte("#!/bin/sh\n"+text+"\n"))
	return file
}
