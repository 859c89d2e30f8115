package fleet

import (
	"math"
	"strings"
	"time"

	"atm/internal/tmux/draw"
	"atm/tmuxopt"
)

// Meter is how much a session has used of what it may use. A value that is not known is nil or
// "", never 0.
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
func (m *Meter) setContext(tokens int64, model string) {
	m.ContextSource, m.ContextTokens = FromTranscript, &tokens
	if size := int64(longWindow); m.ContextSize == nil && strings.HasSuffix(model, longSuffix) {
		m.ContextSize = &size
	}
	if m.ContextSize != nil {
		pct := contextPct(tokens, *m.ContextSize)
		m.ContextPct = &pct
	}
}

// Claude Code adds this suffix to a model that is used with a window of a million tokens instead of its
// smaller one (2.1.197).
const (
	longSuffix = "[1m]"
	longWindow = 1_000_000
)

// contextPct returns the percentage of a window as Claude Code itself would show it: 0.5 is rounded up, and
// the maximum is 100. It divides before it multiplies, as Claude Code does: 29,000 tokens of 200,000 are
// then a little less than 14.5, and shown as 14.
func contextPct(tokens, size int64) int64 {
	share := float64(tokens) / float64(size)
	return int64(math.Min(100, math.Floor(share*100+0.5)))
}

// Level says how near a value is to its maximum.
type Level int

// The levels.
const (
	Low  Level = iota // or not known
	High              // from 80 per cent
	Full              // from 90 per cent
)

// Style returns the style that shows the level.
func (l Level) Style() draw.Style {
	switch l {
	case High:
		return draw.StyleOf(draw.High)
	case Full:
		return draw.StyleOf(draw.Full)
	}
	return draw.Style{}
}

// level returns the level of a percentage; one that is nil, which means not known, is Low.
func level(pct *int64) Level {
	switch {
	case pct == nil || *pct < 80:
		return Low
	case *pct < 90:
		return High
	}
	return Full
}
