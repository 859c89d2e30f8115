package permission

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Rule is a rule for permissions, in the syntax of Claude Code.
type Rule struct {
	tool    string
	command *commandRule
	file    *fileRule
	domain  string // of WebFetch; "" = any
}

// families are the tools that a rule for one tool is for, as in Claude Code.
var families = map[string][]string{
	"Edit": {"Edit", "MultiEdit", "NotebookEdit", "Write"},
	"Read": {"Read", "NotebookRead"},
}

// errNoRule ends with what rules look like.
var errNoRule = errors.New("a rule is written like Bash(git status), Bash(git *), Edit(src/**)," +
	" mcp__server__tool")

// ParseRule reads a rule:
//
//	Bash                           any command
//	Bash(git status)               this very command
//	Bash(git *), Bash(git:*)       git with any arguments, or none
//	Bash(npm run test*)            commands that begin so; * stands for any characters
//	Edit(src/**), Read(*.md)       files below the session's directory, as in .gitignore; Edit
//	                               also stands for Write, MultiEdit and NotebookEdit
//	Edit(~/notes/**), Read(//etc/hosts)
//	                               files below the home directory, and below /
//	WebFetch(domain:example.com)   addresses on this very host
//	mcp__server, mcp__server__tool tools of an MCP server
//
// Any other tool is named alone. What Claude Code would take, but what does not say
// which calls are meant, is an error.
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

// checkTool refuses names that are none.
func (r Rule) checkTool(hasContent bool) error {
	name := r.tool
	if r.isMCP() {
		name = strings.TrimSuffix(name, "__*")
	}
	isWord := func(c rune) bool { return c == '_' || c == '-' || isLetter(c) || '0' <= c && c <= '9' }
	switch {
	case name == "" || strings.TrimFunc(name, isWord) != "":
		return errors.New("names no tool")
	case r.isMCP() && len(name) <= len(mcpPrefix):
		return errors.New("names no server")
	case hasContent && !r.takesContent():
		return fmt.Errorf("has parentheses, which a rule for %s does not take here", r.tool)
	}
	return nil
}

func isLetter(c rune) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

// takesContent reports whether a rule for the tool may say more than its name.
func (r Rule) takesContent() bool {
	return slices.Contains([]string{"Bash", "Edit", "Write", "Read", "WebFetch"}, r.tool)
}

// parseContent reads what stands in the parentheses.
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

// Matches reports whether the rule is for this request. In doubt it is not.
func (r Rule) Matches(request Request) bool {
	switch {
	case r.isMCP():
		return r.matchesMCP(request.Tool)
	case !r.isFor(request.Tool):
		return false
	case request.Tool == "Bash":
		command, exact := text(request.input().value("command"))
		return exact && (r.command == nil || r.command.matches(command)) && !request.mayAskDespiteRules(command)
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

// isFor reports whether the rule is for a tool.
func (r Rule) isFor(tool string) bool {
	return tool == r.tool || slices.Contains(families[r.tool], tool)
}

const mcpPrefix = "mcp__"

func (r Rule) isMCP() bool { return strings.HasPrefix(r.tool, mcpPrefix) }

// matchesMCP compares the names of tools of MCP servers.
func (r Rule) matchesMCP(tool string) bool {
	server, all := strings.CutSuffix(r.tool, "__*")
	if !all && strings.Contains(server[len(mcpPrefix):], "__") { // it names a tool
		return tool == r.tool
	}
	// Two underscores in a tool's name may as well belong to the name of another server.
	name, found := strings.CutPrefix(tool, server+"__")
	return found && name != "" && !strings.Contains(name, "__")
}

// host returns the host of an address that leaves no doubt about it, else "".
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
	isOther := func(c rune) bool { return c != '.' && c != '-' && !isLetter(c) && (c < '0' || c > '9') }
	return text != "" && strings.IndexFunc(text, isOther) < 0
}
