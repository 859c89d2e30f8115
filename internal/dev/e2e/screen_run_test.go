package e2e

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"strings"

	"github.com/clipperhouse/displaywidth"

	"atm/internal/words"
)

// draw places each run by its column, so that no font can shift it.
func (s style) draw(b *strings.Builder, column, line int, text string) {
	if text == "" {
		return
	}
	fg, bg := cmp.Or(s.fg, foregroundColour), cmp.Or(s.bg, backgroundColour)
	if s.reverse {
		fg, bg = bg, fg
	}
	x, y := cell(column, line)
	if bg != backgroundColour {
		const rectangle = `<rect x="%.1f" y="%.0f" width="%.1f" height="%d" fill="%s" shape-rendering="crispEdges"/>`
		fmt.Fprintf(b, rectangle+"\n", x, y, float64(words.Columns(text))*cellWidth, cellHeight, bg)
	}
	for _, p := range pieces(text) {
		x, y := cell(column, line)
		column += p.columns
		switch {
		case strings.TrimSpace(p.text) == "":
		case p.shape != 0:
			shape(b, x, y, p.shape, p.columns, s.opacity()+fmt.Sprintf(" %s=%q", paint(p.shape), fg))
		default:
			s.write(b, x, y, p, fg)
		}
	}
}

// opacity is the attribute of what is dim.
func (s style) opacity() string {
	if s.dim {
		return ` opacity=".6"`
	}
	return ""
}

// cell returns the upper left corner of a cell.
func cell(column, line int) (x, y float64) {
	return margin + float64(column)*cellWidth, float64(margin + line*cellHeight)
}

// write writes a piece as text.
func (s style) write(b *strings.Builder, x, y float64, p piece, fg string) {
	text := strings.TrimLeft(p.text, " ")
	x += float64(len(p.text)-len(text)) * cellWidth
	text = strings.TrimRight(text, " ")
	attributes := s.opacity()
	for _, a := range []struct {
		set  bool
		text string
	}{
		{s.bold, ` font-weight="bold"`},
		{s.italic, ` font-style="italic"`},
		{s.underline, ` text-decoration="underline"`},
		{s.strike, ` text-decoration="line-through"`},
		{p.symbol, ` lengthAdjust="spacingAndGlyphs"`},
	} {
		if a.set {
			attributes += a.text
		}
	}
	const start = `<text x="%.1f" y="%.0f" fill="%s"%s textLength="%.1f" xml:space="preserve">`
	fmt.Fprintf(b, start, x, y+baseline, fg, attributes, float64(words.Columns(text))*cellWidth)
	// It also replaces what XML cannot hold: most control characters, invalid UTF-8.
	_ = xml.EscapeText(b, []byte(text)) // a strings.Builder takes everything
	b.WriteString("</text>\n")
}

// piece is a part of a run that stands at its own column.
type piece struct {
	text    string
	columns int
	shape   rune // the one character of the text, if it is drawn as a shape
	symbol  bool // one character that some font has, and maybe not in the width of its cells
}

// pieces divides a run, so that only characters whose width is that of every monospaced font
// share a piece.
func pieces(text string) []piece {
	var list []piece
	for clusters := displaywidth.StringGraphemes(text); clusters.Next(); {
		cluster := clusters.Value()
		p := piece{text: cluster, columns: words.Columns(cluster)}
		if characters := []rune(cluster); len(characters) == 1 && drawsShape(characters[0]) {
			p.shape = characters[0]
		}
		p.symbol = p.shape == 0 && !isASCII(cluster)
		if last := len(list) - 1; last >= 0 && !p.symbol && !list[last].symbol && list[last].shape == p.shape {
			list[last].text += cluster
			list[last].columns += p.columns
			continue
		}
		list = append(list, p)
	}
	return list
}

func isASCII(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return r >= 0x80 }) < 0
}
