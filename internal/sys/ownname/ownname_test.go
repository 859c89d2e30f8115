package ownname

import (
	"regexp"
	"testing"
)

func TestIsAtm(t *testing.T) {
	t.Parallel()
	pattern := regexp.MustCompile("^" + Atm + "$")
	for name, want := range map[string]string{
		"atm": "cld", "my-atm": "my-cld", "a.b-atm": "a.b-cld", "my-own-atm": "my-own-cld",
		"katm": "", "-atm": "", "atm2": "", "my-cld": "",
	} {
		if got := IsAtm("/opt/a b/" + name); got != (want != "") || pattern.MatchString(name) != got {
			t.Errorf("%s: %v", name, got)
		}
		if got := Cld("/opt/" + name); want != "" && (got != want || BesideCld(got) != name) {
			t.Errorf("%s: %s", name, got)
		}
	}
}
