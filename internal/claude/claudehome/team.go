package claudehome

import (
	"io/fs"
	"slices"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// Team returns whether a session leads a team, and whether a member in the session's own process works. The
// registry lists the session as busy as long as it has a teammate, even an idle one. (2.1.330)
func Team(home fs.FS, session string) (leadsTeam, memberWorks bool) {
	team, members := readTeam(home, session)
	for _, member := range members {
		isLead := member.text("agentId") == team.text("leadAgentId")
		inside := member.text("backendType") != "tmux"
		memberWorks = memberWorks || !isLead && inside && member["isActive"].Kind() != jsontext.Kind('f')
	}
	return team != nil, memberWorks
}

// Woken returns when the team file of a session was last changed, if the file says that the teammate in a
// pane works, else the zero time. The file still says so after somebody has interrupted the teammate.
// (2.1.330)
func Woken(home fs.FS, lead, pane string) time.Time {
	_, members := readTeam(home, lead)
	for _, member := range members {
		if member.text("tmuxPaneId") == pane && member.is("isActive") {
			info, err := fs.Stat(home, TeamDir(lead)+"/"+TeamFile)
			if err != nil {
				return time.Time{}
			}
			return info.ModTime()
		}
	}
	return time.Time{}
}

// TeamDir is the directory of the team that a session leads, "" if lead is not the id of a session.
func TeamDir(lead string) string {
	if !SessionID(lead) {
		return ""
	}
	return "teams/session-" + lead[:8]
}

// TeamFile is the file in [TeamDir] that lists the members.
const TeamFile = "config.json"

// readTeam returns the team that a session leads, nil if there is none, and its members.
func readTeam(home fs.FS, session string) (team object, members []object) {
	dir := TeamDir(session)
	if dir == "" {
		return nil, nil
	}
	text, err := readEntry(home, dir+"/"+TeamFile)
	if err != nil {
		return nil, nil
	}
	team, complete := parse(text)
	if !complete || team.text("leadSessionId") != session {
		return nil, nil
	}
	return team, slices.Collect(team.objects("members"))
}
