package doctor

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/dev/tmuxtest"
)

// expandedCopy returns the expansion of the copy of a format, and removes the copy.
func expandedCopy(t *testing.T, s *tmuxtest.Server, format string) (string, *copies) {
	t.Helper()
	values := map[string]string{}
	for {
		c := newCopies(values)
		text := c.text(format)
		if len(c.missing) == 0 {
			made := ""
			all, _ := c.commands([][]string{{"display-message", "-pt", "%0", "--", text}})
			for _, cmd := range all {
				made += s.Tmux(cmd...)
			}
			return made, c
		}
		for name := range c.missing {
			values[name] = s.Tmux("display-message", "-pt", "%0", "#{"+name+"}")
		}
	}
}

// TestCopiesKeep: tmux expands a copy of a format without our parts as it expands the format.
func TestCopiesKeep(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	for option, value := range map[string]string{
		"@plain":  "plain",
		"@empty":  "",
		"@zero":   "0",
		"@odd":    `a,b} #{pane_id} #[fg=red,bg=blue]c##d #,#} "e" 'f' \g $h 日本`,
		"@nested": "<#{E:@odd}|#{=3:pane_id}|#{E:@plain}>",
		"@commas": "#{?pane_active,yes,no},#{?#{E:@empty},x,y}",

		"window-status-format":         "",
		"window-status-current-format": "",
		"status-right":                 "#{pane_id} %%", // without the time, which may change between two expansions
	} {
		s.Tmux("set-option", "-g", option, value)
	}
	statusFormat := s.Tmux("display-message", "-p", "#{status-format[0]}")
	for _, format := range []string{
		"plain, with } all # sorts ## of ###{l:x} signs",
		"#{E:@odd}", "#{E:@nested}", "#{=/8:@odd}", "#{T;=/8:@odd}", "#{E;=6:@plain}", "#{=-4;E:@nested}",
		"#{p12;E:@plain}|",
		"#{?pane_active,#{E:@odd},no}", "#{?#{E:@plain},#{E:@commas},no}", "#{?#{E:@empty},yes,#{E:@odd}}",
		"#{?#{E:@zero},yes,no}",
		"#{?#{==:#{E:@plain},plain},same,other}", "#{==:#{E:@plain},plain}", "#{m:*la*,#{E:@plain}}",
		"#{&&:#{E:@plain},#{pane_active}}",
		"#{W:#{window_index}#{E:@commas},[#{window_index}#{E:@commas}]}",
		"#{S:#{W:#{P:#{pane_id}#{E:@plain}}}}",
		"#{s/a/b/:@plain}", "#{q/e:@odd}", "#{n:@plain}", "#{@odd}",
		"#{pane_id} #S #I #{E:@unknown}",
		"#[fg=#{?pane_active,red,blue}#,bold]x#[default]", "##{pane_id} ###{pane_id}", "#{E:@plain", "a#",
		statusFormat,
	} {
		made, c := expandedCopy(t, s, format)
		want := s.Tmux("display-message", "-pt", "%0", "--", format)
		got := strings.ReplaceAll(made, string(tabMark), "")
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s\nwith %q\n(-want +got):\n%s", format, c.texts, diff)
		}
	}
}

// TestCopiesMark: each part of ours shows its mark, even if the part itself would be empty, and no command
// runs.
func TestCopiesMark(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	for option, value := range map[string]string{
		"@atm_counts":  "#{?#{==:#{@x},y},a,}",
		"@atm_pane":    "p",
		"@atm_meter":   "m",
		"@theme":       "#[fg=red]#{?#{E:@atm_counts}, #{E:@atm_counts} ,}#(touch pwned)%H:%M",
		"status-right": "long text of the user's #{E:@theme}",

		"window-status-separator": "#(touch pwned)#{E:@atm_counts}",
	} {
		s.Tmux("set-option", "-g", option, value)
	}
	for _, tt := range []struct {
		name, format string
		want         []mark
	}{
		{
			name:   "as our configuration has it",
			format: "#{?#{E:@atm_counts}, #{E:@atm_counts} ,}%H:%M",
			want:   []mark{countsMark},
		},
		{name: "bare", format: "#{E:@atm_counts}", want: []mark{countsMark}},
		{name: "with more modifiers", format: "#{E;=20:@atm_counts}", want: []mark{countsMark}},
		{name: "by way of a theme", format: "#{E:@theme}", want: []mark{countsMark}},
		{
			name:   "by way of another option of tmux",
			format: "#{T;=/60:status-right}",
			want:   []mark{countsMark},
		},
		{name: "behind what tmux cuts off", format: "#{T;=/20:status-right}"},
		{name: "where a condition holds", format: "#{?pane_active,#{E:@atm_pane},}", want: []mark{paneMark}},
		{name: "the icon within the meter", format: "#{?pane_active,#{E:@atm_meter},}", want: []mark{paneMark}},
		{name: "where it does not", format: "#{?pane_in_mode,#{E:@atm_pane},}"},
		{name: "only the text of the format", format: "#{@atm_counts}"},
		{name: "not defined", format: "#{E:@atm_window}"},
		{name: "the job", format: "#('/a b/atm' sync --follow)x", want: []mark{syncMark}},
		{name: "by way of an option for windows", format: "#{E:window-status-separator}", want: []mark{countsMark}},
		{
			name:   "a command of somebody else's",
			format: "#(date; (sleep 1))#{E:@atm_pane}",
			want:   []mark{paneMark},
		},
		{name: "a command that draws", format: "#(atm pane-icon #{pane_id})", want: []mark{ownMark}},
		{
			name:   "the user's own format",
			format: "#{?#{==:#{@meta.claude.status},running},[▶],}",
			want:   []mark{ownMark},
		},
		{
			name:   "a count by hand",
			format: "#{n:#{S:#{W:#{P:#{?#{@meta.claude.status},x,}}}}}",
			want:   []mark{ownMark},
		},
		{name: "a value of ours", format: "#{q/e:@meta.claude.detail}", want: []mark{ownMark}},
		{
			name:   "names of windows",
			format: "#{W:#{T:window-status-format},#{T:window-status-current-format}}",
			want:   []mark{tabMark},
		},
	} {
		made, c := expandedCopy(t, s, tt.format)
		var got []mark
		for _, m := range []mark{countsMark, windowMark, paneMark, syncMark, ownMark, tabMark} {
			if strings.Contains(made, string(m)) {
				got = append(got, m)
			}
		}
		if c.ownFormat {
			got = append(got, ownMark)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s: %q (-want +got):\n%s", tt.name, c.texts, diff)
		}
	}
}

// FuzzCopies: the copy of any format contains no command.
func FuzzCopies(f *testing.F) {
	for _, seed := range []string{
		"#(x)", "##(x)", "###(x)", "#{?a,#(x),#{E:@o}}", "#{E;=/3:@o}#(", "#{l:#(x)}", "#{#(x):y}", "#,#(x)",
		"#{=/#(x):@o}", "#{E:@o}#{E:@o}", "#(a (b (c (d))) #(e", "##(#(a(b(c(d)))))",
	} {
		f.Add(seed, "a #(b) ##(c) #{d:#(e)}")
	}
	f.Fuzz(func(t *testing.T, format, value string) {
		c := newCopies(map[string]string{"@o": value, "@a": ""})
		texts := []string{c.text(format)}
		for _, text := range slices.AppendSeq(texts, maps.Values(c.texts)) {
			if runsCommand(text) {
				t.Errorf("%q becomes %q", format, text)
			}
		}
	})
}

// runsCommand reports whether a text has an unescaped "#(", even in a place that tmux never expands.
func runsCommand(text string) bool {
	for i := 0; i+1 < len(text); i++ {
		if text[i] != '#' {
			continue
		}
		if text[i+1] == '(' {
			return true
		}
		if text[i+1] == '#' {
			i++
		}
	}
	return false
}
