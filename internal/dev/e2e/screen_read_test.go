package e2e

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"atm/internal/words"
)

// Read returns what stands on the lines of a picture that this package has drawn, for each of its
// frames: text and symbols, without the lines and blocks that are drawn around them.
func Read(svg string) (frames [][]string, err error) {
	p := picture{decoder: xml.NewDecoder(strings.NewReader(svg))}
	if err := p.read(); err != nil {
		return nil, err
	}
	starts, visible, err := keyTimes(p.style)
	if err != nil {
		return nil, err
	}
	for _, start := range starts {
		frames = append(frames, p.lines(func(layer string) bool { return layer == "" || visible(layer, start) }))
	}
	return frames, nil
}

// Still returns what is seen of a picture where nothing moves.
func Still(svg string) ([]string, error) {
	p := picture{decoder: xml.NewDecoder(strings.NewReader(svg))}
	if err := p.read(); err != nil {
		return nil, err
	}
	return p.lines(func(layer string) bool { return !slices.Contains(p.hidden, layer) }), nil
}

// picture is a picture as it is read.
type picture struct {
	decoder   *xml.Decoder
	lineCount int
	style     string
	layer     string   // in which the next element lies
	hidden    []string // the layers that are hidden where nothing moves
	texts     []text
}

// text is a text at its place.
type text struct {
	layer        string
	line, column int
	text         string
}

func (p *picture) read() error {
	for {
		token, err := p.decoder.Token()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
		switch element := token.(type) {
		case xml.StartElement:
			err = p.start(element)
		case xml.EndElement:
			if element.Name.Local == "g" {
				p.layer = ""
			}
		}
		if err != nil {
			return err
		}
	}
}

// start reads an element.
func (p *picture) start(element xml.StartElement) error {
	attributes := map[string]string{}
	for _, a := range element.Attr {
		attributes[a.Name.Local] = a.Value
	}
	number := func(name string) float64 {
		value, _ := strconv.ParseFloat(attributes[name], 64) // where there is none it is not needed
		return value
	}
	switch element.Name.Local {
	case "svg":
		p.lineCount = (int(number("height")) - 2*margin) / cellHeight
	case "style":
		return p.decoder.DecodeElement(&p.style, &element)
	case "g":
		p.layer = attributes["id"]
		if attributes["visibility"] == "hidden" {
			p.hidden = append(p.hidden, p.layer)
		}
	case "text":
		var content string
		if err := p.decoder.DecodeElement(&content, &element); err != nil {
			return err
		}
		return p.add(number("x"), number("y")-baseline, content)
	case "path":
		var x, y float64
		if label := attributes["aria-label"]; label != "" {
			if _, err := fmt.Sscanf(attributes["d"], "M%f %f", &x, &y); err != nil {
				return fmt.Errorf("%q: %w", attributes["d"], err)
			}
			return p.add(x, y, label)
		}
	}
	return nil
}

// add adds a text whose upper left corner is there.
func (p *picture) add(x, y float64, content string) error {
	line, column := int(y-margin)/cellHeight, int(math.Round((x-margin)/cellWidth))
	if line < 0 || line >= p.lineCount || column < 0 {
		return fmt.Errorf("%q lies outside of the picture", content)
	}
	p.texts = append(p.texts, text{p.layer, line, column, content})
	return nil
}

// lines returns the lines in the layers that are seen.
func (p *picture) lines(seen func(layer string) bool) []string {
	lines := make([]string, p.lineCount)
	for _, w := range p.texts {
		if seen(w.layer) {
			indent := max(w.column-words.Columns(lines[w.line]), 0)
			lines[w.line] += strings.Repeat(" ", indent) + w.text
		}
	}
	return lines
}

var (
	layerRule = regexp.MustCompile(`@keyframes (\w+)\{(.*)\}\n`)
	keyframe  = regexp.MustCompile(`([0-9.]+)%(?:,to)?\{visibility:(visible|hidden)\}`)
)

// keyTimes returns when the frames of an animation start, in per cent of its time, and what is
// visible then. A picture without a style has one frame.
func keyTimes(style string) (starts []float64, visible func(layer string, at float64) bool, err error) {
	type change struct {
		at      float64
		visible bool
	}
	changes := map[string][]change{}
	starts = []float64{0}
	for _, rule := range layerRule.FindAllStringSubmatch(style, -1) {
		for _, step := range keyframe.FindAllStringSubmatch(rule[2], -1) {
			at, err := strconv.ParseFloat(step[1], 64)
			if err != nil {
				return nil, nil, err
			}
			changes[rule[1]] = append(changes[rule[1]], change{at, step[2] == "visible"})
			starts = append(starts, at)
		}
	}
	slices.Sort(starts)
	return slices.Compact(starts), func(layer string, at float64) (visible bool) {
		for _, c := range changes[layer] {
			if c.at <= at {
				visible = c.visible
			}
		}
		return visible
	}, nil
}
