package docs

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// ownerInGet matches where scripts/get names the owner of the repository.
var ownerInGet = regexp.MustCompile(`(?m)^owner=([A-Za-z0-9-]+)\b`)

// ownerInText matches where a document names the owner in an address or a command.
var ownerInText = regexp.MustCompile(
	`((?:github|githubusercontent)\.com/|@plugin '|marketplace add |--cask )[A-Za-z0-9-]+(/atm\b|/tap/)`)

// TestOwner: scripts/get names the owner of the repository, and the documents name the same.
func TestOwner(t *testing.T) {
	t.Parallel()
	owner := ownerInGet.FindStringSubmatch(document(t, "scripts/get"))
	if owner == nil {
		t.Fatal("scripts/get names no owner")
	}
	named := 0
	for _, name := range documents(t) {
		text := document(t, name)
		named += len(ownerInText.FindAllString(text, -1))
		want := ownerInText.ReplaceAllString(text, "${1}"+owner[1]+"${2}")
		switch {
		case want == text:
		case *update:
			if err := os.WriteFile(filepath.Join(root, name), []byte(want), 0o644); err != nil {
				t.Fatal(err)
			}
		default:
			t.Errorf("%s names another owner than scripts/get: scripts/docs brings it up to date", name)
		}
	}
	if named == 0 {
		t.Error("no document names an owner")
	}
}
