package hookmap

import (
	"testing"
	"time"
)

// TestNext: the schedules that Claude Code writes, and those that a person may ask for.
func TestNext(t *testing.T) {
	t.Parallel()
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Skip(err)
	}
	const monday, before = "2026-11-23 08:46:30", "2026-10-24 12:00:00" // before clocks are put back
	for _, tt := range []struct{ name, schedule, now, want string }{
		{"a wake-up", "50 8 * * *", monday, "2026-11-23 08:50:00"},
		{"the minute that has begun is over", "46 8 * * *", monday, "2026-11-24 08:46:00"},
		{"every few minutes", "*/10 * * * *", monday, "2026-11-23 08:50:00"},
		{"each hour", "7 * * * *", monday, "2026-11-23 09:07:00"},
		{"a list and a range", "0,30 12-13 * * *", monday, "2026-11-23 12:00:00"},
		{"a range with a step", "10-50/20 8 * * *", monday, "2026-11-23 08:50:00"},
		{"on workdays", "0 8 * * 1-5", "2026-11-20 09:00:00", "2026-11-23 08:00:00"},
		{"Sunday is 7", "0 8 * * 7", monday, "2026-11-29 08:00:00"},
		{"Sunday is 0", "0 8 * * 0", monday, "2026-11-29 08:00:00"},
		{"a day of the month", "0 9 25 11 *", monday, "2026-11-25 09:00:00"},
		{"a day of the month or of the week", "0 9 30 * 2", monday, "2026-11-24 09:00:00"},
		{"the day after clocks are put back", "30 8 * * *", before, "2026-10-25 08:30:00"},
		{"of another month", "0 9 25 12 *", monday, ""},
		{"never", "0 9 30 2 *", monday, ""},
		{"blanks", "  50   8 * * * ", monday, "2026-11-23 08:50:00"},
		{"too few fields", "50 8 * *", monday, ""},
		{"too many fields", "50 8 * * * *", monday, ""},
		{"a name", "50 8 * * mon", monday, ""},
		{"a minute that does not exist", "60 * * * *", monday, ""},
		{"a step of nothing", "*/0 * * * *", monday, ""},
		{"a step without a number", "*/ * * * *", monday, ""},
		{"a range backwards", "50-10 * * * *", monday, ""},
		{"a sign", "+5 * * * *", monday, ""},
		{"a day that does not exist", "0 0 0 * *", monday, ""},
		{"a time zone", "TZ=0", monday, ""},
		{"nothing", "", monday, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			now, err := time.ParseInLocation(time.DateTime, tt.now, berlin)
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			if s, ok := parseSchedule(tt.schedule); ok {
				if in := s.next(now); in > 0 {
					got = now.Add(in).Format(time.DateTime)
				}
			}
			if got != tt.want {
				t.Errorf("%s after %s: %q, want %q", tt.schedule, tt.now, got, tt.want)
			}
		})
	}
}

// TestSleep: who is asleep, and until when at most.
func TestSleep(t *testing.T) {
	t.Parallel()
	once := func(schedule string) Cron { return Cron{Schedule: schedule} }
	again := func(schedule string) Cron { return Cron{Schedule: schedule, Recurring: true} }
	now := time.Date(2026, 11, 23, 8, 46, 0, 0, time.UTC)
	for _, tt := range []struct {
		name        string
		crons       []Cron
		wakes, late time.Duration // late: how long after that it counts as asleep; 0 = it does not
	}{
		{"nothing", nil, 0, 0},
		{"a wake-up", []Cron{once("50 8 * * *")}, 4 * time.Minute, time.Minute},
		{"a wake-up tomorrow", []Cron{once("40 8 * * *")}, 24*time.Hour - 6*time.Minute, time.Minute},
		{"a wake-up later", []Cron{once("0 9 25 11 *")}, 48*time.Hour + 14*time.Minute, 0},
		{"a loop", []Cron{again("*/10 * * * *")}, 4 * time.Minute, 6 * time.Minute},
		{"one each hour", []Cron{again("45 * * * *")}, 59 * time.Minute, 31 * time.Minute},
		{"one each day hides nothing", []Cron{again("0 10 * * *")}, 74 * time.Minute, 0},
		{"one each day, soon", []Cron{again("0 9 * * *")}, 14 * time.Minute, 31 * time.Minute},
		{"the first counts", []Cron{again("0 10 * * *"), once("0 9 * * *")}, 14 * time.Minute, time.Minute},
		{"one that is no schedule", []Cron{once("soon"), once("50 8 * * *")}, 4 * time.Minute, time.Minute},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			wakes, asleep := sleep(tt.crons, now)
			late := asleep
			if asleep != 0 {
				late -= wakes
			}
			if wakes != tt.wakes || late != tt.late {
				t.Errorf("wakes in %v and may be %v late, want %v and %v", wakes, late, tt.wakes, tt.late)
			}
		})
	}
}
