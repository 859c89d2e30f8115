package pathcodec

import (
	"iter"
	"unicode/utf16"
	"unicode/utf8"
)

// units yields the UTF-16 code units of s as JavaScript sees them after node
// has read the bytes of a path.
func units(s string) iter.Seq[uint16] {
	return func(yield func(uint16) bool) {
		var buffer [2]uint16
		for len(s) > 0 {
			r, size := decodeRune(s)
			s = s[size:]
			for _, unit := range utf16.AppendRune(buffer[:0], r) {
				if !yield(unit) {
					return
				}
			}
		}
	}
}

// decodeRune returns the first rune of s and its length in bytes. Bytes that
// are not UTF-8 become U+FFFD as the WHATWG decoder makes it, which node 20 uses
// for process.cwd and readdir: one for the longest part that could have begun a
// rune (Unicode 3.9, table 3-7: well-formed byte sequences). Go itself makes one
// for each byte, and so would count E2 82 as two.
func decodeRune(s string) (rune, int) {
	r, size := utf8.DecodeRuneInString(s)
	if r == utf8.RuneError && size == 1 {
		for size < len(s) && !utf8.FullRuneInString(s[:size+1]) { // it may still become a rune
			size++
		}
	}
	return r, size
}
