package fleet

import (
	"cmp"
	"slices"
)

// SortKey is the value by which sessions are sorted.
type SortKey string

// The keys. A session whose value is not known is sorted last.
const (
	ByState   SortKey = "state"   // the most urgent first, in the order of [List]
	ByContext SortKey = "context" // the fullest first; then the sessions with only a number of tokens
	ByCost    SortKey = "cost"    // the most expensive first
	BySince   SortKey = "since"   // the longest without a change of the state first
)

// Sort sorts sessions. Those with equal values keep their order.
func Sort(sessions []Session, key SortKey) {
	slices.SortStableFunc(sessions, func(a, b Session) int {
		switch key {
		case ByContext:
			return cmp.Or(compareDescending(a.ContextPct, b.ContextPct),
				compareDescending(a.ContextTokens, b.ContextTokens))
		case ByCost:
			return compareDescending(a.CostUSD, b.CostUSD)
		case BySince:
			if a.Since.IsZero() || b.Since.IsZero() {
				return b.Since.Compare(a.Since)
			}
			return a.Since.Compare(b.Since)
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
