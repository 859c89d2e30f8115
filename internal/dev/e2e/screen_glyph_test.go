package e2e

import (
	"fmt"
	"strings"
)

// Fonts draw lines that do not meet from row to row, and symbols of any width, or as emoji. So
// these are drawn as shapes.

// crisp has the edges of what fills cells drawn without a blur, so that no gap is seen between them.
const crisp = ` shape-rendering="crispEdges"`

// paint is the attribute for the colour of a shape.
func paint(r rune) string {
	if _, box := boxes[r]; box {
		return "stroke"
	}
	return "fill"
}

// lineWidth is that of a light line; a heavy one has twice as much.
const lineWidth = 1.2

// arms are the lines that meet in the middle of a cell.
type arms struct {
	left, right, up, down bool
	heavy, round, dashed  bool
}

// boxes are the characters that frames are drawn with.
var boxes = map[rune]arms{
	'─': {left: true, right: true}, '━': {left: true, right: true, heavy: true},
	'│': {up: true, down: true}, '┃': {up: true, down: true, heavy: true},
	'╌': {left: true, right: true, dashed: true}, '┄': {left: true, right: true, dashed: true},
	'┌': {right: true, down: true}, '╭': {right: true, down: true, round: true},
	'┐': {left: true, down: true}, '╮': {left: true, down: true, round: true},
	'└': {right: true, up: true}, '╰': {right: true, up: true, round: true},
	'┘': {left: true, up: true}, '╯': {left: true, up: true, round: true},
	'├': {right: true, up: true, down: true}, '┤': {left: true, up: true, down: true},
	'┬': {left: true, right: true, down: true}, '┴': {left: true, right: true, up: true},
	'┼': {left: true, right: true, up: true, down: true},
	'╴': {left: true}, '╶': {right: true}, '╵': {up: true}, '╷': {down: true},
	'⎿': {right: true, up: true},
}

// quadrants say which quarters of a cell are full, from U+2596 on: 1 is the upper left one, 2 the
// upper right one, 4 and 8 those below.
var quadrants = []int{4, 8, 1, 1 | 4 | 8, 1 | 8, 1 | 2 | 4, 1 | 2 | 8, 2, 2 | 4, 2 | 4 | 8}

// symbols are shapes in a cell, from its upper left corner on.
var symbols = map[rune]string{
	'▶': "m.8 4.2 7.2 4.8-7.2 4.8z",
	'⏸': "m1.4 4.8h1.9v8.4h-1.9zm3.7 0h1.9v8.4h-1.9z",
	'■': "m1.2 6h6v6h-6z",
	'●': "m1 9a3.2 3.2 0 1 1 6.4 0a3.2 3.2 0 1 1-6.4 0z",
	'⏺': "m1 9a3.2 3.2 0 1 1 6.4 0a3.2 3.2 0 1 1-6.4 0z",
	'✓': "m.6 9.6 1.2-1.1 1.7 1.8 3.5-5.4 1.2.9-4.5 7z",
	'✗': "m1 5.3 1-.9 2.2 3 2.3-3 1 .9-2.4 3.4 2.4 3.5-1 .9-2.3-3.1-2.2 3.1-1-.9 2.3-3.5z",
	'❯': "m1.8 4.9 1.4-.8 3.6 4.9-3.6 4.9-1.4-.8 3-4.1z",
}

// drawsShape reports whether a character is drawn as a shape.
func drawsShape(r rune) bool {
	_, box := boxes[r]
	return box || isBlock(r) || symbols[r] != ""
}

// isBlock reports whether a character is a block element. Those that are shades are not drawn
// as shapes.
func isBlock(r rune) bool { return r >= '▀' && r <= '▟' && (r < '░' || r > '▓') }

// shape draws so many equal characters that stand side by side from there on. Only a symbol has
// a label: of lines and blocks a reader learns nothing.
func shape(b *strings.Builder, x, y float64, r rune, count int, colour string) {
	attributes, d := "", ""
	switch a, box := boxes[r]; {
	case box:
		attributes, d = a.stroke(), a.draw(x, y, count)
	case isBlock(r):
		attributes, d = crisp, drawBlock(x, y, r, count)
	default:
		attributes = fmt.Sprintf(" aria-label=%q", strings.Repeat(string(r), count))
		for i := range count {
			d += fmt.Sprintf("M%.1f %.0f%s", x+float64(i)*cellWidth, y, symbols[r])
		}
	}
	fmt.Fprintf(b, "<path%s%s d=%q/>\n", attributes, colour, d)
}

// stroke is the attributes of the lines.
func (a arms) stroke() string {
	width, attributes := lineWidth, ` fill="none"`
	if a.heavy {
		width *= 2
	}
	if a.dashed {
		attributes += fmt.Sprintf(` stroke-dasharray="%.1f"`, cellWidth/4)
	}
	return fmt.Sprintf("%s stroke-width=\"%.1f\"", attributes, width)
}

// draw draws the lines. Those that go straight on are one line for all cells.
func (a arms) draw(x, y float64, count int) string {
	const halfWidth, halfHeight = cellWidth / 2, cellHeight / 2
	if a.left && a.right && !a.up && !a.down {
		return fmt.Sprintf("M%.1f %.1fh%.1f", x, y+halfHeight, float64(count)*cellWidth)
	}
	var d strings.Builder
	for i := range count {
		x, y := x+float64(i)*cellWidth+halfWidth, y+halfHeight
		if a.round {
			a.corner(&d, x, y)
			continue
		}
		for _, arm := range []struct {
			drawn bool
			to    string
		}{
			{a.left, fmt.Sprintf("h-%.1f", halfWidth)}, {a.right, fmt.Sprintf("h%.1f", halfWidth)},
			{a.up, fmt.Sprintf("v-%d", halfHeight)}, {a.down, fmt.Sprintf("v%d", halfHeight)},
		} {
			if arm.drawn {
				fmt.Fprintf(&d, "M%.1f %.1f%s", x, y, arm.to)
			}
		}
	}
	return d.String()
}

// corner draws a round corner.
func (a arms) corner(d *strings.Builder, x, y float64) {
	const halfWidth, halfHeight = cellWidth / 2, cellHeight / 2
	side, end := halfWidth, float64(halfHeight)
	if a.left {
		side = -side
	}
	if a.up {
		end = -end
	}
	fmt.Fprintf(d, "M%.1f %.1fV%.1fQ%.1f %.1f %.1f %.1f", x, y+end, y+end/2, x, y, x+side, y)
}

// drawBlock draws the parts of cells that block elements fill.
func drawBlock(x, y float64, r rune, count int) string {
	full := float64(count) * cellWidth
	rectangle := func(x, y, width, height float64) string {
		return fmt.Sprintf("M%.2f %.2fh%.2fv%.2fh-%.2fz", x, y, width, height, width)
	}
	eighth := float64(cellHeight) / 8
	switch {
	case r == '▀':
		return rectangle(x, y, full, 4*eighth)
	case r == '▔':
		return rectangle(x, y, full, eighth)
	case r >= '▁' && r <= '█':
		height := float64(r-'▁'+1) * eighth
		return rectangle(x, y+cellHeight-height, full, height)
	}
	d := ""
	for i := range count {
		x := x + float64(i)*cellWidth
		switch {
		case r >= '▉' && r <= '▏':
			d += rectangle(x, y, float64('▏'-r+1)*cellWidth/8, cellHeight)
		case r == '▐':
			d += rectangle(x+cellWidth/2, y, cellWidth/2, cellHeight)
		case r == '▕':
			d += rectangle(x+cellWidth*7/8, y, cellWidth/8, cellHeight)
		default:
			for quarter := range 4 {
				if quadrants[r-'▖']&(1<<quarter) != 0 {
					d += rectangle(x+float64(quarter%2)*cellWidth/2, y+float64(quarter/2)*cellHeight/2,
						cellWidth/2, cellHeight/2)
				}
			}
		}
	}
	return d
}
