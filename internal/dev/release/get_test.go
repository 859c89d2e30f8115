package release

import (
	"bytes"
	"encoding/pem"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"atm/internal/dev/tmuxtest"

	"github.com/google/go-cmp/cmp"
)

// installed lists what scripts/get installs below its prefix.
func installed(t *testing.T) []string {
	t.Helper()
	names := []string{"bin/atm", "bin/cld"}
	for _, page := range filesBelow(t, filepath.Join(root, "scripts/share")) {
		names = append(names, "share/"+page)
	}
	return names
}

// TestGet: on a machine with little else, each shell installs a release with each program that
// downloads and each that verifies, and removes it to the last file.
func TestGet(t *testing.T) {
	t.Parallel()
	dir, version := dist(t)
	script := read(t, filepath.Join(root, "scripts/get"))
	releases := server(t, dir, version, nil, false)
	for _, tt := range []struct {
		name, shell string
		tools       []string
		args        []string
		prefix      string // relative to the home
	}{
		{name: "curl", shell: "dash", tools: []string{"curl", "sha256sum"}, prefix: ".local"},
		{name: "wget", shell: "dash", tools: []string{"wget", "sha256sum"}, prefix: ".local"},
		{name: "shasum", shell: "dash", tools: []string{"curl", "shasum", "perl"}, prefix: ".local"},
		{name: "BusyBox alone", shell: "busybox", prefix: ".local"},
		{name: "bash", shell: "bash", tools: []string{"curl", "sha256sum"}, prefix: ".local"},
		{
			name: "another prefix", shell: "dash", tools: []string{"curl", "sha256sum"},
			args: []string{"--prefix", "a b/c"}, prefix: "a b/c",
		},
		{
			name: "a version", shell: "dash", tools: []string{"curl", "sha256sum"},
			args: []string{"--version=" + version, "--prefix=x"}, prefix: "x",
		},
		{
			name: "a tilde that no shell has replaced", shell: "dash", tools: []string{"curl", "sha256sum"},
			args: []string{"--prefix=~/y"}, prefix: "y",
		},
		{
			name: "a version, as its tag", shell: "dash", tools: []string{"curl", "sha256sum"},
			args: []string{"--version", "v" + version, "--prefix=x"}, prefix: "x",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			m := newMachine(t, tt.shell, tt.tools...)
			output, err := m.get(t, script, releases, tt.args...)
			if err != nil {
				t.Fatalf("%v\n%s", err, output)
			}
			bin := filepath.Join(m.home, tt.prefix, "bin")
			for _, want := range []string{
				"Downloading atm " + version + " for " + platform + ": " + releases,
				"Its SHA-256 checksum is that of the release",
				"Installed: " + bin + "/atm, " + bin + "/cld\n",
				"Now: " + bin + "/atm setup",
				bin + " is not on PATH. Put this line into ~/.zshrc",
			} {
				if !strings.Contains(output, want) {
					t.Errorf("%q is missing in\n%s", want, output)
				}
			}
			if diff := cmp.Diff(installed(t), filesBelow(t, filepath.Join(m.home, tt.prefix))); diff != "" {
				t.Errorf("files (-want +got):\n%s", diff)
			}
			out, err := exec.Command(bin+"/atm", "--version").Output()
			if err != nil || !strings.HasPrefix(string(out), "atm ") {
				t.Errorf("atm --version: %q, %v", out, err)
			}
			if output, err := m.get(t, script, releases, tt.args...); err != nil {
				t.Errorf("over itself: %v\n%s", err, output)
			}
			if output, err := m.get(t, script, "", append(tt.args, "--uninstall")...); err != nil {
				t.Errorf("--uninstall: %v\n%s", err, output)
			}
			if left := slices.Concat(filesBelow(t, m.home), filesBelow(t, m.temp)); len(left) > 0 {
				t.Errorf("left behind: %q", left)
			}
		})
	}
}

// TestGetAsksWhoItIs: a server whose certificate nobody vouches for is not asked for a release.
func TestGetAsksWhoItIs(t *testing.T) {
	t.Parallel()
	script := read(t, filepath.Join(root, "scripts/get"))
	s := httptest.NewUnstartedServer(http.NotFoundHandler())
	s.Config.ErrorLog = log.New(io.Discard, "", 0) // each client that hangs up
	s.StartTLS()
	t.Cleanup(s.Close)
	for _, tt := range []struct {
		shell, want string
		tools       []string
	}{
		{shell: "dash", tools: []string{"curl", "sha256sum"}, want: "certificate"},
		{shell: "dash", tools: []string{"wget", "sha256sum"}, want: "could not be downloaded"},
		{shell: "busybox", want: "get: the wget of BusyBox does not check whose server it speaks to"},
	} {
		output, err := newMachine(t, tt.shell, tt.tools...).get(t, script, s.URL)
		if err == nil || !strings.Contains(output, tt.want) {
			t.Errorf("%s %q: %v, not %q:\n%s", tt.shell, tt.tools, err, tt.want, output)
		}
	}
}

// TestGetStaysWithHTTPS: a server that leads away from https is not followed, or what it leads to
// is not used.
func TestGetStaysWithHTTPS(t *testing.T) {
	t.Parallel()
	dir, version := dist(t)
	plain := server(t, dir, version, nil, false)
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, plain+r.URL.Path, http.StatusFound)
	}))
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.StartTLS()
	t.Cleanup(s.Close)
	script := read(t, filepath.Join(root, "scripts/get"))
	trusted := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.Certificate().Raw})
	for tool, want := range map[string]string{
		"curl": "could not be downloaded", "wget": "leads to an address without https: nothing was installed",
	} {
		m := newMachine(t, "dash", tool, "sha256sum")
		write(t, m.home+"/ca.pem", trusted)
		write(t, m.home+"/.curlrc", []byte("cacert = "+m.home+"/ca.pem\n"))
		write(t, m.home+"/.wgetrc", []byte("ca_certificate = "+m.home+"/ca.pem\n"))
		output, err := m.get(t, script, s.URL)
		if err == nil || !strings.Contains(output, want) {
			t.Errorf("%s: %v, not %q:\n%s", tool, err, want, output)
		}
		if _, err := os.Stat(filepath.Join(m.home, ".local")); err == nil {
			t.Errorf("%s: something was installed", tool)
		}
	}
}

// TestGetAsks: piped into a shell of a terminal, atm setup shows there what it changes, and takes
// the answer from there.
func TestGetAsks(t *testing.T) {
	t.Parallel()
	dir, version := dist(t)
	script, err := filepath.Abs(filepath.Join(root, "scripts/get"))
	if err != nil {
		t.Fatal(err)
	}
	home, s := t.TempDir(), tmuxtest.Start(t)
	s.Tmux("respawn-pane", "-k", "-e", "HOME="+home, "-e", "CLD_CLAUDE=nowhere",
		"-e", "ATM_RELEASES="+server(t, dir, version, nil, false),
		"cat '"+script+"' | sh -s -- --setup --no-tmux; sleep 10000")
	s.Until("setup asks", s.Shows("Change these files?"))
	s.Tmux("send-keys", "y", "Enter")
	s.Until("get has come to its end", s.Shows(".local/bin is not on PATH"))
	if text := read(t, filepath.Join(home, ".claude/settings.json")); !bytes.Contains(text, []byte("atm hook")) {
		t.Errorf("no hook in\n%s", text)
	}
}

// TestGetKeepsWhatWasThere: a release that is refused leaves the one before.
func TestGetKeepsWhatWasThere(t *testing.T) {
	t.Parallel()
	dir, version := dist(t)
	m := newMachine(t, "dash", "curl", "sha256sum")
	before := filepath.Join(m.home, ".local/bin/atm")
	write(t, before, []byte("before"))
	script := read(t, filepath.Join(root, "scripts/get"))
	if _, err := m.get(t, script, server(t, dir, version, nil, true)); err == nil {
		t.Error("it was installed")
	}
	if diff := cmp.Diff("before", string(read(t, before))); diff != "" {
		t.Errorf("atm (-want +got):\n%s", diff)
	}
}

// TestGetOwner: as long as nobody publishes releases the script says so, and downloads nothing.
func TestGetOwner(t *testing.T) {
	t.Parallel()
	script := read(t, filepath.Join(root, "scripts/get"))
	if !bytes.Contains(script, []byte("\nowner=OWNER ")) {
		t.Skip("there is an owner")
	}
	m := newMachine(t, "dash", "sha256sum", "curl="+newCommand(t, "curl", "echo curl was called; exit 1"))
	output, err := m.get(t, script, "")
	if err == nil || !strings.HasPrefix(output, "get: there are no releases yet\n") {
		t.Errorf("%v:\n%s", err, output)
	}
}
