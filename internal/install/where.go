package install

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"atm/internal/claudehome"
	"atm/internal/edit"
	"atm/internal/settings"
	"atm/internal/tmuxconf"
)

// Program returns the absolute path by which this program is to be called: the
// one on PATH if that is the same program, because it survives updates that
// move what it leads to.
func Program() (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	if found, err := exec.LookPath("atm"); err == nil {
		if found, err = filepath.Abs(found); err == nil && sameFile(found, self) {
			self = found
		}
	}
	if filepath.Base(self) != "atm" {
		return "", fmt.Errorf("program %q: it must be named atm, so that its hooks can be found again", self)
	}
	return self, nil
}

func sameFile(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

// Where says where to look for the user's files.
type Where struct {
	Getenv      func(string) string
	ClaudeHome  string // "" = that of the environment
	TmuxConf    string // "" = the one that tmux reads
	ConfigFiles string // what the running server has read, as tmux lists it
	ServerHome  string // what ~ is to the running server; "" = none runs
}

// ErrNoHome is an environment that does not say whose files are meant.
var ErrNoHome = errors.New("HOME is not set")

// Settings returns the path of the user's settings.
func (w Where) Settings() (string, error) {
	home := cmp.Or(w.ClaudeHome, claudehome.Dir(w.Getenv))
	if home == "" {
		return "", ErrNoHome
	}
	return filepath.Join(home, "settings.json"), nil
}

// AllSettings lists the settings files that may have hooks of ours.
func (w Where) AllSettings() []string {
	homes := []string{w.ClaudeHome}
	if w.ClaudeHome == "" {
		homes = []string{w.Getenv("CLAUDE_CONFIG_DIR")}
		if home := w.Getenv("HOME"); home != "" {
			homes = append(homes, filepath.Join(home, ".claude"))
		}
	}
	var files []string
	for _, home := range homes {
		if home != "" {
			files = append(files, filepath.Join(home, "settings.json"), filepath.Join(home, "settings.local.json"))
		}
	}
	return slices.Compact(files)
}

// usual lists where tmux looks for a user's configuration, the first first.
func (w Where) usual() []string {
	home := w.Getenv("HOME")
	if home == "" {
		return nil
	}
	files := []string{filepath.Join(home, ".tmux.conf")}
	if xdg := w.Getenv("XDG_CONFIG_HOME"); filepath.IsAbs(xdg) {
		files = append(files, filepath.Join(xdg, "tmux/tmux.conf"))
	}
	return append(files, filepath.Join(home, ".config/tmux/tmux.conf"))
}

// confs lists the configurations that may be the user's: those that the running
// server has read, then those that tmux looks for.
func (w Where) confs() []string {
	if w.TmuxConf != "" {
		return []string{w.TmuxConf}
	}
	var files []string
	for file := range strings.SplitSeq(w.ConfigFiles, ",") {
		if filepath.IsAbs(file) && !strings.HasPrefix(file, "/etc/") {
			files = append(files, file)
		}
	}
	return append(files, w.usual()...)
}

// UserConf returns the path of the user's tmux.conf: the first that exists, else
// the one to make.
func (w Where) UserConf() (string, error) {
	if w.TmuxConf != "" {
		return w.TmuxConf, nil
	}
	for _, file := range w.confs() {
		if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() {
			return file, nil
		}
	}
	usual := w.usual()
	if len(usual) == 0 {
		return "", ErrNoHome
	}
	for _, file := range usual[1:] {
		if info, err := os.Stat(filepath.Dir(file)); err == nil && info.IsDir() {
			return file, nil
		}
	}
	return usual[0], nil
}

// OurConf returns the path of our file: the one that the user's configuration
// names, else atm.conf in the directory for such things, or beside a
// configuration that is elsewhere. (A server names what it has read without
// symbolic links: one in a directory of dotfiles is where tmux looks all the same.)
func (w Where) OurConf(user edit.File) string {
	if file := tmuxconf.LineFile(user.Data, w.Getenv("HOME")); file != "" {
		return file
	}
	if !slices.ContainsFunc(w.usual(), func(usual string) bool { return usual == user.Path || sameFile(usual, user.Path) }) {
		return filepath.Join(filepath.Dir(user.Path), "atm.conf")
	}
	return w.standard()
}

// standard is where our file usually is, "" without a home.
func (w Where) standard() string {
	usual := w.usual()
	if len(usual) == 0 {
		return ""
	}
	return filepath.Join(filepath.Dir(usual[1]), "atm.conf")
}

// Claude is what is planned for Claude Code.
type Claude struct {
	Change Change
	Hook   settings.Hook
	Before settings.Facts // what the settings say now
}

// Claude plans how the hooks are registered, or taken out where the plugin
// brings them.
func (w Where) Claude(program string, client Client) (Claude, error) {
	path, err := w.Settings()
	if err != nil {
		return Claude{}, err
	}
	file, err := edit.Read(path)
	if err != nil {
		return Claude{}, err
	}
	facts, err := settings.Read(file.Data)
	if err != nil {
		return Claude{}, fmt.Errorf("%s: %w", path, err)
	}
	hook := client.Hook(program, facts)
	text, err := settings.Install(file.Data, hook)
	if HasPlugin(facts) {
		text, err = settings.Remove(file.Data)
	}
	if err != nil {
		return Claude{}, fmt.Errorf("%s: %w", path, err)
	}
	return Claude{Change{File: file, New: text}, hook, facts}, nil
}

// HasPlugin reports whether the plugin brings the hooks.
func HasPlugin(facts settings.Facts) bool {
	return slices.ContainsFunc(facts.Plugins, func(name string) bool { return strings.HasPrefix(name, "atm@") })
}

// TmuxChanges returns the changes that have tmux read our configuration.
func (w Where) TmuxChanges(c tmuxconf.Conf) ([]Change, error) {
	if err := tmuxconf.Check(c.Program); err != nil {
		return nil, err
	}
	path, err := w.UserConf()
	if err != nil {
		return nil, err
	}
	user, err := edit.Read(path)
	if err != nil {
		return nil, err
	}
	ours, err := edit.Read(w.OurConf(user))
	if err != nil {
		return nil, err
	}
	home := w.Getenv("HOME")
	if w.ServerHome != "" && w.ServerHome != home {
		home = "" // ~ would lead elsewhere
	}
	text, err := tmuxconf.AddLine(user.Data, ours.Path, home)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return []Change{{File: ours, New: []byte(c.Text()), Ours: true}, {File: user, New: text}}, nil
}
