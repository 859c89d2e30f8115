package permission

import (
	"path"
	"slices"
	"strings"
	"unicode"

	"atm/tmuxopt"
)

// Resolved has the physical paths for one file of one call. The hook resolves them, because the person who
// answers may use another machine.
type Resolved struct {
	Path   string `json:"path"`   // of the tool's file: absolute and clean, links are not followed
	Target string `json:"target"` // the physical path at which the file exists, or would be created
	CWD    string `json:"cwd"`    // of the session
	Home   string `json:"home"`
	Config string `json:"config"` // the configuration directory of Claude Code

	// What the file has now: Write replaces it. Both are empty if there is none.
	Exists bool   `json:"exists,omitempty"`
	Before string `json:"before,omitempty"` // "" = it is empty, too long, or no text
}

// pathMembers maps a tool to the member of its input that has the path of the file.
var pathMembers = map[string]string{
	"Edit": "file_path", "MultiEdit": "file_path", "Write": "file_path", "Read": "file_path",
	"NotebookEdit": "notebook_path", "NotebookRead": "notebook_path",
}

// path returns the absolute path of the tool's file, without following links; "" if it is not certain.
func (r Request) path() string {
	file, exact := text(r.input().value(pathMembers[r.Tool]))
	if !exact || file == "" || file[0] == '~' || strings.ContainsFunc(file, isControl) {
		return ""
	}
	if !path.IsAbs(file) {
		if !path.IsAbs(r.CWD) {
			return ""
		}
		file = path.Join(r.CWD, file)
	}
	return path.Clean(file)
}

// Target returns the physical path of the tool's file, "" if it is not known.
func (r Request) Target() string {
	file := r.path()
	if file == "" || file != r.Resolved.Path {
		return ""
	}
	return r.Resolved.Target
}

// isConfig reports whether these names are the configuration directory of Claude Code.
func (r Request) isConfig(names []string) bool {
	return r.Resolved.Config == "/"+strings.Join(names, "/")
}

func isControl(c rune) bool { return c < ' ' || c == 0x7f }

// protectedDirectories hold files that make programs run, or allow that. Claude Code 2.1.330 asks before it
// writes anywhere below one, even if a rule allows it.
var protectedDirectories = []string{
	".cargo", ".claude", ".devcontainer", ".git", ".husky", ".idea", ".mvn", ".vscode", ".yarn",
}

// protectedFiles are such files whose names do not begin with a dot.
var protectedFiles = []string{
	"bunfig.toml", "gradle-wrapper.properties", "lefthook.yaml", "lefthook.yml",
	"maven-wrapper.properties", "pyrightconfig.json",
}

// guarded reports whether a pattern does not match a name unless it contains the name. This applies to every
// name that begins with a dot, because no list of protected names stays complete, and to names that may mean
// another file on another system.
func guarded(name string) bool {
	return strings.HasPrefix(name, ".") || slices.Contains(protectedFiles, folded(name)) || isOddName(name)
}

// holdsPrograms reports whether a path begins with a protected directory. The worktrees of Claude Code are
// not protected.
func holdsPrograms(names []string) bool {
	next := ""
	if len(names) > 1 {
		next = folded(names[1])
	}
	switch name := folded(names[0]); name {
	case ".claude":
		return next != "worktrees"
	case ".config":
		return next == "git"
	default:
		return slices.Contains(protectedDirectories, name)
	}
}

// folded returns a name as a file system compares it that ignores case and drops some characters at the end.
func folded(name string) string {
	return strings.NewReplacer("ı", "i", "ſ", "s").Replace(strings.ToLower(trimmed(name)))
}

// trimmed removes the characters that some file systems drop at the end of a name.
func trimmed(name string) string {
	return strings.TrimRightFunc(name, func(c rune) bool { return c == '.' || unicode.IsSpace(c) })
}

// isOddName reports whether a name may mean another file on Windows or macOS. On every system, Claude Code
// asks about such a name even if a rule allows it.
func isOddName(name string) bool {
	_, after, _ := strings.Cut(name, "~")
	shortened := after != "" && isDigit(rune(after[0])) // GIT~1
	isOdd := func(c rune) bool { return c == '\\' || c == ':' || tmuxopt.Hidden(c) }
	return shortened || isDevice(path.Ext(name)) || strings.ContainsFunc(name, isOdd) || name != trimmed(name)
}

func isDigit(c rune) bool { return '0' <= c && c <= '9' }

// isDevice reports whether an extension is the name of a Windows device.
func isDevice(extension string) bool {
	device := strings.TrimPrefix(strings.ToLower(extension), ".")
	return slices.Contains([]string{"con", "prn", "aux", "nul"}, device) ||
		len(device) == 4 && slices.Contains([]string{"com", "lpt"}, device[:3]) && isDigit(rune(device[3]))
}
