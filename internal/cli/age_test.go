package cli_test

import (
	"testing"
	"time"

	"atm/internal/cli"
)

// TestTimeToCome: what people write for a time, and how it is said again.
func TestTimeToCome(t *testing.T) {
	t.Parallel()
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Skip(err)
	}
	now := time.Date(2026, 11, 23, 15, 30, 0, 0, berlin)
	for text, want := range map[string]string{
		"17:40":            "17:40",
		"15:31":            "15:31",
		"15:30":            "Tue 15:30", // it is that now: tomorrow
		"8:05":             "Tue 08:05",
		"2026-11-25":       "Wed 00:00",
		"2026-12-24 17:40": "24 Dec 17:40",
		// In the zone of the person, also if it is named in another one.
		"2026-11-23T17:40:00Z":      "18:40",
		"2026-11-23T23:30:00+00:00": "Tue 00:30",
		"2026-11-22":                `--at "2026-11-22" is over`,
		"25:00":                     `--at "25:00" is no time`,
		"noon":                      `--at "noon" is no time`,
		"":                          `--at "" is no time`,
	} {
		at, err := cli.TimeToCome("--at", text, now)
		got := cli.Clock(now, at)
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
	spring := time.Date(2027, 3, 28, 10, 0, 0, 0, berlin) // on that day there is no 2:30
	at, err := cli.TimeToCome("--at", "2:30", spring)
	if want := "Mon 02:30"; err != nil || cli.Clock(spring, at) != want {
		t.Errorf("on the day on which clocks are put forward: %s, error %v, want %s", at, err, want)
	}
	if got := cli.Clock(now, now); got != "now" {
		t.Errorf("now: %s", got)
	}
}

// TestMoment: a time of another day has its day.
func TestMoment(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 23, 15, 30, 0, 0, time.UTC) // a Monday
	for want, ago := range map[string]time.Duration{
		"15:30":        0,
		"00:00":        15*time.Hour + 30*time.Minute,
		"Sun 23:59":    15*time.Hour + 31*time.Minute,
		"Tue 15:29":    -24*time.Hour + time.Minute,
		"Wed 15:30":    5 * 24 * time.Hour,
		"16 Nov 15:30": 7 * 24 * time.Hour,
	} {
		if got := cli.Moment(now, now.Add(-ago)); got != want {
			t.Errorf("%v ago: %s, not %s", ago, got, want)
		}
	}
}
