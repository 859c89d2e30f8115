package fleet

import (
	"math"
	"strconv"
	"strings"
	"time"

	"atm/internal/tmux/draw"
	"atm/tmuxopt"
)

// Meter is how much a session has used of what it may use. What is not known is nil, or
// "": nothing here is 0 because nobody has told it.
type Meter struct {
	ContextPct    *int64        `json:"context_pct"`
	ContextTokens *int64        `json:"context_tokens"`
	ContextSize   *int64        `json:"context_size"`
	ContextSource ContextSource `json:"context_source"`

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
	Request string             `json:"request"`
	Said    string             `json:"said"`
	Intent  tmuxopt.TurnIntent `json:"intent"`
}

// newMeter reads the options of a pane. A limit that has started again since it was told
// is not known any more.
func newMeter(o tmuxopt.Options, now time.Time) Meter {
	m := Meter{
		ContextPct:    wholeNumber(o[tmuxopt.ContextPct], 100),
		ContextTokens: wholeNumber(o[tmuxopt.ContextTokens], maxTokens),
		ContextSize:   wholeNumber(o[tmuxopt.ContextSize], maxTokens),
		CostUSD:       amount(o[tmuxopt.Cost]),
		EffortLevel:   tmuxopt.Text(o[tmuxopt.EffortLevel]),
		Branch:        tmuxopt.Text(o[tmuxopt.Branch]),
	}
	if m.ContextSize != nil && *m.ContextSize == 0 {
		m.ContextSize = nil
	}
	if m.ContextPct != nil || m.ContextTokens != nil {
		m.ContextSource = StatusLine
	}
	m.Limit5h, m.Limit5hResets = limit(o[tmuxopt.Limit5h], o[tmuxopt.Limit5hResets], now)
	m.Limit7d, m.Limit7dResets = limit(o[tmuxopt.Limit7d], o[tmuxopt.Limit7dResets], now)
	return m
}

func newWords(o tmuxopt.Options) Words {
	return Words{
		Prompt:  tmuxopt.Text(o[tmuxopt.Prompt]),
		Request: tmuxopt.Text(o[tmuxopt.Request]),
		Said:    tmuxopt.Text(o[tmuxopt.Said]),
		Intent:  tmuxopt.TurnIntent(tmuxopt.Text(o[tmuxopt.Intent])),
	}
}

// The largest values that are believed of an option, which anybody may have set.
const (
	maxTokens = 1 << 53 // what a JSON number holds exactly
	maxPct    = 1000    // an account may go beyond its limit
	maxCost   = 1e9
)

// wholeNumber reads a number from 0 to most, nil if it is none.
func wholeNumber(text string, most int64) *int64 {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 || n > most {
		return nil
	}
	return &n
}

// amount reads an amount of money, nil if it is none.
func amount(text string) *float64 {
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(n) || n < 0 || n > maxCost {
		return nil
	}
	return &n
}

// limit reads a limit, and when it starts again.
func limit(pct, resets string, now time.Time) (used, at *int64) {
	used, at = wholeNumber(pct, maxPct), wholeNumber(resets, maxTokens)
	if used == nil || at != nil && *at <= now.Unix() {
		return nil, nil
	}
	return used, at
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
