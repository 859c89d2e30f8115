package fleet

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"atm/internal/cli"
	"atm/internal/tmux/draw"
	"atm/tmuxopt"
)

// Meter is how much a session has used of its context and of the limits of the account. A value that is not
// known is nil or "", never 0.
type Meter struct {
	ContextPct    *int64        `json:"context_pct"`
	ContextTokens *int64        `json:"context_tokens"`
	ContextSize   *int64        `json:"context_size"`
	ContextSource ContextSource `json:"context_source" help:"status line, transcript (worked out from it), '' = unknown"`

	CostUSD       *float64 `json:"cost_usd"`
	Limit5h       *int64   `json:"limit_5h"`
	Limit5hResets *int64   `json:"limit_5h_resets"` // Unix seconds
	Limit7d       *int64   `json:"limit_7d"`
	Limit7dResets *int64   `json:"limit_7d_resets"` // Unix seconds

	EffortLevel string `json:"effort_level"`
	Branch      string `json:"branch"`
}

// ContextSource says where the context of a [Meter] comes from; "" = it is not known.
type ContextSource string

// The sources.
const (
	StatusLine     ContextSource = "status line" // reported by Claude Code
	FromTranscript ContextSource = "transcript"  // calculated, see [WorkOutContext]
)

// Words are the texts that describe a session. They are safe for a terminal.
type Words struct {
	Prompt  string             `json:"prompt"`
	Doing   string             `json:"doing"`
	Request string             `json:"request"`
	Said    string             `json:"said"`
	Intent  tmuxopt.TurnIntent `json:"intent"`
}

// settle sets the context's source, and drops values that mean nothing: a context size of 0, and a limit
// that has started again since it was reported.
func (m *Meter) settle(now time.Time) {
	if m.ContextSize != nil && *m.ContextSize == 0 {
		m.ContextSize = nil
	}
	if m.ContextPct != nil || m.ContextTokens != nil {
		m.ContextSource = StatusLine
	}
	m.Limit5h, m.Limit5hResets = currentLimit(m.Limit5h, m.Limit5hResets, now)
	m.Limit7d, m.Limit7dResets = currentLimit(m.Limit7d, m.Limit7dResets, now)
}

// currentLimit returns a limit and the time when it starts again; nil if that time has passed.
func currentLimit(used, resets *int64, now time.Time) (currentUsed, currentResets *int64) {
	if used == nil || resets != nil && *resets <= now.Unix() {
		return nil, nil
	}
	return used, resets
}

// setContext sets the context to the tokens that a transcript shows. A transcript does not have the size of
// the window, so without a status line the size is known only of models with longSuffix.
func (s *Session) setContext(tokens int64) {
	s.ContextSource, s.ContextTokens = FromTranscript, &tokens
	if s.ContextSize == nil && strings.HasSuffix(s.Model, longSuffix) {
		s.ContextSize = new(int64(longWindow))
	}
	if s.ContextSize != nil {
		// This is the percentage that Claude Code itself would show: 0.5 is rounded up, and the maximum is 100.
		// Claude Code divides before it multiplies: 29,000 tokens of 200,000 are then a little less than 14.5,
		// and shown as 14.
		share := float64(tokens) / float64(*s.ContextSize)
		s.ContextPct = new(int64(math.Min(100, math.Floor(share*100+0.5))))
	}
}

// Claude Code adds this suffix to a model that is used with a window of a million tokens instead of its
// smaller one (2.1.197).
const (
	longSuffix = "[1m]"
	longWindow = 1_000_000
)

// isHigh reports whether a percentage is near its maximum; nil = not known.
func isHigh(pct *int64) bool { return pct != nil && *pct >= 80 }

// usageStyle returns the style that shows whether one of the percentages is near its maximum.
func usageStyle(pcts ...*int64) draw.Style {
	isFull := func(pct *int64) bool { return isHigh(pct) && *pct >= 90 }
	switch {
	case slices.ContainsFunc(pcts, isFull):
		return draw.StyleOf(draw.Full)
	case slices.ContainsFunc(pcts, isHigh):
		return draw.StyleOf(draw.High)
	}
	return draw.Style{}
}

// ContextInWords says how full the context is, and how that is known: "84 % of 200k tokens (status line)".
func (m Meter) ContextInWords() string {
	var text string
	switch {
	case m.ContextPct != nil && m.ContextSize != nil:
		text = fmt.Sprintf("%d %% of %s tokens", *m.ContextPct, ShortCount(*m.ContextSize))
	case m.ContextPct != nil:
		text = fmt.Sprintf("%d %%", *m.ContextPct)
	case m.ContextTokens != nil:
		text = ShortCount(*m.ContextTokens) + " tokens, of how many is unknown"
	default:
		return ""
	}
	if m.ContextSource == FromTranscript {
		return text + " (worked out from the transcript: no status line has told it)"
	}
	return text + " (" + string(m.ContextSource) + ")"
}

// LimitsInWords says how much of the account's limits is used, and when they start again.
func (m Meter) LimitsInWords(now time.Time) string {
	var parts []string
	add := func(name string, pct, resets *int64) {
		switch {
		case pct != nil && resets != nil:
			parts = append(parts, fmt.Sprintf("%s %d %% until %s", name, *pct, cli.Clock(now, time.Unix(*resets, 0))))
		case pct != nil:
			parts = append(parts, fmt.Sprintf("%s %d %%", name, *pct))
		}
	}
	add("5h", m.Limit5h, m.Limit5hResets)
	add("7d", m.Limit7d, m.Limit7dResets)
	return strings.Join(parts, ", ")
}
