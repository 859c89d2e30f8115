package install

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"atm/internal/setup/tmuxconf"
	"atm/internal/sys/edit"
	"atm/internal/sys/ownname"
	"atm/internal/sys/proc"
)

// Program returns the absolute path by which hooks and tmux are to call this program. If PATH leads to the
// same program, it is that path, which stays the same when an update moves the program.
func Program() (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	name := "atm"
	if called := proc.CalledAs(); ownname.IsAtm(called) { // it may be a link, which an update changes
		name = filepath.Base(called)
		if !ownname.IsAtm(self) && SameFile(called, self) {
			self = called
		}
	}
	if found, err := exec.LookPath(name); err == nil {
		if found, err = filepath.Abs(found); err == nil && SameFile(found, self) {
			self = found
		}
	}
	if !ownname.IsAtm(self) {
		return "", fmt.Errorf("program %q: it must be named atm, or end in -atm, so that its hooks can be found again", self)
	}
	return self, nil
}

// SameFile reports whether two paths lead to one file, which exists.
func SameFile(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

// Where finds the user's files.
type Where struct {
	Getenv      func(string) string
	ClaudeHome  string // "" = that of the environment
	TmuxConf    string // "" = the one that tmux reads
	ConfigFiles string // the files that the running server has read, separated by commas
}

// ErrNoHome means that the environment does not name a home directory.
var ErrNoHome = errors.New("HOME is not set")

// AllSettings lists the settings files that may have our hooks.
func (w Where) AllSettings() []string {
	homes := []string{w.ClaudeHome, w.Getenv("CLAUDE_CONFIG_DIR")}
	if home := w.Getenv("HOME"); home != "" {
		homes = append(homes, filepath.Join(home, ".claude"))
	}
	var files []string
	for _, home := range homes {
		if home != "" {
			files = append(files, filepath.Join(home, "settings.json"),
				filepath.Join(home, "settings.local.json"))
		}
	}
	return files
}

// usualConfs lists the paths of a user's configuration in the order in which tmux reads them. It joins the
// names as tmux does: filepath.Join would remove "..", which leads elsewhere after a symbolic link.
func (w Where) usualConfs() []string {
	home := w.Getenv("HOME")
	if home == "" {
		return nil
	}
	home = strings.TrimRight(home, "/")
	files := []string{home + "/.tmux.conf"}
	if xdg := w.Getenv("XDG_CONFIG_HOME"); filepath.IsAbs(xdg) {
		files = append(files, xdg+"/tmux/tmux.conf")
	}
	return append(files, home+"/.config/tmux/tmux.conf")
}

// Confs lists the configurations that may be the user's: a chosen one, those that the running server has read, by
// their usual names, and those in the usual places.
func (w Where) Confs() []string {
	files := append(w.readByServer(), w.usualConfs()...)
	if w.TmuxConf != "" {
		files = append(files, w.TmuxConf)
	}
	return files
}

// readByServer lists the user's files among those that the running server has read, by their usual names.
func (w Where) readByServer() []string {
	var files []string
	for file := range strings.SplitSeq(w.ConfigFiles, ",") {
		if filepath.IsAbs(file) && isRegular(file) && !w.isOfSystem(file) {
			files = append(files, w.usualName(file))
		}
	}
	return files
}

// isOfSystem reports whether tmux reads a file for all users: etc/tmux.conf below the prefix that tmux was built with,
// such as /opt/homebrew. A file in the home directory is the user's, whatever its name. So is one below a prefix that
// has our line, from an earlier setup: that moves or removes the line there.
func (w Where) isOfSystem(file string) bool {
	home := w.Getenv("HOME")
	inHome := strings.HasPrefix(file, strings.TrimRight(home, "/")+"/")
	data, _ := os.ReadFile(file) // one that cannot be read is not the user's
	return strings.HasPrefix(file, "/etc/") ||
		strings.HasSuffix(file, "/etc/tmux.conf") && !inHome && tmuxconf.LineFile(data, home) == ""
}

// ReadByTmux lists the configurations of the user in the order in which the next server reads them: those in the usual
// places, unless the server was told to read another one, by tmux -f.
func (w Where) ReadByTmux() []string {
	if w.TmuxConf != "" {
		return []string{w.TmuxConf}
	}
	files, usual := w.readByServer(), w.usualConfs()
	if !slices.ContainsFunc(files, func(file string) bool { return !slices.Contains(usual, file) }) {
		files = slices.DeleteFunc(usual, func(file string) bool { return !isRegular(file) })
	}
	return slices.CompactFunc(files, SameFile)
}

func isRegular(file string) bool {
	info, err := os.Stat(file)
	return err == nil && info.Mode().IsRegular()
}

// UserConf returns the path of the user's tmux.conf. Of the files that tmux reads, it is the one with our
// line, or else the last, because later lines win. If there is none, it is the path for a new file.
func (w Where) UserConf() (string, error) {
	files, usual := w.ReadByTmux(), w.usualConfs()
	for _, file := range files {
		if data, err := os.ReadFile(file); err == nil && tmuxconf.LineFile(data, w.Getenv("HOME")) != "" {
			return file, nil
		}
	}
	switch {
	case len(files) > 0:
		return files[len(files)-1], nil
	case len(usual) == 0:
		return "", ErrNoHome
	}
	for _, file := range usual[1:] {
		if info, err := os.Stat(strings.TrimSuffix(file, "/tmux.conf")); err == nil && info.IsDir() {
			return file, nil
		}
	}
	return usual[0], nil
}

// usualName returns the path under which tmux looks for a file: a server reports the path after following
// symbolic links.
func (w Where) usualName(file string) string {
	usual := w.usualConfs()
	if i := slices.IndexFunc(usual, func(name string) bool { return SameFile(name, file) }); i >= 0 {
		return usual[i]
	}
	return file
}

// OurConf returns the path of our configuration file: the one that the user's configuration names, else
// atm.conf in the usual directory, or beside a user's configuration in an unusual place.
func (w Where) OurConf(user edit.File) string {
	if file := tmuxconf.LineFile(user.Data, w.Getenv("HOME")); file != "" {
		return file
	}
	if !slices.Contains(w.usualConfs(), w.usualName(user.Path)) {
		dir, _ := filepath.Split(user.Path)
		return dir + "atm.conf"
	}
	return w.standardConf()
}

// hasResurrect reports whether the plugin tmux-resurrect is loaded, or in a directory of the plugin manager.
func (w Where) hasResurrect(options map[string]string) bool {
	if options[tmuxconf.ResurrectOption] != "" {
		return true
	}
	var dirs []string
	for _, conf := range w.Confs() {
		dirs = append(dirs, filepath.Dir(conf))
	}
	if home := w.Getenv("HOME"); home != "" {
		dirs = append(dirs, filepath.Join(home, ".tmux"))
	}
	return slices.ContainsFunc(dirs, func(dir string) bool {
		_, err := os.Stat(filepath.Join(dir, "plugins", "tmux-resurrect", "resurrect.tmux"))
		return err == nil
	})
}

// standardConf is the usual path of our configuration file, "" without a home directory.
func (w Where) standardConf() string {
	usual := w.usualConfs()
	if len(usual) == 0 {
		return ""
	}
	return strings.TrimSuffix(usual[1], "tmux.conf") + "atm.conf"
}
