package docs

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"

	"atm/tmuxopt"
)

// mostFiles is in how many files of the programs the median option may be named. An option that
// is only shown is named in two: in its declaration, and in the rule that sets it.
const mostFiles = 4

// TestOptionsAreNamedOnce: what follows from the declaration of an option is not written again.
func TestOptionsAreNamedOnce(t *testing.T) {
	t.Parallel()
	named := map[string]map[string]bool{} // files by the name of the Go constant
	for _, name := range constants(t) {
		named[name] = map[string]bool{}
	}
	if len(named) != len(tmuxopt.Schema()) {
		t.Fatalf("%d constants for %d options", len(named), len(tmuxopt.Schema()))
	}
	for file, text := range sources(t) {
		inContract := strings.HasPrefix(file, "tmuxopt/")
		ast.Inspect(parse(t, file, text), func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				if pkg, ok := n.X.(*ast.Ident); ok && (pkg.Name == "tmuxopt" || pkg.Name == "opt") {
					note(named, n.Sel.Name, file)
				}
			case *ast.Ident:
				if inContract {
					note(named, n.Name, file)
				}
			}
			return true
		})
	}
	var counts []int
	for name, files := range named {
		counts = append(counts, len(files))
		t.Logf("%2d %s", len(files), name)
	}
	slices.SortFunc(counts, cmp.Compare)
	if median := counts[len(counts)/2]; median > mostFiles {
		t.Errorf("the median option is named in %d files, more than %d: go test -run %s -v lists them",
			median, mostFiles, t.Name())
	}
}

func note(named map[string]map[string]bool, name, file string) {
	if files := named[name]; files != nil {
		files[file] = true
	}
}

// constants returns the Go names of the options of the contract.
func constants(t *testing.T) []string {
	t.Helper()
	const file = "tmuxopt/schema.go"
	var names []string
	for _, decl := range parse(t, file, sources(t)[file]).Decls {
		for _, spec := range specs(decl) {
			if kind, ok := spec.Type.(*ast.Ident); ok && kind.Name == "Option" {
				names = append(names, spec.Names[0].Name)
			}
		}
	}
	return names
}

func specs(decl ast.Decl) (values []*ast.ValueSpec) {
	if group, ok := decl.(*ast.GenDecl); ok && group.Tok == token.CONST {
		for _, spec := range group.Specs {
			values = append(values, spec.(*ast.ValueSpec))
		}
	}
	return values
}

func parse(t *testing.T, name, text string) *ast.File {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	return file
}
