package fleet

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"atm/internal/claude/claudehome"
	"atm/internal/sys/proc"
	"atm/pathcodec"
	"atm/tmuxopt"
)

// Complete fills in what hooks cannot tell. A session that nobody has named is called
// as cld sessions calls it: as Claude has named it, or by its first prompt; where its
// transcript cannot be read, as that of a session elsewhere, by the one that its hooks have seen first. A
// directory that cannot be the value of an option, because its name has a newline,
// comes from the registry of a home of Claude Code.
func Complete(sessions []Session, home string) {
	var unnamed []*Session
	for i := range sessions {
		s := &sessions[i]
		if s.Dir == "" {
			s.Dir = registeredDir(*s, home)
		}
		s.describeAgents(home)
		s.describeCommand()
		if s.Title == "" {
			unnamed = append(unnamed, s)
		}
	}
	inParallel(unnamed, func(s *Session) {
		s.Title = cmp.Or(shortTitle(claudehome.TitleAt(s.transcriptPath(home))), s.FirstPrompt())
	})
}

// describeCommand finds out which programs the command runs that a session is stuck in.
func (s *Session) describeCommand() {
	pid, err := strconv.Atoi(s.Pane.Options[tmuxopt.PID])
	if !s.Stuck() || err != nil || s.Host != "" || !strings.HasPrefix(cmp.Or(s.Doing, s.Detail), "Bash") {
		return
	}
	var programs []string
	for _, name := range proc.Below(context.Background(), pid) {
		if !slices.Contains([]string{"sh", "bash", "zsh", "dash"}, strings.TrimPrefix(name, "-")) {
			programs = append(programs, tmuxopt.Text(name))
		}
	}
	s.Runs = strings.Join(programs, " › ")
}

// describeAgents reads what the subagents at work are to do.
func (s *Session) describeAgents(home string) {
	if len(s.Agents) == 0 {
		return
	}
	dir, transcript, found := claudehome.FindTranscript(s.transcriptPath(home))
	if !found {
		return
	}
	s.Given = map[string]string{}
	for _, agent := range s.Agents {
		s.Given[agent.Key] = shortTitle(claudehome.AgentDescription(os.DirFS(dir), transcript, agent.Key))
	}
}

// inParallel does something with each of the sessions, of which there may be hundreds:
// as many at a time as there are processors.
func inParallel(sessions []*Session, do func(*Session)) {
	var work sync.WaitGroup
	var taken atomic.Int64
	for range min(runtime.GOMAXPROCS(0), len(sessions)) {
		work.Go(func() {
			for n := int(taken.Add(1)); n <= len(sessions); n = int(taken.Add(1)) {
				do(sessions[n-1])
			}
		})
	}
	work.Wait()
}

// registeredDir returns the directory in which the registry has the session, "" if it
// does not have it.
func registeredDir(s Session, home string) string {
	pid, err := strconv.Atoi(s.Pane.Options[tmuxopt.PID])
	if err != nil || home == "" {
		return ""
	}
	process, err := claudehome.ReadProcess(os.DirFS(home), pid)
	if err != nil || process.SessionID != s.ID || !filepath.IsAbs(process.Cwd) {
		return ""
	}
	return filepath.Clean(process.Cwd)
}

// maxTitle is how many characters of a first prompt are a title.
const maxTitle = 80

// shortTitle returns the first line of a foreign text, fit for a terminal and no longer than a title.
func shortTitle(title string) string {
	line, _, _ := strings.Cut(title, "\n")
	runes := []rune(tmuxopt.Text(line))
	if len(runes) > maxTitle {
		return string(runes[:maxTitle-1]) + "…"
	}
	return string(runes)
}

// Transcript returns the transcript of the session and the home of Claude Code that it lies
// in, as the options of its pane tell. There may be none before the first prompt.
func (s Session) Transcript() (home string, transcript claudehome.Transcript, found bool) {
	home, transcript, found = claudehome.FindTranscript(s.Pane.Options[tmuxopt.TranscriptPath])
	return home, transcript, found && transcript.ID == s.ID
}

// transcriptPath returns where the transcript is as the pane tells it, else where Claude Code
// puts that of such a session: of one that ran before there were hooks nobody has told. It is
// empty for a session elsewhere.
func (s Session) transcriptPath(home string) string {
	path := s.Pane.Options[tmuxopt.TranscriptPath]
	isHere := s.Host == "" && s.Pane.Options[tmuxopt.Gate] == "" && s.Agent == ""
	switch {
	case !isHere:
		return ""
	case path != "" || home == "" || s.Dir == "" || s.ID == "":
		return path
	}
	t := claudehome.Transcript{Project: pathcodec.Encode(s.Dir), ID: s.ID}
	return filepath.Join(home, filepath.FromSlash(t.Path()))
}
