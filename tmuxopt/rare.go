package tmuxopt

import "slices"

// tmux needs three times as long to read an option that is not set, because it then looks in the window, the
// session and the server, too. [OnlyCommon] says of most panes that none of the rare options is set, so that a
// list reads one option instead of all these. A pane without it is read as a whole: it has some of them, or
// its state has not changed since, or another version of atm has written it.

// CommonMark is the value of [OnlyCommon]: a hash of the names of the rare options, because another version of atm may
// have others. It is a constant for the reason of [versionMark]: TestCommonMark fails if it is wrong.
const CommonMark = "667e5f79"

// HasOnlyCommon is true in a pane for which this version has set [OnlyCommon].
func HasOnlyCommon() Format { return Is(OnlyCommon, CommonMark) }

// IsRare reports whether few panes have the option, or the one that it is set with.
func (f Field) IsRare() bool { return isRare(f.Option) || isRare(f.OnlyWith) }

// hasOnlyCommon is true in a pane that has none of the rare options.
func hasOnlyCommon() Format {
	var values []Format
	for _, f := range Schema() {
		if isRare(f.Option) {
			values = append(values, Get(f.Option))
		}
	}
	return Eq(Concat(values...), Lit(""))
}

// markRare returns the edits of a batch, with one that unsets [OnlyCommon] before the first edit that may set a
// rare option. The stored program that changes the state sets it again where it is true.
func markRare(edits []Edit) []Edit {
	first := slices.IndexFunc(edits, func(e Edit) bool {
		return isRare(e.option) && (e.verb == setText || e.verb == setFormat && e.condition != Get(e.option))
	})
	if first < 0 {
		return edits
	}
	return slices.Insert(slices.Clone(edits), first, Unset(OnlyCommon).If(Lit("1")))
}
