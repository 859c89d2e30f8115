package install

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"atm/internal/agents/dialect"
	"atm/internal/claude/claudehome"
	"atm/internal/setup/settings"
	"atm/internal/sys/edit"
)

// AgentFile is the file for the hooks of an agent.
type AgentFile struct {
	edit.File
	Form  settings.Form
	Facts settings.Facts // the content of the file
}

// hasHooks reports whether the file has any hooks, ours or others.
func (f AgentFile) hasHooks() bool { return f.Facts.Foreign || len(f.Facts.Hooks) > 0 }

// ErrTwoFiles means that two files have hooks of an agent, which would ignore some of them.
var ErrTwoFiles = errors.New("both have hooks")

// SettingsFile returns the user's settings of Claude Code.
func (w Where) SettingsFile() (AgentFile, error) {
	home := cmp.Or(w.ClaudeHome, claudehome.Dir(w.Getenv))
	if home == "" {
		return AgentFile{}, ErrNoHome
	}
	return readAgentFile(filepath.Join(home, "settings.json"), settings.Form{})
}

// AgentFile returns the file of an agent other than Claude Code: the first one that has hooks, else the first one.
func (w Where) AgentFile(agent *dialect.Agent) (AgentFile, error) {
	dirs := agent.Dirs(w.Getenv)
	if len(dirs) == 0 {
		return AgentFile{}, ErrNoHome
	}
	var files []AgentFile
	for _, one := range agent.Settings.Files {
		file, err := readAgentFile(filepath.Join(dirs[0], one.Name), settings.Form(one.Form))
		if err != nil {
			return file, err
		}
		files = append(files, file)
	}
	found := files[0]
	for _, file := range files[1:] {
		switch {
		case !file.hasHooks():
		case found.hasHooks():
			return found, fmt.Errorf("%s and %s: %w", found.Path, file.Path, ErrTwoFiles)
		default:
			found = file
		}
	}
	return found, nil
}

func readAgentFile(path string, form settings.Form) (AgentFile, error) {
	f := AgentFile{Form: form}
	var err error
	if f.File, err = edit.Read(path); err != nil {
		f.Path = path
		return f, err
	}
	if f.Facts, err = form.Read(f.Data); err != nil {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return f, err
}

// AgentHook returns how an agent is to call a program of atm.
func AgentHook(agent *dialect.Agent, program string) settings.Hook {
	hook := settings.Hook{Agent: agent.Name, Program: program}
	for _, event := range agent.HookEvents() {
		hook.Events = append(hook.Events, settings.Event{Name: event})
	}
	return hook
}

// planAgents registers the hooks of the agents that the user names, and updates those of the other agents.
func (s *Setup) planAgents(o Options, where Where) error {
	for _, agent := range dialect.Agents() {
		named := slices.Contains(o.Agents, agent.Name)
		file, err := where.AgentFile(agent)
		if !named && (o.onlyNamed || err == nil && !file.Facts.CallsHook()) {
			continue
		}
		hook, change := AgentHook(agent, o.Program), Change{File: file.File}
		if err == nil {
			change.New, err = settings.Install(file.Data, settings.Wanted{Form: file.Form, Hook: hook})
		}
		if err == nil && !named && change.Needed() {
			err = file.Writable()
		}
		switch {
		case err != nil && named:
			return err
		case err != nil && isCalled(file.Data):
			s.note("the hooks of %s stay as they are: %v", agent.Title, err)
		case err != nil: // the file does not concern us
		default:
			s.Changes = append(s.Changes, change)
			mixed := hook.Served(file.Facts.Mixed)
			s.note("%s: %d events call %s", agent.Title, len(hook.Events)-len(mixed), o.Program)
			s.noteAgent(agent, change)
			s.noteMixed(file.Path, mixed)
		}
	}
	return nil
}

// isCalled reports whether a text, which may be malformed, seems to call atm hook for an agent.
func isCalled(text []byte) bool { return bytes.Contains(text, []byte(" hook --agent ")) }

// noteAgent adds the notes about what an agent makes of new hooks.
func (s *Setup) noteAgent(agent *dialect.Agent, change Change) {
	if !change.Needed() {
		return
	}
	if agent.Settings.Trust != nil {
		s.note("%s runs new hooks when you have told it to trust them: it asks at its next start", agent.Title)
	}
	if agent.SharedServer != "" {
		s.note("%s runs hooks in a server that its panes share, of which nothing is shown: %s", agent.Title,
			agent.SharedServer)
	}
	if bytes.Contains(change.File.Data, []byte("atm set ")) {
		s.note("%s also calls atm set, which reported its state before: take these hooks out by hand", change.File.Path)
	}
}

// planAgents plans to remove our hooks from the files of other agents, in all directories that the environment names.
func (r *Removal) planAgents(where Where) error {
	for _, agent := range dialect.Agents() {
		for _, dir := range agent.Dirs(where.Getenv) {
			for _, file := range agent.Settings.Files {
				if err := r.planAgent(filepath.Join(dir, file.Name), settings.Form(file.Form)); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// planAgent removes our hooks from a file of another agent. An error in a file without our hooks does not
// matter.
func (r *Removal) planAgent(path string, form settings.Form) error {
	file, err := readAgentFile(path, form)
	if file.Facts.CallsHook() || err != nil && isCalled(file.Data) {
		return r.planHooks(path, form, true)
	}
	r.files = append(r.files, path)
	return nil
}
