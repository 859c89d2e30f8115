package cli

import (
	"atm/internal/tmux/draw"
	"atm/internal/words"
	"fmt"
)

// Sheet is what a list of named values is written for.
type Sheet struct {
	Painter
	Columns int // of the terminal; 0 or less = any number
}

// Row writes a value after its name.
func (p Sheet) Row(name, text string) string {
	label := fmt.Sprintf("  %-10s", name)
	return p.Paint(draw.Heading, label) + " " + FoldBehind(words.Columns(label)+1, text, p.Columns) + "\n"
}
