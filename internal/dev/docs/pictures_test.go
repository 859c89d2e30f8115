package docs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPictures: the pictures are small enough for a page, and in a document. What they show is tested
// in internal/dev/e2e.
func TestPictures(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../../docs/pictures/*")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d pictures, error %v", len(files), err)
	}
	linked := ""
	for _, name := range documents(t) {
		linked += document(t, name)
	}
	const megabyte = 1 << 20
	for _, file := range files {
		info, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		if info.Size() >= megabyte {
			t.Errorf("%s has %d bytes", file, info.Size())
		}
		if !strings.Contains(linked, "pictures/"+filepath.Base(file)+")") {
			t.Errorf("%s is in no document", file)
		}
	}
}
