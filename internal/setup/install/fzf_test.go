package install_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"atm/internal/setup/install"
)

// TestFindFzf: the outputs of fzf --version from different packages.
func TestFindFzf(t *testing.T) {
	for _, tt := range []struct {
		name, script string
		version      string
		notFound     bool
		tooOld       bool
	}{
		{name: "its own release", script: "echo '0.53.0 (c4a9ccd)'", version: "0.53.0"},
		{name: "by the number, not by the letter", script: "echo '0.100.1 (brew)'", version: "0.100.1"},
		{name: "just too old", script: "echo '0.52.1 (brew)'", version: "0.52.1", tooOld: true},
		{name: "a single digit is less than two", script: "echo 0.9.9", version: "0.9.9", tooOld: true},
		{name: "the first part counts more", script: "echo 1.0.0", version: "1.0.0"},
		{name: "two numbers", script: "echo '0.29 (debian)'", version: "0.29", tooOld: true},
		{name: "two numbers of one that was built by hand", script: "echo '0.65 (devel)'", version: "0.65"},
		{name: "half a version", script: "echo 0.x", version: "0.x", tooOld: true},
		{name: "its name alone", script: "echo fzf"},
		{name: "nothing", script: ":"},
		{name: "another program of that name", script: "echo usage: fzf FILE"},
		{name: "options that it refuses", script: "echo unknown option >&2; exit 2"},
		{name: "none", notFound: true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			t.Setenv("PATH", dir)
			if tt.script != "" {
				script := []byte("#!/bin/sh\n" + tt.script + "\n")
				if err := os.WriteFile(filepath.Join(dir, "fzf"), script, 0o700); err != nil {
					t.Fatal(err)
				}
			}
			program, version, err := install.FindFzf(t.Context())
			if version != tt.version || (err == nil) != (tt.version != "") {
				t.Errorf("version %q, error %v", version, err)
			}
			if err == nil && program != filepath.Join(dir, "fzf") {
				t.Errorf("program %q", program)
			}
			if errors.Is(err, exec.ErrNotFound) != tt.notFound {
				t.Errorf("not found: %v", err)
			}
			if err == nil && install.FzfTooOld(version) != tt.tooOld {
				t.Errorf("%s is too old: %v", version, !tt.tooOld)
			}
		})
	}
}
