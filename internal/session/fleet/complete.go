package fleet

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"atm/internal/claude/claudehome"
	"atm/internal/sys/parallel"
	"atm/internal/sys/proc"
	"atm/internal/words"
	"atm/pathcodec"
	"atm/tmuxopt"
)

// Complete fills in what hooks cannot report. A session without a title gets the one that cld sessions shows:
// that which Claude has given it, or its first prompt. If its transcript cannot be read, for example because
// the session runs elsewhere, it gets the first prompt that its hooks have seen. Where [tmuxopt.WordsOption] keeps
// texts out of the options, no first prompt and no task of a subagent is read from a transcript either. A directory
// that cannot be the value of an option, because its name has a newline, is read from the registry of Claude Code.
func Complete(sessions []Session, home string) {
	for i := range sessions {
		s := &sessions[i]
		if s.Dir == "" {
			s.Dir = registeredDir(*s, home)
		}
		if s.wantsWords() {
			s.describeAgents(home)
		}
		s.describeCommand()
	}
	parallel.Each(len(sessions), func(i int) { // there may be hundreds
		if s := &sessions[i]; s.Title == "" {
			info := claudehome.InfoAt(s.transcriptPath(home))
			if !s.wantsWords() {
				info.Prompt = ""
			}
			s.Title = cmp.Or(ShortTitle(info.Title()), s.FirstPrompt())
		}
	})
}

func (s *Session) wantsWords() bool { return tmuxopt.True(tmuxopt.WordsOn(), s.Pane.Options) }

// describeCommand finds the programs that run below the command in which the session is stuck.
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

// describeAgents reads the tasks of the subagents at work from the transcript.
func (s *Session) describeAgents(home string) {
	if len(s.Agents) == 0 {
		return
	}
	if dir, transcript, found := claudehome.FindTranscript(s.transcriptPath(home)); found {
		s.Given = map[string]string{}
		for _, agent := range s.Agents {
			s.Given[agent.Key] = ShortTitle(claudehome.AgentDescription(os.DirFS(dir), transcript, agent.Key))
		}
	}
}

// registeredDir returns the directory of the session in the registry, "" if the registry does not have it.
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

// maxTitle is how many columns of a first prompt become a title.
const maxTitle = 80

// ShortTitle returns the first line of a foreign text, safe for a terminal and cut to the length of a title.
func ShortTitle(title string) string {
	line, _, _ := strings.Cut(title, "\n")
	return words.Cut(tmuxopt.Text(line), maxTitle)
}

// Transcript returns the transcript of the session and its Claude home, according to the options of the pane.
// There may be no transcript before the first prompt. A conversation that goes on in the background under an
// id of its own has the transcript of the previous id until its next prompt.
func (s Session) Transcript() (home string, transcript claudehome.Transcript, found bool) {
	path := s.Pane.Options[tmuxopt.TranscriptPath]
	if claudehome.SessionID(s.ID) {
		home, transcript, found = claudehome.FindConversation(filepath.Join(filepath.Dir(path), s.ID+".jsonl"))
	}
	if found {
		return home, transcript, found
	}
	return claudehome.FindTranscript(path)
}

// transcriptPath returns the path of the transcript that the pane names. If the pane names none, because the
// session began before the hooks were installed, it returns the path that Claude Code gives such a
// transcript. It is empty for a session elsewhere.
func (s Session) transcriptPath(home string) string {
	path := s.Pane.Options[tmuxopt.TranscriptPath]
	switch {
	case s.Host != "", s.Pane.Options[tmuxopt.Gate] != "", s.Agent != "":
		return ""
	case path != "" || home == "" || s.Dir == "" || s.ID == "":
		return path
	}
	t := claudehome.Transcript{Project: pathcodec.Encode(s.Dir), ID: s.ID}
	return filepath.Join(home, filepath.FromSlash(t.Path()))
}

// WorkOutContext calculates the context of the running sessions that have no status line from the end of
// their transcripts. It stores nothing, so each call reads these transcripts again.
func WorkOutContext(sessions []Session) {
	parallel.Each(len(sessions), func(i int) {
		s := &sessions[i]
		if s.State == "" || s.ContextSource != "" {
			return
		}
		home, transcript, found := claudehome.FindTranscript(s.Pane.Options[tmuxopt.TranscriptPath])
		if !found {
			return
		}
		if tokens := claudehome.ContextTokens(os.DirFS(home), transcript); tokens > 0 {
			s.setContext(tokens)
		}
	})
}

// Conversation returns the id with which Claude Code resumes the conversation of a session, "" = it is not known.
// After ← that is not the session's own id, which has no transcript before the next prompt. A fork has none before its
// first prompt: then origin is the session to fork again.
func Conversation(o tmuxopt.Options) (id, origin string) {
	for _, known := range []string{claudehome.TranscriptAt(o[tmuxopt.TranscriptPath]).ID, o[tmuxopt.SessionID]} {
		if id == "" && claudehome.SessionID(known) {
			id = known
		}
	}
	_, _, isWritten := claudehome.FindTranscript(o[tmuxopt.TranscriptPath])
	if from := o[tmuxopt.ForkedFrom]; !isWritten && claudehome.SessionID(from) {
		origin = from
	}
	return id, origin
}
