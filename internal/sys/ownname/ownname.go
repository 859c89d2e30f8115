// Package ownname knows the possible names of the programs atm and cld. Because other programs have these
// names as well, both may be installed with a prefix: my-atm and my-cld. In hooks, status lines and keys atm
// is recognized by such a name. Texts for people say atm and cld. It is pure.
package ownname

import (
	"path"
	"strings"
)

// Atm is a regular expression for the name of atm, without its directory.
const Atm = `(?:[\w.]+-)*atm`

// IsAtm reports whether the path of a program is a possible one of atm.
func IsAtm(program string) bool {
	_, isOurs := before(program, "atm")
	return isOurs
}

// before returns the prefix of a program's name: "my-" of my-atm.
func before(program, name string) (prefix string, isOurs bool) {
	prefix, isOurs = strings.CutSuffix(path.Base(program), name)
	return prefix, isOurs && (prefix == "" || strings.HasSuffix(prefix, "-") && prefix[0] != '-')
}

// Cld returns the name of the cld that belongs to an atm.
func Cld(atm string) string {
	prefix, _ := before(atm, "atm")
	return prefix + "cld"
}

// BesideCld returns the name of the atm that belongs to a cld.
func BesideCld(cld string) string {
	prefix, _ := before(cld, "cld")
	return prefix + "atm"
}
