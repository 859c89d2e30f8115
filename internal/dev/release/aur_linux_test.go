package release

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestAUR: what the definition for Arch Linux says puts each file of the archive in its place.
func TestAUR(t *testing.T) {
	t.Parallel()
	needRelease(t)
	definition, err := filepath.Abs(filepath.Join(os.Getenv(distEnv), "aur/atm-bin.pkgbuild"))
	if err != nil {
		t.Fatal(err)
	}
	source, target := t.TempDir(), t.TempDir()
	for name, file := range unpackedHere(t) {
		write(t, filepath.Join(source, name), file.text)
	}
	cmd := exec.Command("bash", "-euc", `. "$1"; package`, "bash", definition)
	cmd.Env = append(os.Environ(), "srcdir="+source, "pkgdir="+target)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("package: %v\n%s", err, out)
	}
	want := append(installed(t), "share/licenses/atm-bin/LICENSE")
	slices.Sort(want)
	if diff := cmp.Diff(want, filesBelow(t, filepath.Join(target, "usr"))); diff != "" {
		t.Errorf("files of the package (-want +got):\n%s", diff)
	}
}
