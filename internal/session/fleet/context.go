package fleet

import (
	"os"

	"atm/internal/claude/claudehome"
	"atm/tmuxopt"
)

// WorkOutContext fills in the context of running sessions that have no status line: it calculates the
// context from the end of their transcripts. It reads no other session, and stores nothing, so each call
// calculates it again.
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
		if err == nil && tokens > 0 { // a transcript that was removed has none
			s.setContext(tokens, s.Model)
		}
	})
}
