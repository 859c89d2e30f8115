package docs

import (
	"errors"
	"go/build"
	"io/fs"
	"maps"
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
	packagesHeading     = "## Packages"
	developmentHeading  = "### For development: in no program"
	eventsHeading       = "## Events"
	dependenciesHeading = "## Dependencies"
)

// TestPackages: docs/architecture.md names every package, those that are in a program
// apart from those that are in none.
func TestPackages(t *testing.T) {
	t.Parallel()
	text := document(t, architecture)
	development := names(rows(section(t, text, developmentHeading)))
	inPrograms := names(rows(section(t, text, packagesHeading)))
	inPrograms = slices.DeleteFunc(inPrograms, func(p string) bool { return slices.Contains(development, p) })

	var programs, others []string
	all := packages(t, "linux")
	for _, p := range all {
		if strings.HasPrefix(p.name, "cmd/") {
			programs = append(programs, p.name)
		}
	}
	linked := dependencies(all, programs)
	for _, p := range all {
		if !slices.Contains(linked, p.name) {
			others = append(others, p.name)
		}
	}
	if diff := cmp.Diff(linked, sorted(inPrograms)); diff != "" {
		t.Errorf("packages of the programs (-code +%s):\n%s", architecture, diff)
	}
	if diff := cmp.Diff(sorted(others), sorted(development)); diff != "" {
		t.Errorf("packages for development (-code +%s):\n%s", architecture, diff)
	}
}

// TestImports: a package imports only what stands below it in docs/architecture.md;
// what stands there first, for development, may import all of it.
func TestImports(t *testing.T) {
	t.Parallel()
	text := document(t, architecture)
	development := rows(section(t, text, developmentHeading))
	order := slices.Concat(names(development), names(rows(section(t, text, packagesHeading))))
	for _, system := range []string{"linux", "darwin"} {
		for _, p := range packages(t, system) {
			from := slices.Index(order, p.name)
			for _, imported := range p.ours() {
				if to := slices.Index(order, imported); to <= from {
					t.Errorf("%s imports %s, which does not stand below it in %s", p.name, imported,
						architecture)
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

// TestPurePackages: what docs/architecture.md calls pure reaches nothing of the world,
// neither itself nor by a package of ours.
func TestPurePackages(t *testing.T) {
	t.Parallel()
	world := []string{"io/fs", "io/ioutil", "log", "net", "os", "plugin", "syscall", "golang.org/x/sys/unix"}
	var pure []string
	for _, row := range rows(section(t, document(t, architecture), packagesHeading)) {
		if strings.HasPrefix(row[1], "pure:") {
			pure = append(pure, row[0])
		}
	}
	if len(pure) == 0 {
		t.Fatalf("%s calls no package pure", architecture)
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

// TestEvents: docs/architecture.md tells of every event of the table, since when it
// is there, and whether it does more than to be traced.
func TestEvents(t *testing.T) {
	t.Parallel()
	type event struct {
		Name, Since string
		Main, Agent bool // does it edit facts there?
	}
	edits := func(name hookmap.EventName, agent string) bool {
		p := hookmap.Payload{
			Event: string(name), AgentID: agent, SessionID: "a", Tool: "Bash", Reason: "clear",
			Notified: "permission_prompt", Command: "fix", TaskID: "1", Teammate: "c", ToModel: "m",
		}
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
	for _, row := range rows(section(t, document(t, architecture), eventsHeading)) {
		got = append(got, event{Name: row[0], Since: row[1], Main: row[2] != "–", Agent: row[3] != "–"})
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("events (-hookmap +%s):\n%s", architecture, diff)
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
		found = append(found, goPackage{name: filepath.ToSlash(name), imports: p.Imports})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// dependencies returns the names of packages and of all that they import, directly or
// not.
func dependencies(all []goPackage, of []string) []string {
	needed := map[string]bool{}
	var add func(name string)
	add = func(name string) {
		if needed[name] {
			return
		}
		needed[name] = true
		for _, p := range all {
			if p.name == name {
				for _, imported := range p.ours() {
					add(imported)
				}
			}
		}
	}
	for _, name := range of {
		add(name)
	}
	return slices.Sorted(maps.Keys(needed))
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
