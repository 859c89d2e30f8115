package permission

import (
	"path"
	"slices"
	"strings"
	"unicode"

	"atm/tmuxopt"
)

// Resolved says where paths lead when symbolic links are followed. Only the hook can tell: who answers may be
// on another machine. It is for one path: that of another call tells nothing.
type Resolved struct {
	Path   string `json:"path"`   // of the file that the tool is for: absolute and clean, links and all
	Target string `json:"target"` // where that file lies, or would be made
	CWD    string `json:"cwd"`    // of the session
	Home   string `json:"home"`
	Config string `json:"config"` // the configuration directory of Claude Code
}

func parseResolved(in object) Resolved {
	return Resolved{
		Path: in.text("path"), Target: in.text("target"), CWD: in.text("cwd"), Home: in.text("home"),
		Config: in.text("config"),
	}
}

// pathMembers are the members of inputs that say which file is meant.
var pathMembers = map[string]string{
	"Edit": "file_path", "MultiEdit": "file_path", "Write": "file_path", "Read": "file_path",
	"NotebookEdit": "notebook_path", "NotebookRead": "notebook_path",
}

// path returns the absolute path of the file that a tool is for, with its links; "" if it leaves
// a doubt.
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

// Target returns where the file lies that a tool is for, when links are followed; "" if that is
// not known.
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

// protectedDirectories are those of which the files make programs run, or allow it: Claude Code
// 2.1.330 asks before it writes anywhere below one, whatever its rules say.
var protectedDirectories = []string{
	".cargo", ".claude", ".devcontainer", ".git", ".husky", ".idea", ".mvn", ".vscode", ".yarn",
}

// protectedFiles are such files, as far as their names do not begin with a dot.
var protectedFiles = []string{
	"bunfig.toml", "gradle-wrapper.properties", "lefthook.yaml", "lefthook.yml",
	"maven-wrapper.properties", "pyrightconfig.json",
}

// guarded reports whether a pattern leaves out a name: any that begins with a dot, because a list of
// those that are protected is always an old one, and any that another system takes for another one.
func guarded(name string) bool {
	return strings.HasPrefix(name, ".") || slices.Contains(protectedFiles, folded(name)) || isOddName(name)
}

// holdsPrograms reports whether a path begins with a directory that is protected. The working trees
// that Claude Code makes are not.
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

// folded returns a name as a file system compares it that does not tell capital letters from small
// ones, and drops what stands at the end of some names.
func folded(name string) string {
	return strings.NewReplacer("ı", "i", "ſ", "s").Replace(strings.ToLower(trimmed(name)))
}

// trimmed takes away what some file systems drop at the end of a name.
func trimmed(name string) string {
	return strings.TrimRightFunc(name, func(c rune) bool { return c == '.' || unicode.IsSpace(c) })
}

// isOddName reports whether a name may mean another file on Windows or macOS: Claude Code asks for
// it in spite of its rules, on every system.
func isOddName(name string) bool {
	_, after, _ := strings.Cut(name, "~")
	shortened := after != "" && isDigit(rune(after[0])) // GIT~1
	isOdd := func(c rune) bool { return c == '\\' || c == ':' || tmuxopt.Hidden(c) }
	return shortened || isDevice(path.Ext(name)) || strings.ContainsFunc(name, isOdd) || name != trimmed(name)
}

func isDigit(c rune) bool { return '0' <= c && c <= '9' }

// isDevice reports whether an extension is the name of a device of Windows.
func isDevice(extension string) bool {
	device := strings.TrimPrefix(strings.ToLower(extension), ".")
	return slices.Contains([]string{"con", "prn", "aux", "nul"}, device) ||
		len(device) == 4 && slices.Contains([]string{"com", "lpt"}, device[:3]) && isDigit(rune(device[3]))
}
