package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/dev/tmuxtest"
	"atm/internal/session/notify"
	"atm/tmuxopt"
)

// TestNotifyPreset sources the lines that are printed, and has a session with hostile words
// ask: a stand-in of the real program gets them to the letter, and nothing of them is run by
// a shell, expanded by tmux, or taken for an option, a file or a piece of HTML.
func TestNotifyPreset(t *testing.T) {
	t.Parallel()
	const hostile = "`touch pwned` $(touch pwned) '; touch pwned; \" #(touch pwned) #{pane_id} %H \\ $HOME"
	const title, question = "-z " + hostile, "@/etc/passwd <img src=x> &amp; " + hostile
	html := strings.NewReplacer("&", "&amp;", "<", "&lt;", `\`, `\\`)
	osascript := []string{"osascript", "-e", "on run argv",
		"-e", "display notification (item 2 of argv) with title (item 1 of argv)",
		"-e", "end run", "Claude: " + title, question}
	notifier := []string{"terminal-notifier", "-title", "Claude: " + title, "-message", "Says: " + question,
		"-activate", "com.example.Terminal", "-execute", focus}
	send := []string{"notify-send", "-a", "Claude", "-A", "default=Go", "--", "Claude: " + title,
		html.Replace(question)}
	for _, tt := range []struct {
		name, preset string
		clicked      string
		programs     []string // nil = all
		want         [][]string
	}{
		{name: "macOS as it is", preset: "mac", programs: []string{"osascript"}, want: [][]string{osascript}},
		{name: "macOS", preset: "mac", want: [][]string{notifier}},
		{name: "clicked", preset: "linux", clicked: "default",
			want: [][]string{send, {"xdotool", "windowactivate", "8388620"}}},
		{name: "not clicked", preset: "linux", want: [][]string{send}},
		{name: "a telephone", preset: "ntfy", want: [][]string{{"curl", "-fsS", "--max-time", "20",
			"-H", "Title: Claude: " + title, "-H", "Click: ssh://YOUR-HOST", "--data-raw", question,
			"https://ntfy.sh/YOUR-TOPIC"}}},
		{name: "the bell", preset: "bell"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			home := t.TempDir()
			calls, bytes, conf := home+"/calls", home+"/bytes", home+"/preset.conf"
			env := []string{"HOME=" + home, "CALLS=" + calls, "CLICKED=" + tt.clicked,
				"__CFBundleIdentifier=com.example.Terminal"}
			if tt.programs != nil {
				env = append(env, "PATH="+linked(t, tt.programs...)+":/usr/bin:/bin")
			}
			s := tmuxtest.StartWith(t, "/dev/null", env...)
			pane := s.NewPane()
			screen := s.Attach()
			screen.Tmux("pipe-pane", "-O", "cat >"+bytes)
			s.Tmux("set-option", "-g", tmuxopt.NotifyOption, program(t)+" notify", ";",
				"set-option", "-g", "update-environment", "", ";", // the client of the test has no window of X11
				"set-environment", "-t", pane, "WINDOWID", "8388620")
			lines := atm(t, s, pane, "notify", "--preset", tt.preset) + "\n"
			if err := os.WriteFile(conf, []byte(lines), 0o600); err != nil {
				t.Fatal(err)
			}
			s.Tmux("source-file", conf)

			payload := func(members map[string]any) string {
				members["session_id"] = "s"
				text, err := json.Marshal(members)
				if err != nil {
					t.Fatal(err)
				}
				return string(text)
			}
			fire(t, s, pane, payload(map[string]any{"hook_event_name": "SessionStart", "source": "startup",
				"session_title": title}))
			fire(t, s, pane, payload(map[string]any{"hook_event_name": "PreToolUse", "tool_name": "AskUserQuestion",
				"tool_input": map[string]any{"questions": []any{map[string]any{"question": question}}}}))

			screen.Until("the message is shown", screen.Shows("Claude needs you: -z "))
			if tt.want == nil {
				s.Until("the bell has reached the terminal", func() bool {
					got, _ := os.ReadFile(bytes) // there is none before the first byte
					return strings.Contains(string(got), "\a")
				})
			}
			var got [][]string
			s.Until("the programs were called", func() bool {
				got = callsIn(calls)
				return len(got) >= len(tt.want)
			})
			goes := len(tt.want) == 2
			for _, call := range got {
				if at := slices.Index(call, "-execute") + 1; at > 0 {
					goes = true
					clickFromElsewhere(t, call[at])
					call[at] = focus
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if shows := s.Tmux("list-clients", "-F", "#{pane_id}") == pane; shows != goes {
				t.Errorf("the client shows the session: %t, want %t", shows, goes)
			}
			if run, _ := filepath.Glob(home + "/pwned"); run != nil {
				t.Error("a word was run")
			}
		})
	}
}

// focus stands for the command that goes to the session.
const focus = "FOCUS"

// clickFromElsewhere runs a command as a program outside of tmux does.
func clickFromElsewhere(t *testing.T, command string) {
	t.Helper()
	cmd := exec.Command("/bin/sh", "-c", command)
	cmd.Env = []string{"HOME=" + t.TempDir()}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%s: %v: %s", command, err, out)
	}
}

// callsIn returns the calls that the stand-ins have written down.
func callsIn(file string) (calls [][]string) {
	text, _ := os.ReadFile(file) // there is none before the first
	for line := range strings.Lines(string(text)) {
		var call []string
		if json.Unmarshal([]byte(line), &call) == nil {
			calls = append(calls, call)
		}
	}
	return calls
}

// linked returns a directory that has these programs alone.
func linked(t *testing.T, programs ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range programs {
		path, err := exec.LookPath(name)
		if err == nil {
			err = os.Symlink(path, filepath.Join(dir, name))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestPresetsFit: each value is one that has a meaning.
func TestPresetsFit(t *testing.T) {
	t.Parallel()
	settings := map[string]tmuxopt.Setting{}
	for _, setting := range tmuxopt.Settings() {
		settings[setting.Option] = setting
	}
	for _, name := range notify.PresetNames() {
		count := 0
		for line := range strings.Lines(notify.Preset(name)) {
			if strings.HasPrefix(line, "#") {
				continue
			}
			option, value, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(line), "set -g "), " ")
			setting, known := settings[option]
			if !known || !setting.Fits(strings.Trim(value, "'")) {
				t.Errorf("%s: %s", name, line)
			}
			count++
		}
		if count < 2 {
			t.Errorf("%s: %d lines", name, count)
		}
	}
}
