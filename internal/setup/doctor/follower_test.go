package doctor_test

import (
	"os/exec"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/dev/tmuxtest"
	"atm/internal/session/truth"
	"atm/internal/setup/doctor"
	"atm/internal/setup/tmuxconf"
	"atm/internal/sys/proc"
)

// TestFollower: which process corrects the panes, and what starts it.
func TestFollower(t *testing.T) {
	t.Parallel()
	const late = "Esc, a denial and a killed claude are seen only when you ask"
	const none = 0
	for _, tt := range []struct {
		name     string
		follower int
		minimal  bool // setup draws nothing, and so writes no job
		sync     doctor.Place
		want     doctor.Finding
	}{
		{
			name:     "it runs",
			follower: healthy().Tmux.Follower,
			sync:     screen().Sync,
			want:     doctor.Finding{Level: doctor.OK, Message: "corrects what no hook tells, at once"},
		},
		{
			name:     "it does not run",
			follower: none,
			sync:     screen().Sync,
			want: doctor.Finding{
				Level:   doctor.Note,
				Message: "atm sync --follow does not run, though a status line has it: /opt/atm sync --follow",
				Reason:  late,
				Remedy:  "atm setup writes it again; if that is no help, run it in a pane to see what it says",
				Fix:     doctor.FixTmux,
			},
		},
		{
			name:     "it does not run, in a status line of one's own",
			follower: none,
			minimal:  true,
			sync:     screen().Sync,
			want: doctor.Finding{
				Level:   doctor.Note,
				Message: "atm sync --follow does not run, though a status line has it: /opt/atm sync --follow",
				Reason:  late,
				Remedy:  "run it in a pane to see what it says",
			},
		},
		{
			name:     "a status line of one's own without it",
			follower: none,
			minimal:  true,
			sync:     doctor.Place{Presence: doctor.Absent, Option: "status-right"},
			want: doctor.Finding{
				Level:   doctor.Note,
				Message: "atm sync --follow does not run: status-right is without #(atm sync --follow)",
				Reason:  late,
				Remedy:  "put #(atm sync --follow) into status-right",
			},
		},
		{
			name:     "a job that does not stay",
			follower: none,
			sync:     doctor.Place{Presence: doctor.Drawn, Programs: []string{"atm sync"}},
			want: doctor.Finding{
				Level:   doctor.OK,
				Message: "corrects what no hook tells, once in each status-interval",
			},
		},
		{
			name:     "the line of it was changed",
			follower: none,
			sync:     doctor.Place{Presence: doctor.Absent, Option: "status-right"},
			want: doctor.Finding{
				Level:   doctor.Note,
				Message: "atm sync --follow does not run: status-right is without #(atm sync --follow)",
				Reason:  late,
				Remedy:  "atm setup puts it there",
				Fix:     doctor.FixTmux,
			},
		},
		{
			name:     "it runs still, but nothing starts it again",
			follower: healthy().Tmux.Follower,
			sync:     doctor.Place{Presence: doctor.Absent, Option: "status-right"},
			want: doctor.Finding{
				Level: doctor.Note,
				Message: "process 9 corrects the panes, but nothing starts it again when it ends: " +
					"status-right is without #(atm sync --follow)",
				Reason: late,
				Remedy: "atm setup puts it there",
				Fix:    doctor.FixTmux,
			},
		},
		{
			name:     "no status line",
			follower: none,
			sync:     doctor.Place{Presence: doctor.Off, Option: "status"},
			want: doctor.Finding{
				Level:   doctor.Note,
				Message: "atm sync --follow does not run: status is off",
				Reason:  late,
				Remedy: "set -g status on; or, without a status line, " +
					"run-shell -b 'atm sync --follow >/dev/null', now and in your tmux.conf",
			},
		},
		{
			name:     "no status line, and started in another way",
			follower: healthy().Tmux.Follower,
			sync:     doctor.Place{Presence: doctor.Off, Option: "status"},
			want: doctor.Finding{
				Level:   doctor.OK,
				Message: "process 9 corrects what no hook tells, at once; no status line has started it",
			},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f := healthy()
			f.Tmux.Follower, f.Tmux.Minimal, f.Screens[0].Sync = tt.follower, tt.minimal, tt.sync
			if diff := cmp.Diff([]doctor.Finding{tt.want}, findingsOf(f, "status job")); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestGatherFollower: the process that the server names is the follower if it runs.
func TestGatherFollower(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	load(t, s, tmuxconf.Conf{Program: "/opt/atm"})
	cmd := exec.Command("sleep", "1000")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill() // it has nothing else to do
		_ = cmd.Wait()
	})
	id, err := proc.IDOf(cmd.Process.Pid)
	if err != nil {
		t.Fatal(err)
	}
	for option, want := range map[string]int{string(id): cmd.Process.Pid, string(id) + "1": 0} { // 1: another start
		s.Tmux("set-option", "-s", truth.FollowerOption, option)
		if got := gather(t, sources(t, s)).Tmux.Follower; got != want {
			t.Errorf("%s: the follower is %d, not %d", option, got, want)
		}
	}
}
