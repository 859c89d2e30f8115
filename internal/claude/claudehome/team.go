package claudehome

import (
	"io/fs"

	"github.com/go-json-experiment/json/jsontext"
)

// teamID is how much of the id of the session that leads a team names the team.
const teamID = 8

// Team returns whether a session leads a team, and whether one of its members in the session's own process is
// at work. Claude Code calls the session busy as long as it has a teammate, also an idle one. (2.1.330)
func Team(home fs.FS, session string) (leads, works bool) {
	if !SessionID(session) {
		return false, false
	}
	text, err := readEntry(home, "teams/session-"+session[:teamID]+"/config.json")
	if err != nil {
		return false, false
	}
	team, complete := parse(text)
	if !complete || team.text("leadSessionId") != session {
		return false, false
	}
	d := newDecoder(team["members"])
	if token, err := d.ReadToken(); err != nil || token.Kind() != '[' {
		return true, false
	}
	for d.PeekKind() == '{' {
		value, err := d.ReadValue()
		if err != nil {
			return true, works
		}
		leads = true
		member, _ := parse(value)
		isLead := member.text("agentId") == team.text("leadAgentId")
		inside := member.text("backendType") != "tmux"
		works = works || !isLead && inside && member["isActive"].Kind() != jsontext.Kind('f')
	}
	return true, works
}
