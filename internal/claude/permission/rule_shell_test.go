package permission_test

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestRuleAgainstShell: whatever bash makes of a command that matches, it runs only the
// program of the rule, and leaves no file behind.
func TestRuleAgainstShell(t *testing.T) {
	t.Parallel()
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash")
	}
	bin, dir := t.TempDir(), t.TempDir()
	for name, script := range map[string]string{"git": "#!/bin/sh\n", "evil": "#!/bin/sh\n: > \"$0.ran\"\n"} {
		if err := os.WriteFile(filepath.Join(bin, name), []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	words := []string{
		"git", "git", "git", " ", " ", " ", "evil", "evil", ";", "&", "|", "\n", "'",
		`"`, "$", "(", ")", "`", "#", `\`, ">", "<",
		"{", "}", ",", "x", "!", "=", "*", "[", "~", "\t", "\r", "é",
	}
	git, matched := rule(t, "Bash(git *)"), 0
	random := rand.New(rand.NewPCG(1, 2))
	for range 200_000 {
		command := "git "
		for range 1 + random.IntN(14) {
			command += words[random.IntN(len(words))]
		}
		if !strings.Contains(command, "evil") || !git.Matches(request(t, "Bash", "command", command)) {
			continue
		}
		matched++
		if matched > 150 {
			break
		}
		shell := exec.Command(bash, "-c", command)
		shell.Dir, shell.Env = dir, []string{"PATH=" + bin}
		_ = shell.Run() // a mistake in the command is as good as any other end
		if _, err := os.Stat(filepath.Join(bin, "evil.ran")); err == nil {
			t.Fatalf("%q runs something else", command)
		}
		if files, _ := os.ReadDir(dir); len(files) > 0 {
			t.Fatalf("%q writes %s", command, files[0].Name())
		}
	}
	if matched < 100 {
		t.Errorf("only %d commands matched: too few to tell", matched)
	}
}

// FuzzRule: a command that matches consists of parts, each of which matches alone.
func FuzzRule(f *testing.F) {
	for _, command := range []string{
		"git status; rm x", "git 'a;b' && git c", "git #'\nrm x", "git \"\\\"\" | git",
	} {
		f.Add(command)
	}
	f.Fuzz(func(t *testing.T, command string) {
		if strings.ToValidUTF8(command, "") != command {
			return
		}
		git := rule(t, "Bash(git *)")
		if !git.Matches(request(t, "Bash", "command", command)) {
			return
		}
		for _, odd := range []string{
			"; evil", "\nevil", " | evil", " && evil", " & ", " $(evil)", " `evil`", " > evil", " \\", " '",
		} {
			if git.Matches(request(t, "Bash", "command", command+odd)) {
				t.Errorf("%q matches with %q behind it", command, odd)
			}
		}
		unquoted := removeQuoted(command)
		single := strings.ReplaceAll(unquoted, "&&", "")
		if strings.ContainsAny(unquoted, "$`<>()\\") || strings.Contains(single, "&") {
			t.Errorf("%q matches", command)
		}
		ends := func(r rune) bool { return strings.ContainsRune(";|&\n", r) }
		for part := range strings.FieldsFuncSeq(unquoted, ends) {
			if fields := strings.Fields(part); len(fields) > 0 && fields[0] != "git" {
				t.Errorf("%q matches, with the part %q", command, part)
			}
		}
	})
}

// removeQuoted leaves out what stands in quotes, in another way than the package.
func removeQuoted(command string) string {
	var kept strings.Builder
	quote, escaped := rune(0), false
	for _, c := range command {
		switch {
		case escaped:
			escaped = false
		case quote == '"' && c == '\\':
			escaped = true
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
		case c == quote:
			quote = 0
			kept.WriteByte('Q')
		case quote == 0:
			kept.WriteRune(c)
		}
	}
	return kept.String()
}
