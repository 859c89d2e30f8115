package pathcodec_test

import (
	"strings"
	"testing"

	"atm/pathcodec"
)

func BenchmarkEncode(b *testing.B) {
	for _, tt := range []struct{ name, path string }{
		{"short", "/home/dev/proj/$!@#%^&*()--helloworld!+5_4<>x?.foo"},
		{"over 200 units", "/srv/proj/" + strings.Repeat("a", 240)},
		{"CJK and emoji", "/srv/proj/é-日本-🎉dir"},
	} {
		b.Run(tt.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				pathcodec.Encode(tt.path)
			}
		})
	}
}
