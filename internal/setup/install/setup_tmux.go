package install

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"atm/internal/setup/restore"
	"atm/internal/setup/tmuxconf"
	"atm/internal/sys/edit"
	"atm/tmuxopt"
)

// planConf works out our configuration file.
func (s *Setup) planConf(o Options, server Server) error {
	if TmuxTooOld(server.Version) {
		return fmt.Errorf("tmux %s %w", server.Version, ErrTmuxTooOld)
	}
	if err := tmuxconf.Check(o.Program); err != nil {
		return err
	}
	seconds, _ := strconv.Atoi(server.Options[tmuxopt.DwellOption]) // 0 = the default
	conf := tmuxconf.Conf{Program: o.Program, Minimal: o.IsMinimal(server), Dwell: max(seconds, 0),
		Saving: cmp.Or(o.Saving, o.SavingBefore(server))}
	if o.Presence == tmuxopt.On || o.Presence == "" && tmuxconf.TellsPresence(o.ourConf(server)) {
		conf.Presence = restore.KeptDir(cmp.Or(server.Home, o.Files.Getenv("HOME")))
	}
	if !conf.Minimal {
		conf.Keys = tmuxconf.Keys(o.Program)
	}
	if conf.Resurrect = !conf.Minimal && o.where(server).hasResurrect(server.Options); conf.Resurrect {
		s.noteResurrect(server.Options[tmuxconf.ResurrectPrograms])
	}
	for i, key := range conf.Keys {
		if key.Default == "" {
			continue // it is bound only if the user's option names a key
		}
		// The user's option, which tmux reads first, wins over the key that we write.
		usual := key.Default
		key.Default = server.freeKey(key)
		conf.Keys[i] = key
		chosen := server.Options[key.Option]
		if key.Option == tmuxopt.PickKeyOption {
			s.pickKey = cmp.Or(chosen, key.Default)
		}
		if key.Default != usual && (chosen == "" || chosen == server.Options[key.Ours()] || chosen == key.Default) {
			s.note("prefix %s is bound to something else, so it is prefix %s here: %s (set -g %s KEY, above our line in "+
				"your tmux.conf, chooses another key)", usual, key.Default, lowered(key.Note), key.Option)
			continue
		}
		key.Default = cmp.Or(chosen, key.Default)
		if server.hasForeignBinding(key.Default) {
			s.note("prefix %s is bound to something else and stays so: set -g %s KEY, above our line in your "+
				"tmux.conf, chooses another key when tmux reads it", key.Default, key.Option)
			continue
		}
		s.note("prefix %s: %s, unless your tmux.conf binds it (set -g %s KEY, above our line there, "+
			"chooses another key)", key.Default, lowered(key.Note), key.Option)
	}
	s.conf = conf.Text()
	return nil
}

// lowered returns a sentence with a lower-case first letter.
func lowered(sentence string) string { return strings.ToLower(sentence[:1]) + sentence[1:] }

// SavingBefore returns whether an earlier setup has atm keep a script of all sessions: tmuxopt.On,
// tmuxopt.Off, "" = not decided.
func (o Options) SavingBefore(server Server) string {
	return tmuxconf.Saving(o.ourConf(server))
}

// IsMinimal reports whether tmux gets the formats only, and draws nothing.
func (o Options) IsMinimal(server Server) bool {
	conf := o.ourConf(server)
	before := strings.HasPrefix(conf, tmuxconf.Header) && tmuxconf.IsMinimal(conf)
	return o.Minimal == tmuxopt.On || o.Minimal == "" && before
}

// ourConf returns our configuration file of an earlier setup, "" if there is none.
func (o Options) ourConf(server Server) string {
	_, ours, err := o.where(server).UserAndOurs()
	if err != nil {
		return ""
	}
	return string(ours.Data)
}

// UserAndOurs reads the user's configuration of tmux, and ours.
func (w Where) UserAndOurs() (user, ours edit.File, err error) {
	path, err := w.UserConf()
	if err != nil {
		return user, ours, err
	}
	if user, err = edit.Read(path); err != nil {
		return user, ours, err
	}
	ours, err = edit.Read(w.OurConf(user))
	return user, ours, err
}

// noteResurrect adds the notes about tmux-resurrect, which restores those programs.
func (s *Setup) noteResurrect(programs string) {
	s.note("tmux-resurrect goes on with sessions of Claude Code: when it has saved, it calls atm resurrect, and " +
		"it restores cld")
	if programs == "false" {
		s.note("but %s is false, so that it restores no program: set -g %s cld restores this one",
			tmuxconf.ResurrectPrograms, tmuxconf.ResurrectPrograms)
	}
}

// planTmux has the user's configuration read ours, after all lines that would remove our parts again.
func (s *Setup) planTmux(where Where, server Server) error {
	user, ourConf, err := where.UserAndOurs()
	if err != nil {
		return err
	}
	home := where.Getenv("HOME")
	if server.Home != "" && server.Home != home {
		home = "" // ~ is another directory for the server
	}
	s.confFile = ourConf.Path
	if ourConf.Exists && !bytes.HasPrefix(ourConf.Data, []byte(tmuxconf.Header)) {
		return fmt.Errorf("%s: %w", ourConf.Path, ErrNotOurs) // uninstall could not bring it back
	}
	s.Changes = append(s.Changes, Change{File: ourConf, New: []byte(s.conf), Ours: true})
	if tmuxconf.LineFile(user.Data, home) != "" && !tmuxconf.IsMinimal(s.conf) {
		if losses := where.Losses(server); len(losses) > 0 {
			return s.moveLine(where, losses[0], user, ourConf.Path, home)
		}
	}
	text, err := tmuxconf.AddLine(user.Data, ourConf.Path, home)
	if err != nil {
		return fmt.Errorf("%s: %w", user.Path, err)
	}
	s.Changes = append(s.Changes, Change{File: user, New: text})
	return nil
}

// moveLine moves our line below the line that causes a loss.
func (s *Setup) moveLine(where Where, loss tmuxconf.Setter, user edit.File, ourConf, home string) error {
	files := where.ReadByTmux()
	last := user
	if file := files[len(files)-1]; !SameFile(file, user.Path) {
		var err error
		if last, err = edit.Read(file); err != nil {
			return err
		}
		s.Changes = append(s.Changes, Change{File: user, New: tmuxconf.RemoveLine(user.Data)})
	}
	text, err := tmuxconf.AddLine(last.Data, ourConf, home)
	if err != nil {
		return fmt.Errorf("%s: %w", last.Path, err)
	}
	s.Changes = append(s.Changes, Change{File: last, New: tmuxconf.MoveLine(text)})
	s.note("our line moves to the end, because %s, below it", loss.By())
	return nil
}

// Losses lists the lines after ours that take our parts away at the next start of tmux. A line that runs a program or
// reads a file may do anything: it is one of them if the running server has read our file, and has lost a part since.
func (w Where) Losses(server Server) []tmuxconf.Setter {
	var losses []tmuxconf.Setter
	for _, setter := range tmuxconf.Later(w.ReadByTmux(), os.ReadFile) { // an unsure one comes last
		if !setter.Unsure {
			losses = append(losses, setter)
			continue
		}
		for _, setter.Option = range tmuxconf.Lost(server.Options) {
			if !slices.ContainsFunc(losses, func(s tmuxconf.Setter) bool { return s.Option == setter.Option }) {
				losses = append(losses, setter)
			}
		}
	}
	return losses
}
