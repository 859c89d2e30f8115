package permission_test

import (
	"encoding/json"
	"path"
	"strings"
	"testing"

	"atm/internal/claude/permission"
)

// request returns a request for a tool with a member of its input. No path in it has a link.
func request(t testing.TB, tool, name, value string) permission.Request {
	t.Helper()
	file := value
	if !path.IsAbs(file) {
		file = "/home/ada/parser/" + file
	}
	return linked(t, tool, name, value, path.Clean(file))
}

// linked is request for a path that leads to another one.
func linked(t testing.TB, tool, name, value, target string) permission.Request {
	t.Helper()
	file := value
	if !path.IsAbs(file) {
		file = "/home/ada/parser/" + file
	}
	return parsed(t, map[string]any{
		"tool_name": tool, "tool_input": map[string]string{name: value},
		"cwd": "/home/ada/parser", "home": "/home/ada",
		"resolved": map[string]string{
			"path": path.Clean(file), "target": target, "cwd": "/home/ada/parser", "home": "/home/ada",
			"config": "/home/ada/.claude",
		},
	})
}

func parsed(t testing.TB, request map[string]any) permission.Request {
	t.Helper()
	raw, err := json.Marshal(request)
	if err != nil {
		t.Fatal(err)
	}
	r, err := permission.Parse(raw)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func rule(t testing.TB, text string) permission.Rule {
	t.Helper()
	r, err := permission.ParseRule(text)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestRuleForCommands(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, rule, command string
		want                bool
	}{
		{"any command", "Bash", "make; $(x)", true},
		{"any command, as written by others", "Bash(*)", "rm -rf /", true},
		{"the very command", "Bash(git status)", "git status", true},
		{"with an argument", "Bash(git status)", "git status -s", false},
		{"twice", "Bash(git status)", "git status && git status", true},
		{"a rule that is compound itself", "Bash(git status && make $X)", "git status && make $X", true},
		{"of which a part runs alone", "Bash(git status && make)", "git status", false},
		{"arguments", "Bash(git *)", "git push -f origin main", true},
		{"none", "Bash(git *)", "git", true},
		{"the older way to write it", "Bash(git:*)", "git status", true},
		{"another program that begins so", "Bash(git:*)", "gitx", false},
		{"several words", "Bash(git push:*)", "git push origin", true},
		{"of which the last goes on", "Bash(git push:*)", "git pushx", false},
		{"no boundary asked for", "Bash(npm run test*)", "npm run test:unit", true},
		{"characters in the middle", "Bash(git * main)", "git push origin main", true},
		{"and another end", "Bash(git * main)", "git push origin mainx", false},
		{"blanks around", "Bash(git *)", "  git status\n", true},
		{"an option that runs something, which nobody can know", "Bash(git *)",
			"git --upload-pack='x; y' z", true},
		{"each part matches", "Bash(git *)",
			"git add . && git commit -m x || git status; git log | git x\ngit y", true},
		{"behind a semicolon", "Bash(git *)", "git status; rm -rf /", false},
		{"without a blank", "Bash(git *)", "git status;rm -rf /", false},
		{"behind and", "Bash(git *)", "git status && rm x", false},
		{"behind or", "Bash(git *)", "git status || rm x", false},
		{"behind a pipe", "Bash(git *)", "git log | sh", false},
		{"before a pipe", "Bash(git *)", "curl x | git apply", false},
		{"behind a pipe of both streams", "Bash(git *)", "git log |& sh", false},
		{"in the background", "Bash(git *)", "git fetch & git status", false},
		{"in the next line", "Bash(git *)", "git status\nrm x", false},
		{"in a line of an odd system", "Bash(git *)", "git status\r\nrm x", false},
		{"in dollars", "Bash(git *)", "git $(rm x)", false},
		{"a variable", "Bash(git *)", "git $X", false},
		{"in backticks", "Bash(git *)", "git `rm x`", false},
		{"in backticks in quotes", "Bash(git *)", "git \"`rm x`\"", false},
		{"in dollars in quotes", "Bash(git *)", `git "$(rm x)"`, false},
		{"in dollars between apostrophes: a text", "Bash(git *)", `git log '$(rm x)'`, true},
		{"into a file", "Bash(git *)", "git log > /etc/passwd", false},
		{"into a file without blanks", "Bash(git *)", "git log>x", false},
		{"from a process", "Bash(git *)", "git diff <(rm x)", false},
		{"from here", "Bash(git *)", "git apply <<E\nx\nE", false},
		{"a group", "Bash(git *)", "(git status)", false},
		{"operators in quotes are text", "Bash(git *)", `git commit -m "a; b && c | d > e" -m 'f; g'`, true},
		{"a line break in quotes", "Bash(git *)", "git commit -m \"a\n\nrm x\"", true},
		{"a quote in quotes", "Bash(git *)", `git commit -m "a \" ; b"`, true},
		{"a backslash before the end of quotes", "Bash(git *)", `git commit -m "a \\" ; rm x`, false},
		{"a quote that does not end", "Bash(git *)", "git commit -m 'a", false},
		{"double, too", "Bash(git *)", `git commit -m "a`, false},
		{"an escape", "Bash(git *)", `git log \; rm x`, false},
		{"a line that goes on", "Bash(git *)", "git log \\\n; rm x", false},
		{"a comment that hides a quote", "Bash(git *)", "git log # it's\nrm x # '", false},
		{"a comment behind an operator", "Bash(git *)", "git log;#'\nrm x #'", false},
		{"no comment", "Bash(git *)", "git show a#1", true},
		{"braces that are several words", "Bash(git *)", "git log {a,b}", false},
		{"which are numbers", "Bash(git *)", "git log {1..3}", false},
		{"around quotes", "Bash(git *)", "git log {a','b}", false},
		{"in braces", "Bash(git *)", "git log {{a,b},c}", false},
		{"braces that do not end", "Bash(git *)", "git log a{", false},
		{"braces in quotes are text", "Bash(git *)", "git log '{a,b}'", true},
		{"braces that are one word", "Bash(git *)", "git show HEAD@{1} @{upstream}", true},
		{"the path of a program, for zsh", "Bash(git *)", "git log =ls", false},
		{"an equals sign in a word", "Bash(git *)", "git log --since=today", true},
		{"another environment", "Bash(git *)", "PATH=/tmp git status", false},
		{"a wrapper", "Bash(git *)", "timeout 5 git status", false},
		{"a quoted program", "Bash(git *)", `"git" status`, false},
		{"NUL", "Bash(git *)", "git status\x00", false},
		{"letters that look like blanks", "Bash(git *)", "git\u00a0status", false},
		{"letters in quotes", "Bash(git *)", "git commit -m 'fünf'", true},
		{"letters outside, which some shells misread", "Bash(git *)", "git checkout fünf", false},
		{"nothing", "Bash(git *)", " \n ", false},
		{"only operators", "Bash(git *)", "; && |", false},
	} {
		if got := rule(t, tt.rule).Matches(request(t, "Bash", "command", tt.command)); got != tt.want {
			t.Errorf("%s: %s, %q: %t", tt.name, tt.rule, tt.command, got)
		}
	}
}

func TestRuleForOthers(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, rule, tool, member, value string
		want                            bool
	}{
		{"below a directory", "Edit(src/**)", "Edit", "file_path", "/home/ada/parser/src/a/b.go", true},
		{"a relative path", "Edit(src/**)", "Edit", "file_path", "src/a.go", true},
		{"another tool that edits", "Edit(src/**)", "Write", "file_path", "src/a.go", true},
		{"a notebook", "Edit(src/**)", "NotebookEdit", "notebook_path", "src/a.ipynb", true},
		{"its other member", "Edit(src/**)", "NotebookEdit", "file_path", "src/a.ipynb", false},
		{"one that reads", "Edit(src/**)", "Read", "file_path", "src/a.go", false},
		{"a rule for one that writes", "Write(src/**)", "Edit", "file_path", "src/a.go", false},
		{"the directory itself", "Edit(src/**)", "Edit", "file_path", "src", false},
		{"a neighbour", "Edit(src/**)", "Edit", "file_path", "src2/a.go", false},
		{"out of it again", "Edit(src/**)", "Edit", "file_path", "src/../../x", false},
		{"out of it and back", "Edit(src/**)", "Edit", "file_path", "src/../src/a.go", true},
		{"a path of somebody's home", "Edit(**)", "Edit", "file_path", "~/x", false},
		{"a line break", "Edit(src/**)", "Edit", "file_path", "src/a\nb", false},
		{"any depth", "Edit(*.go)", "Edit", "file_path", "a/b/c.go", true},
		{"only here", "Edit(./*.go)", "Edit", "file_path", "a/c.go", false},
		{"here", "Edit(./*.go)", "Edit", "file_path", "c.go", true},
		{"a star ends at a slash", "Edit(src/*)", "Edit", "file_path", "src/a/b", false},
		{"in a directory that looks like a file", "Edit(*.go)", "Edit", "file_path", "x.go/evil.sh", false},
		{"a directory that is named", "Edit(docs)", "Edit", "file_path", "docs/a.md", true},
		{"a directory with a slash", "Edit(docs/)", "Edit", "file_path", "a/docs/b.md", true},
		{"which is a file", "Edit(docs/)", "Edit", "file_path", "docs", false},
		{"directories between", "Edit(a/**/z)", "Edit", "file_path", "a/b/c/z", true},
		{"none between", "Edit(a/**/z)", "Edit", "file_path", "a/z", true},
		{"outside of the session's directory", "Edit(**)", "Edit", "file_path", "/etc/passwd", false},
		{"all below it", "Edit(*)", "Edit", "file_path", "a/b", true},
		{"any file", "Edit", "Write", "file_path", "/etc/passwd", true},
		{"below the system's root", "Read(//etc/**)", "Read", "file_path", "/etc/a/b", true},
		{"below the home", "Read(~/notes/*.md)", "Read", "file_path", "/home/ada/notes/a.md", true},
		{"hooks of git", "Edit(**)", "Write", "file_path", "sub/.git/hooks/x", false},
		{"in other letters", "Edit(**)", "Write", "file_path", ".Git/config", false},
		{"named", "Edit(.claude/*)", "Write", "file_path", ".claude/x", true},
		{"a set of letters", "Read([ab].md)", "Read", "file_path", "b.md", true},
		{"a host", "WebFetch(domain:example.com)", "WebFetch", "url", "https://Example.com/a?b=c", true},
		{"below it", "WebFetch(domain:example.com)", "WebFetch", "url", "https://x.example.com/", false},
		{"a user that looks like it", "WebFetch(domain:example.com)", "WebFetch", "url",
			"https://example.com@evil/", false},
		{"a backslash", "WebFetch(domain:example.com)", "WebFetch", "url",
			`https://example.com\@evil/`, false},
		{"a tab", "WebFetch(domain:example.com)", "WebFetch", "url", "https://example.com\t.evil/", false},
		{"a port", "WebFetch(domain:example.com)", "WebFetch", "url", "https://example.com:8080/", false},
		{"no address", "WebFetch(domain:example.com)", "WebFetch", "url", "example.com", false},
		{"any address", "WebFetch(*)", "WebFetch", "url", "x", true},
		{"a tool of a server", "mcp__git__log", "mcp__git__log", "a", "b", true},
		{"another tool of it", "mcp__git__log", "mcp__git__push", "a", "b", false},
		{"one that goes on", "mcp__git__log", "mcp__git__log__x", "a", "b", false},
		{"all tools of a server", "mcp__git", "mcp__git__push", "a", "b", true},
		{"with a star", "mcp__git__*", "mcp__git__push", "a", "b", true},
		{"another server", "mcp__git", "mcp__github__push", "a", "b", false},
		{"perhaps another server", "mcp__git", "mcp__git__hub__push", "a", "b", false},
		{"another tool", "WebSearch", "WebSearch", "query", "x", true},
		{"a name in other letters", "bash", "Bash", "command", "x", false},
		{"an input without the member", "Bash(git *)", "Bash", "cmd", "git status", false},
	} {
		if got := rule(t, tt.rule).Matches(request(t, tt.tool, tt.member, tt.value)); got != tt.want {
			t.Errorf("%s: %s, %s %q: %t", tt.name, tt.rule, tt.tool, tt.value, got)
		}
	}
}

// TestRuleForProtected: no rule matches a path for which Claude Code would ask in spite of it.
func TestRuleForProtected(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, rule, file string
		want             bool
	}{
		{"servers that a session starts", "Edit(**)", ".mcp.json", false},
		{"named", "Edit(.mcp.json)", ".mcp.json", true},
		{"what direnv runs", "Edit(**)", ".envrc", false},
		{"a hook", "Edit(**)", ".husky/pre-commit", false},
		{"its directory named", "Edit(.husky/**)", ".husky/pre-commit", true},
		{"its directory named by a pattern", "Edit(.husk*/**)", ".husky/pre-commit", false},
		{"its directory named in other letters", "Edit(.Husky/**)", ".husky/pre-commit", false},
		{"another one below one that is named", "Edit(.husky/**)", ".husky/.git/config", false},
		{"a file below one that is named", "Edit(.husky/**)", ".husky/.npmrc", false},
		{"submodules", "Edit(**)", "sub/.gitmodules", false},
		{"a directory that nobody knows", "Edit(**)", "a/.unknown/b", false},
		{"a tool without a pattern", "Edit", ".envrc", false},
		{"in other letters", "Edit(**)", "sub/.GIT/config", false},
		{"a file without a dot", "Edit(**)", "lefthook.yml", false},
		{"in other letters, too", "Edit(**)", "a/LeftHook.YML", false},
		{"in letters that are compared so", "Edit(**)", "pyr\u0131ghtconfig.json", false},
		{"with a blank behind it", "Edit(**)", "bunfig.toml ", false},
		{"a file without a dot, named", "Edit(lefthook.yml)", "lefthook.yml", true},
		{"a short name of Windows", "Edit(**)", "GIT~1/config", false},
		{"a tilde", "Edit(**)", "a~b.txt", true},
		{"a tilde at the end", "Edit(**)", "a~", true},
		{"a device of Windows", "Edit(**)", "thesis.aux", false},
		{"a numbered one", "Edit(**)", "x.COM1", false},
		{"no device", "Edit(**)", "x.com", true},
		{"a dot at the end", "Edit(**)", "a./b", false},
		{"an invisible character", "Edit(**)", "\u200c.git/config", false},
		{"a backslash", "Edit(**)", `a\.git\config`, false},
		{"a stream", "Edit(**)", "a::$DATA", false},
		{"three dots", "Edit(**)", "a/.../b", false},
		{"dots in a name", "Edit(**)", "a.b..c", true},
		{"another place, by all of its names", "Edit(//srv/.config/app/**)", "/srv/.config/app/x", true},
		{"another place with a dot", "Edit(//srv/**)", "/srv/.config/app/x", false},
		{"a tool without a pattern, elsewhere", "Edit", "/srv/x", true},
		{"reading", "Read(**)", ".env", false},
		{"the configuration of Claude Code", "Edit(~/**)", "/home/ada/.claude/settings.json", false},
	} {
		tool, _, _ := strings.Cut(tt.rule, "(")
		if got := rule(t, tt.rule).Matches(request(t, tool, "file_path", tt.file)); got != tt.want {
			t.Errorf("%s: %s, %q: %t", tt.name, tt.rule, tt.file, got)
		}
	}
}

// TestRuleForSessionsInProtected: a session may work in a directory that begins with a dot, and
// not in one that Claude Code protects.
func TestRuleForSessionsInProtected(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, cwd, config string
		want              bool
	}{
		{"an ordinary directory", "/home/ada/parser", "/home/ada/.claude", true},
		{"one that begins with a dot", "/home/ada/.config/nvim", "/home/ada/.claude", true},
		{"that of git", "/home/ada/parser/.git", "/home/ada/.claude", false},
		{"below it", "/home/ada/parser/.git/modules/x", "/home/ada/.claude", false},
		{"the configuration of git", "/home/ada/.config/git", "/home/ada/.claude", false},
		{"the configuration of Claude Code", "/home/ada/.claude", "/home/ada/.claude", false},
		{"elsewhere", "/srv/claude/skills", "/srv/claude", false},
		{"a working tree of Claude Code", "/home/ada/parser/.claude/worktrees/x", "/home/ada/.claude", true},
	} {
		r := parsed(t, map[string]any{
			"tool_name": "Edit", "tool_input": map[string]string{"file_path": tt.cwd + "/a.go"}, "cwd": tt.cwd,
			"resolved": map[string]string{
				"path": tt.cwd + "/a.go", "target": tt.cwd + "/a.go", "cwd": tt.cwd, "config": tt.config,
			},
		})
		for _, text := range []string{"Edit(**)", "Edit"} {
			if got := rule(t, text).Matches(r); got != tt.want {
				t.Errorf("%s: %s: %t", tt.name, text, got)
			}
		}
	}
}

// TestRuleForLinks: a path has to lie where the rule says, and so has what links lead to.
func TestRuleForLinks(t *testing.T) {
	t.Parallel()
	const src, hook = "/home/ada/parser/src/", "/home/ada/parser/.git/hooks/pre-commit"
	for _, tt := range []struct {
		name, rule, file, target string
		want                     bool
	}{
		{"no link", "Edit(src/**)", "src/a.go", src + "a.go", true},
		{"below the same directory", "Edit(src/**)", "src/link", src + "a.go", true},
		{"out of it", "Edit(src/**)", "src/cfg", "/home/ada/newfile.sh", false},
		{"into it", "Edit(src/**)", "link/a.go", src + "a.go", false},
		{"into what is protected", "Edit(**)", "src/h/pre-commit", hook, false},
		{"which is named", "Edit(.git/hooks/*)", "src/h/pre-commit", hook, false},
		{"to a file that is protected", "Edit(src/**)", "src/a.go", src + ".envrc", false},
		{"where both lie", "Edit(//home/ada/**)", "src/cfg", "/home/ada/newfile.sh", true},
		{"any file", "Edit", "src/cfg", "/home/ada/newfile.sh", true},
		{"nobody knows where", "Edit(src/**)", "src/a.go", "", false},
		{"nobody knows where, any file", "Edit", "src/a.go", "", false},
		{"a line break", "Edit(src/**)", "src/a", src + "a\nb", false},
	} {
		if got := rule(t, tt.rule).Matches(linked(t, "Edit", "file_path", tt.file, tt.target)); got != tt.want {
			t.Errorf("%s: %s, %q to %q: %t", tt.name, tt.rule, tt.file, tt.target, got)
		}
	}
	other := linked(t, "Edit", "file_path", "src/a.go", src+"a.go")
	other.Input = []byte(`{"file_path": "src/b.go"}`)
	if rule(t, "Edit(src/**)").Matches(other) {
		t.Error("a path matches of which nobody knows where it leads")
	}
	moved := linked(t, "Edit", "file_path", src+"a.go", "/data/parser/src/a.go")
	if rule(t, "Edit(src/**)").Matches(moved) {
		t.Error("a path out of the session's directory matches")
	}
	if moved.Resolved.CWD = "/data/parser"; !rule(t, "Edit(src/**)").Matches(moved) {
		t.Error("a session does not match whose own directory is a link")
	}
}

func TestRuleRefused(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"empty": "", "a star": "*", "stars": "**", "empty parentheses": "Bash()", "blanks": "Bash( )",
		"any program": "Bash(* --version)", "any program, older": "Bash(:*)", "no end": "Bash(git",
		"more behind": "Bash(git)x", "no name": "(git *)", "blanks around": " Bash",
		"one slash":  "Edit(/etc/x)",
		"not a path": "Edit(../x)", "a set that does not end": "Edit([a)", "a negation": "Edit(!x)",
		"somebody's home": "Edit(~eve/x)", "no domain": "WebFetch(example.com)",
		"any domain":     "WebFetch(domain:*)",
		"a tool without": "WebSearch(x)", "no server": "mcp__", "any server": "mcp__*",
		"a tool of one":    "mcp__a(b)",
		"a star in a name": "Ba*",
	} {
		if _, err := permission.ParseRule(text); err == nil {
			t.Errorf("%s: %q is taken", name, text)
		}
	}
}

// TestRuleForPaths: where Claude Code asks because of a path although a rule allows the command, no rule of --if
// matches. What it suggests was recorded with 2.1.330.
func TestRuleForPaths(t *testing.T) {
	t.Parallel()
	directories := func(dirs ...string) []any {
		return []any{map[string]any{"type": "addDirectories", "directories": dirs, "destination": "session"},
			map[string]any{"type": "setMode", "mode": "acceptEdits", "destination": "session"}}
	}
	rules := func(pairs ...string) []any {
		var list []any
		for i := 0; i < len(pairs); i += 2 {
			list = append(list, map[string]string{"toolName": pairs[i], "ruleContent": pairs[i+1]})
		}
		return []any{map[string]any{"type": "addRules", "rules": list, "behavior": "allow"}}
	}
	const cwd = "/home/ada/parser"
	for _, tt := range []struct {
		name, rule, command string
		suggested           any
		want                bool
	}{
		{"a file of the project", "Bash(touch *)", "touch inside.txt", directories(cwd), true},
		{"in a directory of it", "Bash(rm *)", "rm -rf sub/f", directories(cwd + "/sub"), true},
		{"outside", "Bash(touch *)", "touch ../out.txt", directories("/home/ada"), false},
		{"any command, outside", "Bash", "touch ../out.txt", directories("/home/ada"), false},
		{"a directory that begins so", "Bash(touch *)", "touch x", directories(cwd + "2"), false},
		{"a protected file", "Bash(touch *)", "touch .git/hooks/pre-commit", directories(cwd + "/.git/hooks"), false},
		{"a protected name", "Bash(touch *)", "touch .bashrc", directories(cwd), false},
		{"its home", "Bash(cp *)", "cp README.txt ~/.bashrc2", directories("/home/ada"), false},
		{"it reads elsewhere", "Bash(cat *)", "cat /etc/hosts", rules("Read", "//etc/**"), false},
		{"it goes elsewhere", "Bash", "cd .. && make", rules("Read", "//home/ada/**", "Bash", "make"), false},
		{"what no rule allows", "Bash(rm *)", "rm -rf /", []any{}, false},
		{"a program that may read anything", "Bash(node *)", "node ../x.js", rules("Bash", "node ../x.js"), true},
		{"a command that a rule allows", "Bash(git *)", "git push", rules("Bash", "git push *"), true},
		{"two of them", "Bash", "make all && touch in2", rules("Bash", "make all *", "Bash", "touch in2"), true},
		{"of two one outside", "Bash", "make all && touch ../o", rules("Bash", "make all *", "Bash", "touch ../o"), false},
		{"something new", "Bash(make *)", "make", []any{map[string]any{"type": "addHosts"}}, false},
	} {
		r := parsed(t, map[string]any{
			"tool_name": "Bash", "tool_input": map[string]string{"command": tt.command}, "cwd": cwd,
			"permission_suggestions": tt.suggested,
		})
		if got := rule(t, tt.rule).Matches(r); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}
