package fleet

import (
	"cmp"
	"slices"
)

// SortKey is what sessions are sorted by.
type SortKey string

// The keys. A session of which the value is not known comes last.
const (
	ByState   SortKey = "state"   // the most urgent first, as [List] has them
	ByContext SortKey = "context" // the fullest first; then those of which only the tokens are known
	ByCost    SortKey = "cost"    // the dearest first
	BySince   SortKey = "since"   // those first whose state has not changed for the longest time
)

// Sort sorts sessions. Those of which the key says the same keep their order.
func Sort(sessions []Session, key SortKey) {
	slices.SortStableFunc(sessions, func(a, b Session) int {
		switch key {
		case ByContext:
			byPct := mostFirst(a.ContextPct, b.ContextPct)
			return cmp.Or(byPct, mostFirst(a.ContextTokens, b.ContextTokens))
		case ByCost:
			return mostFirst(a.CostUSD, b.CostUSD)
		case BySince:
			return longestFirst(a, b)
		default:
			return a.Compare(b)
		}
	})
}

// mostFirst compares values of which nil is the least.
func mostFirst[T cmp.Ordered](a, b *T) int {
	switch {
	case a == nil && b == nil:
		return 0
	case a == nil:
		return 1
	case b == nil:
		return -1
	}
	return cmp.Compare(*b, *a)
}

func longestFirst(a, b Session) int {
	if a.Since.IsZero() != b.Since.IsZero() {
		if a.Since.IsZero() {
			return 1
		}
		return -1
	}
	return a.Since.Compare(b.Since)
}
