package release

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"atm/internal/dev/tmuxtest"
)

// plugin starts a tmux whose configuration runs a copy of the plugin, on a machine without Go
// and without atm. It returns the directory of the plugin as well.
func plugin(t *testing.T, releases string) (*tmuxtest.Server, string) {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"atm.tmux", "scripts/get"} {
		write(t, filepath.Join(dir, name), read(t, filepath.Join(root, name)))
	}
	conf := filepath.Join(t.TempDir(), "tmux.conf")
	write(t, conf, []byte("run-shell '"+dir+"/atm.tmux >/dev/null 2>&1'\nset -g @after yes\n"))
	tools := strings.Fields("curl sha256sum bash basename dirname find head sed sleep tr")
	tools = append(tools, "tmux="+tmuxtest.Binary(t))
	env := append(newMachine(t, "dash", tools...).env, "ATM_RELEASES="+releases)
	return tmuxtest.StartWith(t, conf, env...), dir
}

// TestPluginDownloads: without Go and without atm the plugin of tmux takes a release, and draws.
func TestPluginDownloads(t *testing.T) {
	t.Parallel()
	dir, version := dist(t)
	s, plugin := plugin(t, server(t, dir, version, nil, false))
	job := plugin + "/bin/release/bin/atm sync --follow"
	s.Until("the counts are drawn", func() bool {
		return strings.Contains(s.Tmux("show-options", "-gqv", "status-right"), job)
	})
}

// TestPluginDoesNotWait: tmux starts while a server of releases says nothing.
func TestPluginDoesNotWait(t *testing.T) {
	t.Parallel()
	asked, done := make(chan struct{}, 1), make(chan struct{})
	silent := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		asked <- struct{}{}
		<-done
	}))
	t.Cleanup(silent.Close)
	t.Cleanup(func() { close(done) })
	s, _ := plugin(t, silent.URL)
	if got := s.Tmux("show-options", "-gqv", "@after"); got != "yes" {
		t.Errorf("@after is %q: tmux has not read its configuration to the end", got)
	}
	<-asked
}

// TestPluginComplains: a release that is refused is told on the screen.
func TestPluginComplains(t *testing.T) {
	t.Parallel()
	dir, version := dist(t)
	damaged := server(t, dir, version, func(name string, text []byte) []byte {
		if name != "checksums.txt" {
			text[0] ^= 1
		}
		return text
	}, false)
	s, plugin := plugin(t, damaged)
	screen := s.Attach()
	want := "atm: no program: install Go and reload. get: " + archiveName(version)[:len("atm_0")]
	screen.Until("a client shows it", screen.Shows(want))
	if left := filesBelow(t, filepath.Join(plugin, "bin")); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
}
