package tmuxopt_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atm/internal/dev/tmuxtest"
	"atm/internal/tmux"
	opt "atm/tmuxopt"
)

func TestList(t *testing.T) {
	t.Parallel()
	full := opt.Options{opt.Waiting: " a.1=x a.2=y aa.1=z b.1=x"}
	tests := []struct {
		name   string
		before opt.Options
		format opt.Format
		want   string
	}{
		{
			name:   "add to nothing",
			format: opt.With(opt.Waiting, opt.Entry{Key: "a.1", Word: "x"}), want: " a.1=x",
		},
		{
			name: "add", before: full,
			format: opt.With(opt.Waiting, opt.Entry{Key: "c.1", Word: "x"}),
			want:   " a.1=x a.2=y aa.1=z b.1=x c.1=x",
		},
		{
			name: "add what is there: it moves to the end", before: full,
			format: opt.With(opt.Waiting, opt.Entry{Key: "a.1", Word: "q"}),
			want:   " a.2=y aa.1=z b.1=x a.1=q",
		},
		{
			name: "remove one", before: full, format: opt.Without(opt.Waiting, "a.2"),
			want: " a.1=x aa.1=z b.1=x",
		},
		{
			name: "remove what is not there", before: full,
			format: opt.Without(opt.Waiting, "a.22"), want: " a.1=x a.2=y aa.1=z b.1=x",
		},
		{
			name: "a dot is a dot", before: opt.Options{opt.Waiting: " aX1=x"},
			format: opt.Without(opt.Waiting, "a.1"), want: " aX1=x",
		},
		{
			name: "remove all of an owner", before: full,
			format: opt.WithoutOwner(opt.Waiting, "a"), want: " aa.1=z b.1=x",
		},
		{
			name: "remove the last", before: opt.Options{opt.Waiting: " a.1=x"},
			format: opt.Without(opt.Waiting, "a.1"), want: "",
		},
		{
			name: "one of these values", before: opt.Options{opt.Waiting: "42"},
			format: opt.IsOneOf(opt.Waiting, "7", "42", "43"), want: "1",
		},
		{
			name: "a part of one", before: opt.Options{opt.Waiting: "4"},
			format: opt.IsOneOf(opt.Waiting, "42", "14"), want: "0",
		},
		{name: "of an option that is not set", format: opt.IsOneOf(opt.Waiting, "42", "43"), want: "0"},
		{
			name: "behind one", before: full, format: opt.After(opt.Waiting, "a.2"), want: " aa.1=z b.1=x",
		},
		{name: "behind the last", before: full, format: opt.After(opt.Waiting, "b.1"), want: ""},
		{
			name: "behind one that is not there", before: full, format: opt.After(opt.Waiting, "1"),
			want: " a.1=x a.2=y aa.1=z b.1=x",
		},
		{
			name: "has", before: full,
			format: opt.If(opt.Has(opt.Waiting, "aa.1"), opt.Lit("yes"), opt.Lit("no")),
			want:   "yes",
		},
		{
			name: "has not", before: full,
			format: opt.If(opt.Has(opt.Waiting, "a"), opt.Lit("yes"), opt.Lit("no")), want: "no",
		},
		{
			name: "those with a hyphen", before: opt.Options{opt.Waiting: " a1=x-y ab-1=x b=- -=z"},
			format: opt.Hyphenated(opt.Waiting), want: " ab-1=x -=z",
		},
		{
			name:   "constants with signs of formats",
			format: opt.If(opt.Get(opt.Waiting), opt.Lit(""), opt.Lit("a,b}c#d")),
			want:   "a,b}c#d",
		},
	}
	s := tmuxtest.Start(t)
	for _, tt := range tests {
		edits := []opt.Edit{opt.Set(opt.Waiting, tt.before[opt.Waiting]), opt.SetFormat(opt.Detail,
			tt.format)}
		s.Send(t, edits...)
		for who, got := range map[string]string{"model": tt.format.Eval(tt.before),
			"tmux": s.Options(t)[opt.Detail]} {
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("%s: %s (-want +got):\n%s", tt.name, who, diff)
			}
		}
	}
}

// reader makes arbitrary choices from the fuzzer's bytes.
type reader struct{ bytes []byte }

func (r *reader) choose(n int) int {
	if len(r.bytes) == 0 {
		return 0
	}
	b := r.bytes[0]
	r.bytes = r.bytes[1:]
	return int(b) % n
}

func (r *reader) word() string { return []string{"open", "a1", "b", "0", ""}[r.choose(5)] }

func (r *reader) option() opt.Option {
	return []opt.Option{opt.Turn, opt.Waiting, opt.Agents, opt.State, opt.Title}[r.choose(5)]
}

func (r *reader) format(depth int) opt.Format {
	if depth == 0 {
		return opt.Get(r.option())
	}
	sub := func() opt.Format { return r.format(depth - 1) }
	entry := opt.Entry{Key: "a1." + r.word() + "x", Word: "kind"}
	switch r.choose(11) {
	case 0:
		return opt.If(sub(), sub(), sub())
	case 1:
		return opt.Or(sub(), sub())
	case 2:
		return opt.And(sub(), sub())
	case 3:
		return opt.Not(sub())
	case 4:
		return opt.Is(r.option(), r.word())
	case 5:
		return opt.Eq(sub(), sub())
	case 6:
		return opt.With(r.option(), entry)
	case 7:
		return opt.Without(r.option(), entry.Key)
	case 8:
		return opt.WithoutOwner(r.option(), "a1")
	case 9:
		return opt.Has(r.option(), entry.Key)
	default:
		return opt.Concat(opt.Lit(" "+r.word()), sub())
	}
}

func (r *reader) edit() opt.Edit {
	var e opt.Edit
	switch r.choose(4) {
	case 0:
		e = opt.Set(r.option(), r.word())
	case 1:
		e = opt.Unset(r.option())
	case 2:
		e = opt.SetFormat(r.option(), opt.With(r.option(), opt.Entry{Key: "a1." + r.word() + "x",
			Word: "kind"}))
	default:
		e = opt.SetFormat(r.option(), r.format(3))
	}
	for range r.choose(3) { // a second condition is added to the first one
		e = e.If(r.format(2))
	}
	return e
}

// contract returns those options that a model can know: of the contract, and neither
// the history, which counts the changes of the server, nor the version.
func contract(o opt.Options) opt.Options {
	kept := opt.Options{}
	for _, f := range opt.Schema() {
		if value := o[f.Option]; value != "" && f.Option != opt.History && f.Option != opt.ContractVersion {
			kept[f.Option] = value
		}
	}
	return kept
}

// For any list of edits, tmux leaves the options that the model says.
func FuzzModel(f *testing.F) {
	s := tmuxtest.Start(f)
	for i := range 40 {
		f.Add(fmt.Appendf(nil, "%d#%c%c%dxyzzy", i*7919, 'a'+i, 'z'-i, i*i*31))
	}
	f.Fuzz(func(t *testing.T, choices []byte) {
		r := reader{choices}
		var edits []opt.Edit
		for len(r.bytes) > 0 && len(edits) < 12 {
			edits = append(edits, r.edit())
			if r.choose(3) == 0 {
				edits = append(edits, opt.Derive(time.Unix(1_800_000_000, int64(r.choose(9))))...)
			}
		}
		s.Send(t, append(opt.Clear(opt.OfPane, nil), edits...)...)
		if diff := cmp.Diff(contract(opt.Apply(nil, edits)), s.Options(t)); diff != "" {
			t.Errorf("%v (-model +tmux):\n%s", tmux.Argv(opt.Batch{Pane: "%0", Edits: edits}.Commands()),
				diff)
		}
	})
}

// TestBefore asks the server about versions that it is not.
func TestBefore(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	for version, want := range map[string]string{
		"3.0": "1", "3.0a": "1", "3.1": "1", "3.1c": "1", "3.1-rc2": "1", "3.2": "0", "3.2a": "0",
		"3.3-rc": "0", "3.7c": "0", "3.10": "0", "3.11a": "0", "4.1": "0", "next-3.8": "0",
	} {
		if got := s.Tmux("display-message", "-p", strings.ReplaceAll(opt.Before("2"), "#{version}",
			version)); got != want {
			t.Errorf("%s: %s, want %s", version, got, want)
		}
	}
}

// TestConstantConditions: tmux takes a constant condition for the name of an option, which
// is false.
func TestConstantConditions(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	yes, no := opt.Lit("yes"), opt.Lit("no")
	for name, f := range map[string]opt.Format{
		"if":              opt.If(opt.Lit("1"), yes, no),
		"if not":          opt.If(opt.Not(opt.Lit("")), yes, no),
		"both":            opt.If(opt.And(opt.Lit("1"), opt.Lit("1")), yes, no),
		"one of them":     opt.If(opt.Or(opt.Lit("0"), opt.Lit("1")), yes, no),
		"one, by a value": opt.If(opt.Or(opt.Get(opt.Title), opt.Lit("1")), yes, no),
	} {
		got := []string{s.Tmux("display-message", "-p", f.String()), f.Eval(opt.Options{})}
		if diff := cmp.Diff([]string{"yes", "yes"}, got); diff != "" {
			t.Errorf("%s: server and model (-want +got):\n%s", name, diff)
		}
	}
}
