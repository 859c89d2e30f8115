package fleet

import (
	"cmp"
	"slices"
)

// SortKey is the value by which sessions are sorted.
type SortKey string

// The keys. A session whose value is not known comes last.
const (
	ByState   SortKey = "state"   // the most urgent first, as [List] has them
	ByContext SortKey = "context" // the fullest first; then those of which only the tokens are known
	ByCost    SortKey = "cost"    // the most expensive first
	BySince   SortKey = "since"   // those first whose state has not changed for longest
)

// Sort sorts sessions. Those with equal values keep their order.
func Sort(sessions []Session, key SortKey) {
	slices.SortStableFunc(sessions, func(a, b Session) int {
		switch key {
		case ByContext:
			byPct := compareDescending(a.ContextPct, b.ContextPct)
			return cmp.Or(byPct, compareDescending(a.ContextTokens, b.ContextTokens))
		case ByCost:
			return compareDescending(a.CostUSD, b.CostUSD)
		case BySince:
			return longestFirst(a, b)
		default:
			return a.Compare(b)
		}
	})
}

// compareDescending puts the larger value first, and nil last.
func compareDescending[T cmp.Ordered](a, b *T) int {
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
