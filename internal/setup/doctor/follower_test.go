package doctor_test

import (
	"atm/internal/dev/tmuxtest"
	"atm/internal/session/truth"
	"atm/internal/setup/doctor"
	"atm/internal/setup/tmuxconf"
	"atm/internal/sys/proc"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestFollower: which process corrects the panes, and what starts it.
func TestFollower(t *testing.T) {
	t.Parallel()
	const late = "Esc, a denial and a killed claude are seen only when you ask"
	none := doctor.Follower{}
	for _, tt := range []struct {
		name     string
		follower doctor.Follower
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
		{
			name:     "a program that was replaced",
			follower: doctor.Follower{Runs: true, PID: 9, Program: "/opt/atm", Deleted: true},
			sync:     screen().Sync,
			want: doctor.Finding{
				Level: doctor.Note,
				Message: "process 9 corrects the panes, " +
					"but it is a program that was replaced or removed: /opt/atm",
				Reason: "it does not know what the present one does",
				Remedy: "kill 9: tmux starts the present one when it draws again",
			},
		},
		{
			name:     "another program",
			follower: doctor.Follower{Runs: true, PID: 9, Program: "/old/atm"},
			sync:     screen().Sync,
			want: doctor.Finding{
				Level:   doctor.Note,
				Message: "process 9 corrects the panes, but it is another atm: /old/atm",
				Reason:  "it does not know what the present one does",
				Remedy:  "kill 9: tmux starts the present one when it draws again",
			},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f := healthy()
			f.Tmux.Follower, f.Screens[0].Sync = tt.follower, tt.sync
			if diff := cmp.Diff([]doctor.Finding{tt.want}, findingsOf(f, "status job")); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestDeletedFollower: an update has replaced the program of the running follower.
func TestDeletedFollower(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat("/proc/self/exe"); err != nil {
		t.Skip("this system does not tell which program a process runs")
	}
	s := tmuxtest.Start(t)
	load(t, s, tmuxconf.Conf{Program: "/opt/atm"})
	sleep, err := exec.LookPath("sleep")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(sleep)
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(t.TempDir(), "sleep") // a program of one file may have several names
	if err := os.WriteFile(program, text, 0o700); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "1000")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill() // it has nothing else to do
		_ = cmd.Wait()
	})
	start, err := proc.Start(cmd.Process.Pid)
	if err != nil {
		t.Fatal(err)
	}
	s.Tmux("set-option", "-s", truth.FollowerOption, fmt.Sprintf("%d-%s", cmd.Process.Pid, start))
	want := doctor.Follower{Runs: true, PID: cmd.Process.Pid, Program: program}
	if diff := cmp.Diff(want, gather(t, sources(t, s)).Tmux.Follower); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if err := os.Remove(program); err != nil {
		t.Fatal(err)
	}
	want.Deleted = true
	if diff := cmp.Diff(want, gather(t, sources(t, s)).Tmux.Follower); diff != "" {
		t.Errorf("its file is gone (-want +got):\n%s", diff)
	}
}
