package e2e

import (
	"fmt"
	"strings"
	"time"
)

// Frame is a screen of an animation.
type Frame struct {
	Captured string // what tmux shows
	Caption  string // a line below the screen
	Duration time.Duration
}

// Animation draws frames of that many columns, which follow each other without an end. It
// is done by CSS alone, because a forge shows pictures without their scripts. Where nothing
// is to move, or cannot, only the frame with the index still is seen.
func Animation(frames []Frame, still, columns int) string {
	lines := 0 // of the highest screen
	var drawn [][]string
	for _, frame := range frames {
		drawn = append(drawn, draw(frame.Captured))
		lines = max(lines, len(drawn[len(drawn)-1]))
	}
	const gap = 1 // lines between a screen and its caption
	for i, frame := range frames {
		var b strings.Builder
		style{fg: palette[6]}.draw(&b, 0, lines+gap, frame.Caption)
		drawn[i] = append(drawn[i], b.String())
	}
	var b strings.Builder
	begin(&b, columns, lines+gap+1)
	layers := layersOf(drawn)
	writeStyle(&b, frames, layers)
	for i, l := range layers {
		attributes := ""
		if !l.visible[still] {
			attributes = ` visibility="hidden"`
		}
		fmt.Fprintf(&b, "<g id=\"%s\"%s>\n%s</g>\n", layerName(i), attributes, l.svg.String())
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// layer is all that is seen in the same frames. Most lines stay when a screen changes, and
// are drawn only once. A line is never divided, so nothing covers what is in another layer.
type layer struct {
	visible []bool // in each frame
	svg     strings.Builder
}

// layersOf divides the lines of frames into layers, in the order of their first frames.
func layersOf(frames [][]string) []*layer {
	visible := map[string][]bool{} // the frames that a line is in: where it stands is a part of it
	for i, lines := range frames {
		for _, line := range lines {
			if visible[line] == nil {
				visible[line] = make([]bool, len(frames))
			}
			visible[line][i] = true
		}
	}
	var layers []*layer
	known := map[string]*layer{}
	for _, lines := range frames {
		for _, line := range lines {
			if line == "" || visible[line] == nil {
				continue // nothing to see, or it is in its layer
			}
			key := fmt.Sprint(visible[line])
			if known[key] == nil {
				known[key] = &layer{visible: visible[line]}
				layers = append(layers, known[key])
			}
			known[key].svg.WriteString(line)
			visible[line] = nil
		}
	}
	return layers
}

func layerName(i int) string { return fmt.Sprintf("layer%d", i) }

// writeStyle writes when each layer is visible.
func writeStyle(b *strings.Builder, frames []Frame, layers []*layer) {
	var total time.Duration
	for _, frame := range frames {
		total += frame.Duration
	}
	b.WriteString("<style>\n")
	fmt.Fprintf(b, "g{animation:%gs step-end infinite}\n", total.Seconds())
	for i, l := range layers {
		name := layerName(i)
		fmt.Fprintf(b, "#%s{animation-name:%s}\n@keyframes %s{%s}\n", name, name, name, l.keyframes(frames, total))
	}
	b.WriteString("@media (prefers-reduced-motion:reduce){g{animation:none!important}}\n</style>\n")
}

// keyframes says when the layer appears and disappears. The last of them lasts to the end.
func (l *layer) keyframes(frames []Frame, total time.Duration) string {
	var rules []string
	var start time.Duration
	for i, frame := range frames {
		if i == 0 || l.visible[i] != l.visible[i-1] {
			value := "hidden"
			if l.visible[i] {
				value = "visible"
			}
			percent := 100 * start.Seconds() / total.Seconds()
			rules = append(rules, fmt.Sprintf("%.3f%%{visibility:%s}", percent, value))
		}
		start += frame.Duration
	}
	last := len(rules) - 1
	rules[last] = strings.Replace(rules[last], "{", ",to{", 1)
	return strings.Join(rules, "")
}
