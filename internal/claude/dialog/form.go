package dialog

import (
	"slices"
	"strings"
)

// The choices of a form, which are side by side below its fields.
const (
	accept  = "Accept"
	decline = "Decline"
)

func (d *Dialog) setForm() {
	for i, row := range slices.Backward(d.rows) {
		selected, found := formChoices(row)
		if !found {
			continue
		}
		d.Choices = []Choice{{Text: accept}, {Text: decline}}
		d.Selected, d.keys = selected, sideways
		d.rows = d.rows[:i+1]
		d.setText(d.rows[:i], true)
		d.Text = fieldState.Replace(d.Text)
		d.Clipped = d.Clipped || strings.Contains(d.Text, "↓ ") && strings.Contains(d.Text, " more")
		return
	}
	d.Clipped = true
}

// fieldState removes the texts that show which field is selected.
var fieldState = strings.NewReplacer("\n  ❯ ", "\n    ", ": Type something…", ": not set", ": ▸ ", ": ")

// formChoices reports whether a row shows the choices of a form, and which one is selected.
func formChoices(row string) (selected int, found bool) {
	words := strings.Join(strings.Fields(row), " ")
	switch words {
	case accept + " " + decline:
		return 0, true
	case mark + accept + " " + decline:
		return 1, true
	case accept + " " + mark + decline:
		return 2, true
	}
	return 0, false
}
