package docs

import (
	"errors"
	"go/build"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atm/hookmap"
)

const module = "atm/"

// The headings of docs/architecture.md that the tests read.
const (
	roomsHeading        = "## Rooms"
	dependenciesHeading = "## Dependencies"
)

// TestPackages: each package says what it is in a comment of its own, and nothing of dev is in a
// program.
func TestPackages(t *testing.T) {
	t.Parallel()
	for _, system := range []string{"linux", "darwin"} {
		for _, p := range packages(t, system) {
			if p.comment == "" {
				t.Errorf("%s has no comment", p.name)
			}
			for _, imported := range p.ours() {
				if strings.HasPrefix(imported, "internal/dev/") && !strings.HasPrefix(p.name, "internal/dev/") {
					t.Errorf("%s imports %s, which is for development", p.name, imported)
				}
			}
		}
	}
}

// maxRooms is how many folders there may be below internal.
const maxRooms = 14

// TestRooms: no two rooms import each other, neither directly nor by way of a third one, and
// docs/architecture.md names each.
func TestRooms(t *testing.T) {
	t.Parallel()
	imports := map[string][]string{}
	var found []string
	for _, p := range packages(t, "linux") {
		from := room(p.name)
		if name, ok := strings.CutPrefix(from, "internal/"); ok && !slices.Contains(found, name) {
			found = append(found, name)
		}
		for _, imported := range p.ours() {
			if to := room(imported); to != from && !slices.Contains(imports[from], to) {
				imports[from] = append(imports[from], to)
			}
		}
	}
	for from := range imports {
		if way := wayBack(imports, []string{from}); way != nil {
			t.Errorf("rooms import each other: %s", strings.Join(way, " → "))
		}
	}
	named := names(rows(section(t, document(t, architecture), roomsHeading)))
	if diff := cmp.Diff(sorted(found), sorted(named)); diff != "" || len(found) > maxRooms {
		t.Errorf("%d rooms (-code +%s):\n%s", len(found), architecture, diff)
	}
}

// room is the folder below internal that a package is in; a public package is one itself.
func room(name string) string {
	parts := strings.Split(name, "/")
	return strings.Join(parts[:min(len(parts), 2)], "/")
}

// wayBack returns a way of imports that leads back to where it begins, nil if there is none.
func wayBack(imports map[string][]string, way []string) []string {
	for _, next := range imports[way[len(way)-1]] {
		if next == way[0] {
			return append(way, next)
		}
		if slices.Contains(way, next) {
			continue
		}
		if found := wayBack(imports, append(slices.Clone(way), next)); found != nil {
			return found
		}
	}
	return nil
}

// TestPurePackages: a package whose comment says that it is pure reaches nothing of the world, neither
// itself nor by a package of ours.
func TestPurePackages(t *testing.T) {
	t.Parallel()
	world := []string{"io/fs", "io/ioutil", "log", "net", "os", "plugin", "syscall", "golang.org/x/sys/unix"}
	var pure []string
	for _, p := range packages(t, "linux") {
		if strings.Contains(strings.Join(strings.Fields(p.comment), " "), "It is pure") {
			pure = append(pure, p.name)
		}
	}
	if !slices.Contains(pure, "hookmap") || !slices.Contains(pure, "tmuxopt") {
		t.Fatalf("pure are only %q", pure)
	}
	for _, p := range packages(t, "linux") {
		for _, imported := range p.imports {
			top, _, _ := strings.Cut(imported, "/")
			reaches := slices.Contains(world, imported) || slices.Contains(world, top)
			if own, found := strings.CutPrefix(imported, module); found {
				reaches = !slices.Contains(pure, own)
			}
			if slices.Contains(pure, p.name) && reaches {
				t.Errorf("%s is not pure: it imports %s", p.name, imported)
			}
		}
	}
}

// TestEvents: docs/events.md tells of every event of the table, since when it
// is there, and whether it does more than to be traced.
func TestEvents(t *testing.T) {
	t.Parallel()
	type event struct {
		Name, Since string
		Main, Agent bool // does it edit facts there?
	}
	edits := func(name hookmap.EventName, agent string) bool {
		p := hookmap.Payload{Members: hookmap.Members{
			Event: string(name), AgentID: agent, SessionID: "a", Tool: "Bash", Reason: "clear",
			Notified: "permission_prompt", Command: "fix", TaskID: "1", Teammate: "c", ToModel: "m",
		}}
		by := hookmap.Context{Now: time.Unix(1, 0)}
		unknown := p
		unknown.Event = "Unknown"
		return len(hookmap.Map(p, by)) > len(hookmap.Map(unknown, by))
	}
	var want, got []event
	for _, e := range hookmap.Events() {
		since := e.Since
		if since == "" {
			since = "≤ 2.1.197"
		}
		want = append(want, event{
			Name: string(e.Name), Since: since,
			Main: edits(e.Name, ""), Agent: edits(e.Name, "b"),
		})
	}
	for _, row := range rows(document(t, events)) {
		got = append(got, event{Name: row[0], Since: row[1], Main: row[2] != "–", Agent: row[3] != "–"})
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("events (-hookmap +%s):\n%s", events, diff)
	}
}

// TestDependencies: docs/architecture.md says of every module that we require why.
func TestDependencies(t *testing.T) {
	t.Parallel()
	var want []string
	for line := range strings.Lines(document(t, "go.mod")) {
		words := strings.Fields(strings.TrimPrefix(strings.TrimSpace(line), "require "))
		if len(words) == 2 && strings.HasPrefix(words[1], "v") { // not "// indirect"
			want = append(want, words[0])
		}
	}
	got := names(rows(section(t, document(t, architecture), dependenciesHeading)))
	if diff := cmp.Diff(sorted(want), sorted(got)); diff != "" {
		t.Errorf("modules (-go.mod +%s):\n%s", architecture, diff)
	}
}

// goPackage is a package of this module.
type goPackage struct {
	name    string // "internal/tmux"
	comment string // what it says of itself
	imports []string
}

// ours returns the packages of this module that it imports, by their names.
func (p goPackage) ours() []string {
	var own []string
	for _, imported := range p.imports {
		if name, found := strings.CutPrefix(imported, module); found {
			own = append(own, name)
		}
	}
	return own
}

// packages returns the packages of this module as they are built for a system. They
// are read by the test itself, not by the go command: that is how the cache of go test
// knows when to run it again.
func packages(t *testing.T, system string) []goPackage {
	t.Helper()
	by := build.Default
	by.GOOS = system
	var found []goPackage
	err := filepath.WalkDir(root, func(dir string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return err
		}
		if name := entry.Name(); dir != root && (name == "testdata" || strings.ContainsAny(name[:1], "._")) {
			return filepath.SkipDir
		}
		p, err := by.ImportDir(dir, 0)
		switch noPackage := new(build.NoGoError); {
		case errors.As(err, &noPackage):
			return nil
		case err != nil:
			return err
		}
		name, err := filepath.Rel(root, dir)
		if err != nil {
			return err
		}
		own := goPackage{name: filepath.ToSlash(name), imports: p.Imports}
		for _, file := range ownFiles(p) {
			parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, file), nil,
				parser.PackageClauseOnly|parser.ParseComments)
			if err != nil {
				return err
			}
			own.comment += strings.ReplaceAll(parsed.Doc.Text(), "\n", " ")
		}
		found = append(found, own)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// ownFiles are the files whose comments are those of the package: of one without code, its tests.
func ownFiles(p *build.Package) []string {
	if files := slices.Concat(p.GoFiles, p.CgoFiles); len(files) > 0 {
		return files
	}
	return slices.Concat(p.TestGoFiles, p.XTestGoFiles)
}

// names returns the first cells of rows.
func names(rows [][]string) []string {
	var first []string
	for _, row := range rows {
		first = append(first, row[0])
	}
	return first
}

func sorted(list []string) []string { return slices.Sorted(slices.Values(list)) }
