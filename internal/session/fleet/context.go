package fleet

import (
	"os"

	"atm/internal/claude/claudehome"
	"atm/tmuxopt"
)

// WorkOutContext fills in the context of running sessions of which no status line has
// told it, from the end of their transcripts. Nothing is read of any other session, and
// nothing is written: who asks next works it out again.
func WorkOutContext(sessions []Session) {
	var wanted []*Session
	for i := range sessions {
		if s := &sessions[i]; s.State != "" && s.ContextSource == "" {
			wanted = append(wanted, s)
		}
	}
	inParallel(wanted, func(s *Session) {
		home, transcript, found := claudehome.FindTranscript(s.Pane.Options[tmuxopt.TranscriptPath])
		if !found {
			return
		}
		tokens, err := claudehome.ContextTokens(os.DirFS(home), transcript)
		if err == nil && tokens > 0 { // one that was removed tells nothing
			s.workOut(tokens, s.Model)
		}
	})
}
