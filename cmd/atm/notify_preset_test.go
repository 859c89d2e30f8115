package main

import (
	"encoding/json"
	"os"
	"path/filepath"
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
	for preset, want := range map[string][]string{
		"mac": {"osascript", "-e", "on run argv",
			"-e", "display notification (item 2 of argv) with title (item 1 of argv)",
			"-e", "end run", "Claude: " + title, question},
		"linux": {"notify-send", "-a", "Claude Code", "--", "Claude: " + title, html.Replace(question)},
		"ntfy": {"curl", "-fsS", "--max-time", "20", "-H", "Title: Claude: " + title,
			"--data-raw", question, "https://ntfy.sh/YOUR-TOPIC"},
		"bell": nil,
	} {
		t.Run(preset, func(t *testing.T) {
			t.Parallel()
			home := t.TempDir()
			calls, bytes, conf := home+"/calls", home+"/bytes", home+"/preset.conf"
			s := tmuxtest.StartWith(t, "/dev/null", "HOME="+home, "CALLS="+calls)
			pane := s.NewPane()
			screen := s.Attach()
			screen.Tmux("pipe-pane", "-O", "cat >"+bytes)
			s.Tmux("set-option", "-g", tmuxopt.NotifyOption, program(t)+" notify")
			lines := atm(t, s, pane, "notify", "--preset", preset) + "\n"
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
			if want == nil {
				s.Until("the bell has reached the terminal", func() bool {
					got, _ := os.ReadFile(bytes) // there is none before the first byte
					return strings.Contains(string(got), "\a")
				})
			} else {
				var got []string
				s.Until("the program was called", func() bool {
					text, err := os.ReadFile(calls)
					return err == nil && json.Unmarshal(text, &got) == nil
				})
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
			}
			if run, _ := filepath.Glob(home + "/pwned"); run != nil {
				t.Error("a word was run")
			}
		})
	}
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
