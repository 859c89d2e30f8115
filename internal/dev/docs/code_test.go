package docs

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// sources returns the files of the programs, without tests, by their names.
func sources(t *testing.T) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
		name, _ := filepath.Rel(root, file) // both are below the same directory
		name = filepath.ToSlash(name)
		switch {
		case err != nil:
			return err
		case entry.IsDir():
			if name != "." && (strings.ContainsAny(entry.Name()[:1], "._") || name == "internal/dev") {
				return filepath.SkipDir
			}
			return nil
		case !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		text, err := os.ReadFile(file)
		files[name] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestOnce: what is done in one place is done nowhere else.
func TestOnce(t *testing.T) {
	t.Parallel()
	files := sources(t)
	for _, tt := range []struct {
		what    string
		pattern string
		where   []string
	}{
		{"sockets are opened and connected to", `"net"|\b(unix|syscall)\.(Socket|Socketpair|Connect|Bind|Accept)\(`,
			[]string{"internal/sys/socket/socket.go"}},
		{"clients of tmux are listed", `"list-clients"`, []string{"internal/tmux/clients.go"}},
	} {
		pattern := regexp.MustCompile(tt.pattern)
		var where []string
		for name, text := range files {
			if pattern.MatchString(text) {
				where = append(where, name)
			}
		}
		slices.Sort(where)
		if !slices.Equal(where, tt.where) {
			t.Errorf("%s in %v, not only in %v", tt.what, where, tt.where)
		}
	}
}

// TestPublicAPI: what the public packages export has no type of a package below internal, nor of another
// module: who imports them depends on nothing else.
func TestPublicAPI(t *testing.T) {
	t.Parallel()
	public := map[string]bool{"tmuxopt": false, "hookmap": false, "pathcodec": false, "cldresume": false}
	for name, text := range sources(t) {
		dir := filepath.ToSlash(filepath.Dir(name))
		if _, ok := public[dir]; !ok {
			continue
		}
		public[dir] = true
		for _, problem := range foreignTypes(t, name, text) {
			t.Error(problem)
		}
	}
	for name, found := range public {
		if !found {
			t.Errorf("%s: no such package", name)
		}
	}
	const leaks = `package x
import ("atm/internal/words"; "example.org/json"; "io"; opt "atm/tmuxopt")
type A struct { B words.C; d words.D; E io.Reader; F opt.Option }
func (a A) G(json.Value) { var _ words.H }
func (a a) i(words.J) {}
var K, l words.M
type N = []map[string]*words.O
func p(words.Q) {}
`
	if found := foreignTypes(t, "x.go", leaks); len(found) != 4 {
		t.Errorf("of 4 types that must not be exported the test finds %q", found)
	}
}

// foreignTypes lists the types of internal packages and of other modules in what a file exports.
func foreignTypes(t *testing.T, name, text string) (problems []string) {
	t.Helper()
	fileSet := token.NewFileSet()
	file, err := parser.ParseFile(fileSet, name, text, 0)
	if err != nil {
		t.Fatal(err)
	}
	if !ast.FileExports(file) {
		return nil
	}
	imports := map[string]string{}
	for _, spec := range file.Imports {
		path, _ := strconv.Unquote(spec.Path.Value) // it has been parsed
		local := path[strings.LastIndex(path, "/")+1:]
		if spec.Name != nil {
			local = spec.Name.Name
		}
		imports[local] = path
	}
	ast.Inspect(file, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.BlockStmt:
			return false
		case *ast.ValueSpec: // of a value without a type, the expression says what it is
			if node.Type != nil {
				node.Values = nil
			}
		case *ast.SelectorExpr:
			pkg, ok := node.X.(*ast.Ident)
			path := ""
			if ok {
				path = imports[pkg.Name]
			}
			inner := strings.HasPrefix(path, module+"internal/")
			if inner || strings.Contains(path, ".") {
				problems = append(problems, fileSet.Position(node.Pos()).String()+": exports a type of "+path)
			}
		}
		return true
	})
	return problems
}
