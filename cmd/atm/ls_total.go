package main

import (
	"fmt"

	"atm/internal/session/fleet"
)

// printTotal prints the sums over the running sessions.
func (c lsCmd) printTotal(s streams, total fleet.Total) error {
	if c.JSON {
		return s.printJSON(total)
	}
	cost, tokens := "unknown", "unknown"
	if total.CostUSD != nil {
		cost = fmt.Sprintf("$%.2f%s", *total.CostUSD, unknownNote(total.Sessions-total.CostSessions))
	}
	if total.ContextTokens != nil {
		count := fleet.ShortCount(*total.ContextTokens)
		tokens = count + " tokens in use" + unknownNote(total.Sessions-total.ContextSessions)
	}
	_, err := fmt.Fprintf(s.stdout, "sessions  %d running, %d of them need you\ncost      %s\ncontext   %s\n",
		total.Sessions, total.NeedYou, cost, tokens)
	if err == nil {
		_, err = fmt.Fprintln(s.stderr,
			"atm: this is now, and nothing is kept over time: ccusage (npx ccusage) reports days and months")
	}
	return err
}

// unknownNote returns the note for how many sessions the summed value is unknown.
func unknownNote(unknown int) string {
	if unknown == 0 {
		return ""
	}
	return fmt.Sprintf(" (not known of %d)", unknown)
}
