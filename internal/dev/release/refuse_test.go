package release

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestGetRefuses: what is not whole, not what the release says, or not for this machine is not
// installed, and nothing of it stays.
func TestGetRefuses(t *testing.T) {
	t.Parallel()
	dir, version := dist(t)
	whole := read(t, filepath.Join(root, "scripts/get"))
	archive := archiveName(version)
	replace := func(of, old, by string) func(string, []byte) []byte {
		return func(name string, text []byte) []byte {
			if name == of {
				return bytes.Replace(text, []byte(old), []byte(by), 1)
			}
			return text
		}
	}
	flip := func(name string, text []byte) []byte {
		if name == archive {
			text[len(text)/2] ^= 1
		}
		return text
	}
	other := newCommand(t, "uname", `case $1 in -s) echo Plan9 ;; *) echo x86_64 ;; esac`)
	curl := []string{"curl", "sha256sum"}
	for _, tt := range []struct {
		name   string
		shell  string
		tools  []string
		script []byte // whole, if nil
		damage func(string, []byte) []byte
		short  bool
		args   []string
		want   string // "" = it says nothing and does nothing
	}{
		{
			name: "one bit of the archive is another", tools: curl, damage: flip,
			want: "get: " + archive + " has the SHA-256 checksum ",
		},
		{
			name: "the same for BusyBox", shell: "busybox", damage: flip,
			want: "get: " + archive + " has the SHA-256 checksum ",
		},
		{
			name: "a checksum of something else", tools: curl, want: "nothing was installed",
			damage: func(name string, text []byte) []byte {
				if name == "checksums.txt" {
					return []byte(strings.Repeat("0", 64) + "  " + archive + "\n")
				}
				return text
			},
		},
		{name: "curl is cut off", tools: curl, short: true, want: "could not be downloaded"},
		{name: "wget is cut off", tools: []string{"wget", "sha256sum"}, short: true, want: "get: "},
		{name: "BusyBox is cut off", shell: "busybox", short: true, want: "get: "},
		{
			name: "the script itself is cut off", tools: curl,
			script: whole[:bytes.LastIndex(whole, []byte("main \"$@\""))],
		},
		{
			name: "no such version", tools: curl, args: []string{"--version=9.9.9"},
			want: "/download/v9.9.9/checksums.txt could not be downloaded",
		},
		{
			name: "no archive for this platform", tools: curl, want: "names no archive for " + platform,
			damage: replace("checksums.txt", archive, "atm_1_plan9_mips.tar.gz"),
		},
		{
			name: "another version than was asked for", tools: curl, args: []string{"--version=" + version},
			want:   "is of version 0.0.1, not " + version + ": nothing was installed",
			damage: replace("checksums.txt", archive, "atm_0.0.1_"+platform+".tar.gz"),
		},
		{
			name: "a version that is a command", tools: curl, want: "names an odd version",
			damage: replace("checksums.txt", archive, "atm_$(touch${IFS}x)_"+platform+".tar.gz"),
		},
		{
			name: "another system", tools: append(curl, "uname="+other),
			want: "get: there is no release for Plan9 on x86_64",
		},
		{
			name: "nothing to verify with", tools: []string{"curl"},
			want: "get: there is neither sha256sum nor shasum: nothing could be verified",
		},
		{
			name: "nothing to download with", tools: []string{"sha256sum"},
			want: "get: there is neither curl nor wget",
		},
		{
			name: "a prefix that cannot be", tools: curl, args: []string{"--prefix=/dev/null/x"},
			want: "get: /dev/null/x/bin cannot be made",
		},
		{
			name: "an unknown flag", tools: curl, args: []string{"--bogus"},
			want: "get: unknown argument --bogus",
		},
		{
			name: "a flag that setup does not know", tools: curl, args: []string{"--setup", "--bogus"},
			want: "atm: unknown flag --bogus",
		},
		{
			name: "a flag without its value", tools: curl, args: []string{"--prefix"},
			want: "get: --prefix needs a value",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if tt.shell == "" {
				tt.shell = "dash"
			}
			m := newMachine(t, tt.shell, tt.tools...)
			script := tt.script
			if script == nil {
				script = whole
			}
			output, err := m.get(t, script, server(t, dir, version, tt.damage, tt.short), tt.args...)
			silent := tt.want == "" && err == nil && output == ""
			refused := tt.want != "" && err != nil && strings.Contains(output, tt.want)
			if !silent && !refused {
				t.Errorf("%v, not %q:\n%s", err, tt.want, output)
			}
			if left := slices.Concat(filesBelow(t, m.home), filesBelow(t, m.temp)); len(left) > 0 {
				t.Errorf("left behind: %q", left)
			}
		})
	}
}
