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
		for len(s) > 0 {
			r, size := decodeRune(s)
			s = s[size:]
			if r > 0xFFFF {
				high, low := utf16.EncodeRune(r)
				if !yield(uint16(high)) {
					return
				}
				r = low
			}
			if !yield(uint16(r)) {
				return
			}
		}
	}
}

// decodeRune returns the first rune of s and its length in bytes. Bytes that
// are not UTF-8 become U+FFFD as the WHATWG decoder makes it, which node 20 uses
// for process.cwd and readdir: one for the longest part that could have begun a
// rune. Go itself makes one for each byte, and so would count E2 82 as two.
func decodeRune(s string) (rune, int) {
	r, size := utf8.DecodeRuneInString(s)
	if r == utf8.RuneError && size == 1 {
		size = brokenLen(s)
	}
	return r, size
}

// brokenLen returns how many bytes of s, which does not begin with a whole rune,
// one U+FFFD stands for (Unicode 3.9, table 3-7: well-formed byte sequences).
func brokenLen(s string) int {
	n := 1
	for n < len(s) && !utf8.FullRuneInString(s[:n+1]) { // it may still become a rune
		n++
	}
	return n
}
