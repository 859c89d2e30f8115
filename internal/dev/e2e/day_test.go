package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// TestDay lets a person try atm as a new user would: it makes a home with some projects in the
// directory that ATM_E2E_DAY names, and serves the scripted API to the clients there until it is
// interrupted. The file env there, sourced by a shell, is the environment of that home. It tests
// nothing itself: scripts/day runs it.
func TestDay(t *testing.T) {
	dir := os.Getenv("ATM_E2E_DAY")
	if dir == "" {
		t.Skip("nobody plays a day: scripts/day does")
	}
	_, client, _ := strings.Cut(os.Getenv("ATM_E2E_CLIENTS"), "=")
	api, _ := Serve(t, new(sync.Map))
	if err := newDay(dir, client, api); err != nil {
		t.Fatal(err)
	}
	fmt.Printf("Begin with: . %s/env\nCtrl-C ends it.\n", dir)
	interrupted := make(chan os.Signal, 1)
	signal.Notify(interrupted, os.Interrupt)
	<-interrupted
}

// newDay makes the home of a day, with the client on its PATH.
func newDay(dir, client, api string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	h, err := newHome(dir, "web", "api", "infra", "cli", "data")
	if err != nil {
		return err
	}
	// The scripted API does not judge requests, as auto mode asks it to.
	asks := object{"permissions": object{"defaultMode": "default"}}
	if err := writeJSON(filepath.Join(h.claude(), "settings.json"), asks); err != nil {
		return err
	}
	claude := filepath.Join(h.dir, "bin", "claude")
	if err := os.Remove(claude); err != nil && !os.IsNotExist(err) {
		return err
	}
	if err := os.Symlink(client, claude); err != nil {
		return err
	}
	profile := filepath.Join(h.dir, ".profile") // tmux starts login shells, which set PATH again
	env := ""
	for _, v := range h.env(api) {
		name, value, _ := strings.Cut(v, "=")
		switch name {
		case "ATM_DEBUG": // a new user has none
			continue
		case "PATH":
			if program, err := exec.LookPath("go"); err == nil {
				value = filepath.Join(h.dir, ".local", "bin") + ":" + value + ":" + filepath.Dir(program)
			}
		}
		env += fmt.Sprintf("export %s='%s'\n", name, value)
	}
	for _, name := range []string{"GOCACHE", "GOMODCACHE"} { // nothing is built or fetched twice
		if value, err := exec.Command("go", "env", name).Output(); err == nil {
			env += fmt.Sprintf("export %s='%s'\n", name, strings.TrimSpace(string(value)))
		}
	}
	if err := os.WriteFile(profile, []byte(env), 0o600); err != nil {
		return err
	}
	env = "unset TMUX TMUX_PANE CLAUDE_CONFIG_DIR XDG_CONFIG_HOME XDG_CACHE_HOME XDG_STATE_HOME\n. '" + profile + "'\n"
	return os.WriteFile(filepath.Join(h.dir, "env"), []byte(env), 0o600)
}
