package settings

import "strings"

// style is how a text is laid out.
type style struct {
	newline string // "" = all is in one line
	unit    string // of indentation
}

// member returns the text of a member of an object.
func (s style) member(name, value string) string {
	if s.newline == "" {
		return quote(name) + ":" + value
	}
	return quote(name) + ": " + value
}

// comma returns what stands between two things in one line.
func (s style) comma() string {
	if s.newline == "" {
		return ","
	}
	return ", "
}

// style finds out how the text is laid out.
func (d *document) style() style {
	s := style{unit: "  "}
	if members := object(d.root).all(); len(members) == 0 {
		s.newline = "\n"
	} else if gap := string(members[0].Name.BeforeExtra); blank(gap) && strings.Contains(gap, "\n") {
		if indent := gap[strings.LastIndexByte(gap, '\n')+1:]; indent != "" {
			s.unit = indent
		}
	}
	if i := strings.IndexByte(d.text, '\n'); i >= 0 && i < d.root.EndOffset {
		s.newline = "\n"
		if i > 0 && d.text[i-1] == '\r' {
			s.newline = "\r\n"
		}
	}
	return s
}

// indent returns the white space at the beginning of the line in which an offset is.
func (d *document) indent(at int) string {
	line := d.text[strings.LastIndexByte(d.text[:at], '\n')+1 : at]
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}
