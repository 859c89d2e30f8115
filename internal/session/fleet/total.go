package fleet

import "math"

// Total is the sum over the running sessions, as atm ls --total --json prints it. A sum is nil if no session
// has a value for it.
type Total struct {
	Version         int      `json:"version"` // of this format: 1
	Sessions        int      `json:"sessions"`
	NeedYou         int      `json:"need_you"`
	CostUSD         *float64 `json:"cost_usd"`
	CostSessions    int      `json:"cost_sessions"` // whose cost is known
	ContextTokens   *int64   `json:"context_tokens"`
	ContextSessions int      `json:"context_sessions"` // whose tokens are known
}

// NewTotal adds up the running sessions.
func NewTotal(sessions []Session) Total {
	t := Total{Version: 1}
	for _, s := range sessions {
		if s.State == "" {
			continue
		}
		t.Sessions++
		if s.NeedsYou() {
			t.NeedYou++
		}
		if s.CostUSD != nil {
			t.CostSessions++
			t.CostUSD = sum(t.CostUSD, *s.CostUSD)
		}
		if s.ContextTokens != nil {
			t.ContextSessions++
			t.ContextTokens = sum(t.ContextTokens, *s.ContextTokens)
		}
	}
	if t.CostUSD != nil { // 0.1 + 0.2 is 0.30000000000000004
		*t.CostUSD = math.Round(*t.CostUSD*1e4) / 1e4
	}
	return t
}

// sum adds a value to a sum that is nil before the first one.
func sum[T int64 | float64](before *T, value T) *T {
	if before != nil {
		value += *before
	}
	return &value
}
