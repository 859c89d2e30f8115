package permission

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"atm/internal/sys/shell"
)

// Rule is a permission rule in the syntax of Claude Code.
type Rule struct {
	tool    string
	command commandRule // "" = any
	file    *fileRule
	domain  string // of WebFetch; "" = any
}

// families lists the tools that a rule for one tool applies to, as in Claude Code.
var families = map[string][]string{
	"Edit": {"Edit", "MultiEdit", "NotebookEdit", "Write"},
	"Read": {"Read", "NotebookRead"},
}

// nameSigns are the characters that the name of a tool and that of a host may have.
const nameSigns = shell.Letters + "0123456789-"

// errNoRule shows the syntax of rules.
var errNoRule = errors.New("a rule is written like Bash(git status), Bash(git *), Edit(src/**)," +
	" mcp__server__tool")

// ParseRule reads a rule:
//
//	Bash                           any command
//	Bash(git status)               exactly this command
//	Bash(git *), Bash(git:*)       git with any arguments, or none
//	Bash(npm run test*)            commands with this beginning; * stands for any characters
//	Edit(src/**), Read(*.md)       files below the session's directory, as in .gitignore; Edit
//	                               also stands for Write, MultiEdit and NotebookEdit
//	Edit(~/notes/**), Read(//etc/hosts)
//	                               files below the home directory, and below /
//	WebFetch(domain:example.com)   addresses on exactly this host
//	mcp__server, mcp__server__tool tools of an MCP server
//
// A rule for any other tool is only its name. A rule that Claude Code accepts, but whose calls are not
// certain, is an error.
func ParseRule(text string) (Rule, error) {
	tool, content, hasContent := strings.Cut(text, "(")
	r := Rule{tool: tool}
	if hasContent && !strings.HasSuffix(content, ")") {
		return Rule{}, fmt.Errorf("rule %q has no closing parenthesis; %w", text, errNoRule)
	}
	content = strings.TrimSuffix(content, ")")
	if err := r.checkTool(hasContent); err != nil {
		return Rule{}, fmt.Errorf("rule %q %w; %w", text, err, errNoRule)
	}
	if !hasContent || content == "*" && (tool == "Bash" || tool == "WebFetch") {
		return r, nil
	}
	if err := r.parseContent(content); err != nil {
		return Rule{}, fmt.Errorf("rule %q %w; %w", text, err, errNoRule)
	}
	return r, nil
}

func (r Rule) checkTool(hasContent bool) error {
	name := r.tool
	if r.isMCP() {
		name = strings.TrimSuffix(name, "__*")
	}
	switch {
	case name == "" || strings.Trim(name, nameSigns+"_") != "":
		return errors.New("names no tool")
	case r.isMCP() && len(name) <= len(mcpPrefix):
		return errors.New("names no server")
	case hasContent && !r.takesContent():
		return fmt.Errorf("has parentheses, which a rule for %s does not take here", r.tool)
	}
	return nil
}

// takesContent reports whether a rule for the tool may have parentheses.
func (r Rule) takesContent() bool {
	return slices.Contains([]string{"Bash", "Edit", "Write", "Read", "WebFetch"}, r.tool)
}

func (r *Rule) parseContent(content string) (err error) {
	if strings.TrimSpace(content) == "" {
		return errors.New("is empty")
	}
	switch r.tool {
	case "Bash":
		r.command, err = parseCommandRule(content)
	case "WebFetch":
		domain, found := strings.CutPrefix(content, "domain:")
		if !found || !isHost(domain) {
			return errors.New("names no domain, as domain:example.com does")
		}
		r.domain = strings.ToLower(domain)
	default:
		r.file, err = parseFileRule(content)
	}
	return err
}

// Matches reports whether the rule applies to this request. In doubt it does not.
func (r Rule) Matches(request Request) bool {
	switch {
	case r.isMCP():
		return r.matchesMCP(request.Tool)
	case !r.isFor(request.Tool):
		return false
	case request.Tool == "Bash":
		command, exact := text(request.input().value("command"))
		return exact && (r.command == "" || r.command.matches(command)) && !request.mayAskDespiteRules(command)
	case r.file != nil:
		return r.file.matches(request)
	case pathMembers[request.Tool] != "":
		return slices.ContainsFunc(anyFile, func(any fileRule) bool { return any.matches(request) })
	case r.domain != "":
		address, exact := text(request.input().value("url"))
		return exact && host(address) == r.domain
	}
	return true
}

func (r Rule) isFor(tool string) bool {
	return tool == r.tool || slices.Contains(families[r.tool], tool)
}

const mcpPrefix = "mcp__"

func (r Rule) isMCP() bool { return strings.HasPrefix(r.tool, mcpPrefix) }

func (r Rule) matchesMCP(tool string) bool {
	server, all := strings.CutSuffix(r.tool, "__*")
	if !all && strings.Contains(server[len(mcpPrefix):], "__") { // it names a tool
		return tool == r.tool
	}
	// Two underscores in a tool's name may belong to the name of another server.
	name, found := strings.CutPrefix(tool, server+"__")
	return found && name != "" && !strings.Contains(name, "__")
}

// host returns the host of an address, "" if the host is not certain.
func host(address string) string {
	rest, found := strings.CutPrefix(address, "https://")
	if !found {
		rest, found = strings.CutPrefix(address, "http://")
	}
	name := rest
	if end := strings.IndexAny(rest, "/?#"); end >= 0 {
		name = rest[:end]
	}
	isOdd := func(c rune) bool { return c <= ' ' || c == '\\' || c > '~' } // browsers drop or change these
	if !found || !isHost(name) || strings.IndexFunc(address, isOdd) >= 0 {
		return ""
	}
	return strings.ToLower(name)
}

// isHost reports whether a text is the name of a host, without a port.
func isHost(text string) bool {
	return text != "" && strings.Trim(text, nameSigns+".") == ""
}

// Concerns reports whether the rule may apply to this request. It is for rules that stop a call: in doubt the
// person must know. A command matches if the rule could match one of its parts, also in quotes, after an
// expansion, or in a subshell. A file matches by its path as written, protected or not, and any file if its path
// is not certain. A rule for a server concerns all tools that may be of that server. An address matches on any
// port, and if its host is not certain. A rule without parentheses concerns each call of its tool.
func (r Rule) Concerns(request Request) bool {
	switch {
	case r.Matches(request):
		return true
	case r.isMCP():
		return strings.HasPrefix(request.Tool, strings.TrimSuffix(r.tool, "__*")+"__")
	case !r.isFor(request.Tool):
		return false
	case r.file != nil:
		path := request.path()
		return path == "" || r.file.matchesBelow(r.file.base(request.CWD, request.Home), path)
	case r.command != "":
		command, _ := text(request.input().value("command"))
		return slices.ContainsFunc(PossibleCommands(command), r.command.matchesPart)
	}
	address, _ := text(request.input().value("url"))
	return r.domain == "" || r.mayBeHost(address) // without a domain any call of the tool
}

// mayBeHost reports whether an address may be on the host of the rule, on any port.
func (r Rule) mayBeHost(address string) bool {
	scheme, rest, _ := strings.Cut(address, "//")
	if end := strings.IndexAny(rest, `/?#\`); end >= 0 {
		rest = rest[:end]
	}
	name, _, _ := strings.Cut(rest[strings.LastIndexByte(rest, '@')+1:], ":") // of user@host:port
	name = strings.TrimSuffix(strings.ToLower(name), ".")
	scheme = strings.ToLower(scheme)
	return name == r.domain || !isHost(name) || scheme != "https:" && scheme != "http:"
}

// PossibleCommands returns the simple commands that a shell could run for a command. Their arguments may be
// incomplete: the command is split wherever another one could begin, also within quotes. A command that
// begins with an assignment, a keyword or a program that runs another command is returned both with and
// without that word.
func PossibleCommands(command string) []string {
	split := func(c rune) bool { return strings.ContainsRune(";|&\n(){}<>`'\"", c) }
	var parts []string
	for _, part := range strings.FieldsFunc(command, split) {
		words := strings.Fields(part)
		begins, isValue := true, false // isValue: the word may be the value of the option before it
		isRun, valued := false, ""     // for the program that runs another one
		for i, word := range words {
			word = strings.ReplaceAll(word, `\`, "") // \rm runs rm, and no alias
			words[i] = word
			if begins {
				name := word // /bin/rm is rm, too
				if !strings.HasPrefix(word, "-") && !strings.Contains(word, "=") {
					name = word[strings.LastIndexByte(word, '/')+1:]
				}
				for _, first := range slices.Compact([]string{word, name}) {
					parts = append(parts, strings.Join(append([]string{first}, words[i+1:]...), " "))
				}
				if letters, isRunner := runners[name]; isRunner {
					isRun, valued = true, letters
				}
				begins = runsAnother(name) || isRun && isValue
			}
			begins = begins || slices.Contains(execs, word)
			isLong := strings.HasPrefix(word, "--") && !strings.Contains(word, "=")
			isValue = isLong || strings.HasPrefix(word, "-") && strings.ContainsAny(word[len(word)-1:], valued)
		}
	}
	return parts
}

// runners are the keywords and programs after which a command may begin, each with the letters of its options that take
// a value.
var runners = map[string]string{
	"builtin": "", "caffeinate": "tw", "command": "", "coproc": "", "do": "", "doas": "Cu", "else": "", "env": "aCPSu",
	"eval": "", "exec": "a", "if": "", "elif": "", "ionice": "cnPpu", "nice": "n", "nocorrect": "", "noglob": "",
	"nohup": "", "setsid": "", "stdbuf": "eio", "sudo": "aCcDghpRrTtUu", "then": "", "time": "fo", "timeout": "ks",
	"until": "", "while": "", "xargs": "adEIJLnPRSs", "!": "", "$": "",
}

// execs are the options of find after which a command begins.
var execs = []string{"-exec", "-execdir", "-ok", "-okdir"}

// runsAnother reports whether a command may begin after a word.
func runsAnother(word string) bool {
	_, isRunner := runners[word]
	return isRunner || strings.HasPrefix(word, "-") || strings.Contains(word, "=") ||
		strings.Trim(word, "0123456789.smhd") == ""
}
