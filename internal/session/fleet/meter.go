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
	StatusLine     ContextSource = "status line" // Claude Code has told it
	FromTranscript ContextSource = "transcript"  // worked out, see [WorkOutContext]
)

// Words are what a session is about. They are fit for a terminal.
type Words struct {
	Prompt  string             `json:"prompt"`
	Doing   string             `json:"doing"`
	Request string             `json:"request"`
	Said    string             `json:"said"`
	Intent  tmuxopt.TurnIntent `json:"intent"`
}

// settle makes what the options of a pane tell consistent. A limit that has started again
// since it was told is not known any more.
func (m *Meter) settle(now time.Time) {
	if m.ContextSize != nil && *m.ContextSize == 0 {
		m.ContextSize = nil
	}
	if m.ContextPct != nil || m.ContextTokens != nil {
		m.ContextSource = StatusLine
	}
	m.Limit5h, m.Limit5hResets = limit(m.Limit5h, m.Limit5hResets, now)
	m.Limit7d, m.Limit7dResets = limit(m.Limit7d, m.Limit7dResets, now)
}

// limit returns a limit, and when it starts again, nil if it has since.
func limit(used, resets *int64, now time.Time) (usedThen, resetsThen *int64) {
	if used == nil || resets != nil && *resets <= now.Unix() {
		return nil, nil
	}
	return used, resets
}

// workOut sets the context to so many tokens of a transcript. The size of the window
// stands in no transcript, so without a status line it is known of few models only.
func (m *Meter) workOut(tokens int64, model string) {
	m.ContextSource, m.ContextTokens = FromTranscript, &tokens
	if size := int64(longWindow); m.ContextSize == nil && strings.HasSuffix(model, longSuffix) {
		m.ContextSize = &size
	}
	if m.ContextSize != nil {
		pct := contextPct(tokens, *m.ContextSize)
		m.ContextPct = &pct
	}
}

// Claude Code marks a model by this suffix that is used with a window of a million
// tokens, where it has a smaller one otherwise (2.1.197).
const (
	longSuffix = "[1m]"
	longWindow = 1_000_000
)

// contextPct is the per cent of a window that Claude Code itself would tell: 0.5 is
// rounded up, and more than all of it counts as all. It divides before it multiplies, as
// Claude Code does: 29,000 tokens of 200,000 are a little less than 14.5 then, and told as 14.
func contextPct(tokens, size int64) int64 {
	share := float64(tokens) / float64(size)
	return int64(math.Min(100, math.Floor(share*100+0.5)))
}

// Level says how near a value is to its end.
type Level int

// The levels.
const (
	Low  Level = iota // or not known
	High              // from 80 per cent
	Full              // from 90 per cent
)

// Style returns the style that tells the level.
func (l Level) Style() draw.Style {
	switch l {
	case High:
		return draw.StyleOf(draw.High)
	case Full:
		return draw.StyleOf(draw.Full)
	}
	return draw.Style{}
}

// level returns how near a number of per cent is to 100, nil if it is not known.
func level(pct *int64) Level {
	switch {
	case pct == nil || *pct < 80:
		return Low
	case *pct < 90:
		return High
	}
	return Full
}
