package pathcodec_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"atm/pathcodec"
)

var sizes = []int{10, 100, 1000, 10_000}

// grow makes a path of six levels with that many siblings at each, one of which
// is a shorter match of the name, and returns it.
func grow(b *testing.B, siblings int) string {
	b.Helper()
	dir := physical(b)
	for range 6 {
		for i := range siblings {
			if err := os.Mkdir(filepath.Join(dir, fmt.Sprintf("project-%05d", i)), 0o755); err != nil {
				b.Fatal(err)
			}
		}
		dir = filepath.Join(dir, "project-00007_work")
		if err := os.Mkdir(dir, 0o755); err != nil {
			b.Fatal(err)
		}
	}
	return dir
}

// The budget for 10,000 siblings is 100 ms.
func BenchmarkDecode(b *testing.B) {
	for _, n := range sizes {
		b.Run(fmt.Sprintf("siblings=%d", n), func(b *testing.B) {
			dir := grow(b, n)
			name, d := pathcodec.Encode(dir), pathcodec.Decoder{FS: os.DirFS("/")}
			b.Run("All", func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if got, err := d.All(b.Context(), name); len(got) != 1 || err != nil {
						b.Fatal(got, err)
					}
				}
			})
		})
	}
}

func BenchmarkEncode(b *testing.B) {
	for _, tt := range []struct{ name, path string }{
		{"short", "/home/dev/proj/$!@#%^&*()--helloworld!+5_4<>x?.foo"},
		{"over 200 units", "/srv/proj/" + a120 + "/" + b120},
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
