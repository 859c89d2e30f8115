package fleet

import "slices"

// BelowLeads returns the sessions with teammates in panes of their own directly behind the session that leads
// their team. Those whose lead is not among them stay where they are.
func BelowLeads(sessions []Session) []Session {
	leadOf := func(s Session) int {
		return slices.IndexFunc(sessions, func(lead Session) bool {
			return s.Lead != "" && lead.ID == s.Lead && lead.Lead == ""
		})
	}
	var ordered []Session
	for i, lead := range sessions {
		if leadOf(lead) >= 0 {
			continue
		}
		ordered = append(ordered, lead)
		for _, mate := range sessions {
			if leadOf(mate) == i {
				ordered = append(ordered, mate)
			}
		}
	}
	return ordered
}
