// Package ownname says what atm and cld may be called. Other programs have these names, too, so that each may be
// installed, or linked to, with something before it: my-atm and my-cld. It is found again by that name in what
// others run: hooks, status lines, keys. Texts for people say atm and cld. It is pure.
package ownname

import (
	"path"
	"strings"
)

// Atm is the pattern of a regular expression for the name of atm, without its directory.
const Atm = `(?:[\w.]+-)*atm`

// IsAtm reports whether a program is called as atm may be.
func IsAtm(program string) bool {
	_, isOurs := before(program, "atm")
	return isOurs
}

// before returns what stands before the name of a program: "my-" of my-atm.
func before(program, name string) (prefix string, isOurs bool) {
	prefix, isOurs = strings.CutSuffix(path.Base(program), name)
	return prefix, isOurs && (prefix == "" || strings.HasSuffix(prefix, "-") && prefix[0] != '-')
}

// Cld returns what cld is called where atm is called so.
func Cld(atm string) string {
	prefix, _ := before(atm, "atm")
	return prefix + "cld"
}

// BesideCld returns what atm is called where cld is called so.
func BesideCld(cld string) string {
	prefix, _ := before(cld, "cld")
	return prefix + "atm"
}
