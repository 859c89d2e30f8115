package docs

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// What a reader has to take in at once: a line, and a function.
const (
	maxColumns   = 120
	maxLongLines = 20 // lines of the whole tree that are longer all the same
	maxFunction  = 100
)

// tag matches a line that ends with the tag of a field, which is one token: Go cannot break it.
var tag = regexp.MustCompile("`[^`]*help:\"[^`]*`$")

// TestLengths: hardly any line of Go is longer than a page is wide, and no function is longer than a
// screen or two. The functions of tests may be: their tables are read row by row.
func TestLengths(t *testing.T) {
	t.Parallel()
	var long []string
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" || strings.HasPrefix(entry.Name(), ".") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for line := range strings.Lines(string(text)) {
			line = strings.TrimSuffix(line, "\n")
			if utf8.RuneCountInString(line) > maxColumns && !tag.MatchString(line) {
				long = append(long, path+": "+strings.TrimSpace(line))
			}
		}
		if strings.HasSuffix(path, "_test.go") {
			return nil
		}
		return checkFunctions(t, path, text)
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(long) > maxLongLines {
		t.Errorf("%d lines have more than %d columns:\n%s", len(long), maxColumns, strings.Join(long, "\n"))
	}
}

// checkFunctions reports the functions of a file that are too long.
func checkFunctions(t *testing.T, path string, text []byte) error {
	t.Helper()
	positions := token.NewFileSet()
	file, err := parser.ParseFile(positions, path, text, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	for _, declaration := range file.Decls {
		function, ok := declaration.(*ast.FuncDecl)
		if !ok || function.Body == nil {
			continue
		}
		from, to := function.Pos(), function.End()
		if table := returnedTable(function); table != nil {
			to = table.Lbrace
		}
		lines := positions.Position(to).Line - positions.Position(from).Line + 1
		if lines > maxFunction {
			t.Errorf("%s: %s has %d lines", path, function.Name.Name, lines)
		}
	}
	return nil
}

// returnedTable returns the table that a function returns at its end, nil if it returns none. The rows of
// a table are no statements.
func returnedTable(function *ast.FuncDecl) *ast.CompositeLit {
	statements := function.Body.List
	if len(statements) == 0 {
		return nil
	}
	result, ok := statements[len(statements)-1].(*ast.ReturnStmt)
	if !ok || len(result.Results) != 1 {
		return nil
	}
	table, _ := result.Results[0].(*ast.CompositeLit)
	return table
}
