package hookmap

import (
	"encoding/json"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	opt "atm/tmuxopt"
)

// StatusLine has the used members of the JSON that Claude Code gives to a status line. A member that is
// missing or of an unexpected type is empty. All text is foreign.
type StatusLine struct {
	SessionID   string `json:"session_id"`
	Title       string `json:"title,omitempty"`  // session_name: only one that a person or a hook has given
	Model       string `json:"model,omitempty"`  // model.id: the model at work, which SessionStart may not know
	EffortLevel string `json:"effort,omitempty"` // effort.level
	Branch      string `json:"branch,omitempty"` // worktree.branch

	UsedPct     Number `json:"used_pct,omitzero"`     // context_window.used_percentage
	InputTokens Number `json:"input_tokens,omitzero"` // context_window.total_input_tokens: of the last answer
	WindowSize  Number `json:"window_size,omitzero"`  // context_window.context_window_size
	Usage       Usage  `json:"usage,omitzero"`
	CostUSD     Number `json:"cost_usd,omitzero"` // cost.total_cost_usd

	FiveHours Limit `json:"five_hours,omitzero"`
	SevenDays Limit `json:"seven_days,omitzero"`
}

// Usage is context_window.current_usage: the tokens of the last answer. It is null before the first answer,
// and all zero after a compaction until the next answer.
type Usage struct {
	Input         Number `json:"input,omitzero"`
	Output        Number `json:"output,omitzero"`
	CacheCreation Number `json:"cache_creation,omitzero"`
	CacheRead     Number `json:"cache_read,omitzero"`
}

// Limit is a limit of the account, which only subscriptions have.
type Limit struct {
	UsedPct  Number `json:"used_pct,omitzero"`
	ResetsAt Number `json:"resets_at,omitzero"` // Unix seconds
}

// used writes how much of the limit is used, in whole per cent. A limit that is not reached is at most 99, because
// 100 says that the session cannot go on.
func (l Limit) used() string {
	if l.UsedPct.value < 100 {
		l.UsedPct.value = min(l.UsedPct.value, 99)
	}
	return l.UsedPct.whole(opt.MaxLimitPct)
}

// Number is a number of the JSON. The zero value means that it is not known.
type Number struct {
	value float64
	known bool
}

// NumberOf returns a known number.
func NumberOf(value float64) Number { return Number{value, true} }

// MarshalJSON writes the number, or null if it is not known.
func (n Number) MarshalJSON() ([]byte, error) {
	if !n.known {
		return []byte("null"), nil
	}
	return strconv.AppendFloat(nil, n.value, 'g', -1, 64), nil
}

// UnmarshalJSON reads what MarshalJSON has written. Anything but a number becomes not known.
func (n *Number) UnmarshalJSON(text []byte) error {
	*n = Number{}
	if value, err := strconv.ParseFloat(string(text), 64); err == nil {
		*n = NumberOf(value)
	}
	return nil
}

// Short returns the status line with its texts cut to the length of an option.
func (s StatusLine) Short() StatusLine {
	s.texts().clean()
	return s
}

// DecodeStatusLine reads the JSON of a status line. It returns as soon as the object is complete, even if
// the writer keeps the stream open.
func DecodeStatusLine(r io.Reader) (s StatusLine, err error) {
	d := json.NewDecoder(r)
	d.UseNumber()
	var object any
	if err := d.Decode(&object); err != nil {
		return s, err
	}
	if _, isObject := object.(map[string]any); !isObject {
		return s, ErrPayload
	}
	for _, m := range s.texts() {
		*m.text, _ = memberAt(object, m.name).(string)
	}
	for path, n := range s.numbers() {
		number, _ := memberAt(object, path).(json.Number)
		_ = n.UnmarshalJSON([]byte(number)) // it never fails
	}
	return s, nil
}

// memberAt returns the member with that path, nil if there is none.
func memberAt(object any, path string) any {
	for name := range strings.SplitSeq(path, ".") {
		members, _ := object.(map[string]any)
		object = members[name]
	}
	return object
}

func (s *StatusLine) texts() members {
	return members{
		{"session_id", &s.SessionID, opt.ID},
		{"session_name", &s.Title, opt.Text},
		{"model.id", &s.Model, opt.Text},
		{"effort.level", &s.EffortLevel, opt.Word},
		{"worktree.branch", &s.Branch, opt.Text},
	}
}

// figure is a number of a status line that an option holds. To add one, add a field to [StatusLine] and a
// row to figures.
type figure struct {
	option opt.Option
	member string // its path in the JSON
	number *Number
	text   func() string // the option's value, "" if it is not known
}

func (s *StatusLine) figures() []figure {
	const context = "context_window."
	whole := func(option opt.Option, member string, n *Number, limit float64) figure {
		return figure{option, member, n, func() string { return n.whole(limit) }}
	}
	return []figure{
		{opt.Cost, "cost.total_cost_usd", &s.CostUSD, func() string { return s.CostUSD.cents(opt.MaxAmount) }},
		{opt.ContextPct, context + "used_percentage", &s.UsedPct, s.contextPct},
		{opt.ContextTokens, context + "total_input_tokens", &s.InputTokens, s.contextTokens},
		whole(opt.ContextSize, context+"context_window_size", &s.WindowSize, maxTokens),
		{opt.Limit5h, "rate_limits.five_hour.used_percentage", &s.FiveHours.UsedPct, s.FiveHours.used},
		whole(opt.Limit5hResets, "rate_limits.five_hour.resets_at", &s.FiveHours.ResetsAt, maxSeconds),
		{opt.Limit7d, "rate_limits.seven_day.used_percentage", &s.SevenDays.UsedPct, s.SevenDays.used},
		whole(opt.Limit7dResets, "rate_limits.seven_day.resets_at", &s.SevenDays.ResetsAt, maxSeconds),
	}
}

// contextPct returns how full the context is, "" while that is not known: Claude Code sends null before the
// first answer, and 0 after a compaction until the next answer.
func (s *StatusLine) contextPct() string {
	if !s.Usage.isUsed() {
		return ""
	}
	return s.UsedPct.whole(maxContextPct)
}

// contextTokens returns how many tokens are used, "" if contextPct is not known.
func (s *StatusLine) contextTokens() string {
	if s.contextPct() == "" {
		return ""
	}
	return s.InputTokens.whole(maxTokens)
}

// numbers maps the paths of the members that are numbers to these numbers.
func (s *StatusLine) numbers() map[string]*Number {
	const usage = "context_window.current_usage."
	numbers := map[string]*Number{
		usage + "input_tokens":                &s.Usage.Input,
		usage + "output_tokens":               &s.Usage.Output,
		usage + "cache_creation_input_tokens": &s.Usage.CacheCreation,
		usage + "cache_read_input_tokens":     &s.Usage.CacheRead,
	}
	for _, f := range s.figures() {
		numbers[f.member] = f.number
	}
	return numbers
}

// whole writes a number as a whole one, with half rounded up as Claude Code does; "" if it is not known,
// negative, or larger than the limit.
func (n Number) whole(limit float64) string {
	if !n.isWithin(limit) {
		return ""
	}
	return strconv.FormatFloat(math.Floor(n.value+0.5), 'f', 0, 64)
}

// cents writes a number with two decimals; "" in the same cases as whole.
func (n Number) cents(limit float64) string {
	if !n.isWithin(limit) {
		return ""
	}
	return strconv.FormatFloat(math.Abs(n.value), 'f', 2, 64) // no "-0.00"
}

// isWithin reports whether a number is known, not negative, not more than the limit, and not NaN.
func (n Number) isWithin(limit float64) bool { return n.known && n.value >= 0 && n.value <= limit }

// isUsed reports whether an answer has used any tokens.
func (u Usage) isUsed() bool {
	return slices.ContainsFunc([]Number{u.Input, u.Output, u.CacheCreation, u.CacheRead},
		func(n Number) bool { return n.known && n.value > 0 })
}
