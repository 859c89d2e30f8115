package inputbox

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The reasons why a text cannot be pasted.
var (
	ErrNothing = errors.New("the text is empty")
	ErrCommand = errors.New("it would be taken for a command")
	ErrExit    = errors.New("it would end Claude Code")
	ErrChar    = errors.New("a character that Claude Code drops")

	ErrNoCommand = errors.New("a command begins with / and has no second one in its name")
)

// exits are the prompts that end Claude Code, with or without blanks around them.
var exits = []string{"exit", "quit", ":q", ":q!", ":wq", ":wq!"}

// Prepare returns the text to paste so that text arrives as a prompt, or is run as a slash command. It returns an error
// if a prompt would be a command, if text is no command but should be, or if it would end Claude Code or lose
// characters.
func Prepare(text string, isCommand bool) (string, error) {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	if isCommand {
		text = strings.TrimSpace(text)
	}
	if err := checkChars(text); err != nil {
		return "", err
	}
	text = strings.TrimRightFunc(text, unicode.IsSpace) // as Claude Code does
	begin := strings.TrimSpace(text)
	name, isNamed := commandName(begin)
	switch {
	case isCommand && (!isNamed || name == "/"):
		return "", fmt.Errorf("%q: %w", name, ErrNoCommand)
	case begin == "":
		return "", ErrNothing
	case isCommand && slices.Contains(exits, strings.ToLower(name[1:])):
		return "", fmt.Errorf("%q: %w", name, ErrExit)
	case slices.Contains(exits, strings.ToLower(begin)):
		return "", fmt.Errorf("%q: %w", begin, ErrExit)
	case !isCommand && isNamed:
		return "", fmt.Errorf("%q: %w", name, ErrCommand)
	}
	if strings.HasPrefix(text, "!") { // the rest would be a shell command
		text = " " + text
	}
	if takesEnter(text) { // Claude Code removes the blank
		text += " "
	}
	return text, nil
}

// IsCommand reports whether Claude Code reads a text as a slash command.
func IsCommand(text string) bool {
	_, isCommand := commandName(text)
	return isCommand
}

// commandName returns the first word of a text, and whether Claude Code reads it as a command. A word with a
// second slash is a path.
func commandName(text string) (name string, isCommand bool) {
	name, _, _ = strings.Cut(strings.Join(strings.Fields(text), " "), " ")
	return name, strings.HasPrefix(name, "/") && strings.Count(name, "/") == 1
}

// takesEnter reports whether Enter would not send the text: after a backslash it begins a new line, and after
// the name of a file or a command it accepts the offered completion.
func takesEnter(text string) bool {
	words := strings.Fields(text)
	last := words[len(words)-1]
	return strings.HasSuffix(last, `\`) || strings.Contains(last, "@") || strings.HasPrefix(last, "/")
}

// checkChars rejects characters that Claude Code drops. After some of them it needs Enter twice, and an
// escape character could end the paste.
func checkChars(text string) error {
	const joiner = '\u200d' // of emoji; Claude Code keeps it
	line := 1
	for i, r := range text {
		switch {
		case r == '\n':
			line++
		case r == '\t', r == joiner:
		case r == utf8.RuneError && !strings.HasPrefix(text[i:], string(utf8.RuneError)):
			return fmt.Errorf("line %d: invalid UTF-8: %w", line, ErrChar)
		case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp):
			return fmt.Errorf("line %d: %U: %w", line, r, ErrChar)
		}
	}
	return nil
}

// UnescapeMarks removes the backslash that Claude Code 2.1.329 puts into marks of a paste that occur in a text:
// "<\/pasted_content". A mark that was pasted with a backslash also loses it.
func UnescapeMarks(text string) string {
	return regexp.MustCompile(`(?i)<\\([ /]*pasted_content)`).ReplaceAllString(text, "<$1")
}

// Arrived reports whether a prompt is the pasted text. Claude Code replaces a tab by four blanks, removes
// trailing blanks, and composes accents with their letters. So only characters are compared that cannot be
// composed.
func Arrived(pasted, prompt string) bool {
	pasted, prompt = UnescapeMarks(pasted), UnescapeMarks(prompt)
	a, b := comparableText(pasted), comparableText(prompt)
	return a == b && (a != "" || normal(pasted) == normal(prompt))
}

// comparableText returns the visible ASCII characters of a text, except letters that are followed by a
// combining accent.
func comparableText(text string) string {
	var b strings.Builder
	runes := []rune(text)
	for i, r := range runes {
		accented := i+1 < len(runes) && unicode.Is(unicode.Mn, runes[i+1])
		if r > ' ' && r <= '~' && !accented {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func normal(text string) string {
	return strings.TrimSpace(strings.ReplaceAll(text, "\t", "    "))
}
