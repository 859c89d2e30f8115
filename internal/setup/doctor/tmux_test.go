package doctor_test

import (
	"errors"

	"atm/internal/setup/doctor"
	"atm/internal/setup/tmuxconf"
)

func tmuxIllnesses() []illness {
	return []illness{
		{
			name: "no tmux",
			spoil: func(f *doctor.Facts) {
				f.Tmux = doctor.Server{
					Program:    "tmux",
					ProgramErr: errors.New("not found"),
					UserConf:   "/t",
					ReadsConf:  true,
				}
			},
			check: "tmux", level: doctor.Broken, message: "there is no tmux on PATH",
		},
		{
			name: "a tmux of one's own that is not there",
			spoil: func(f *doctor.Facts) {
				f.Tmux.Program, f.Tmux.ProgramErr = "/gone/tmux", errors.New("no such file")
			},
			check: "tmux", level: doctor.Broken,
			message: "ATM_TMUX is /gone/tmux, which cannot be run: no such file",
		},
		{
			name:  "an old tmux",
			spoil: func(f *doctor.Facts) { f.Tmux.Version = "3.1c" },
			check: "tmux", level: doctor.Broken, message: "tmux 3.1c is too old",
		},
		{
			name: "no server",
			spoil: func(f *doctor.Facts) {
				f.Tmux = doctor.Server{Program: "tmux", UserConf: "/t", ReadsConf: true}
				f.Tmux.Version = "3.6b"
			},
			check: "tmux", level: doctor.Note, message: "tmux 3.6b, but no server runs",
		},
		{
			name:  "a server from before an upgrade",
			spoil: func(f *doctor.Facts) { f.Tmux.Version, f.Tmux.OtherProgram = "3.3a", "3.7c" },
			check: "tmux", level: doctor.Note, message: "the server is tmux 3.3a, and tmux is 3.7c",
		},
		{
			name:  "a surprise on the wire",
			spoil: func(f *doctor.Facts) { f.Tmux.Surprise = "native transport: message 4711" },
			check: "transport", level: doctor.Note,
			message: "exec, because of a surprise: native transport: message 4711",
		},
		{
			name:  "directories of somebody else",
			spoil: func(f *doctor.Facts) { f.Tmux.NoAnswers = errors.New("/tmp/atm-1: not ours\n/tmp/atm-2: not ours") },
			check: "answers", level: doctor.Broken,
			message: "no hook can wait for an answer: /tmp/atm-1: not ours; /tmp/atm-2: not ours",
		},
		{
			name:  "a transport that is none",
			spoil: func(f *doctor.Facts) { f.Tmux.RequestedTransport = "nativ" },
			check: "transport", level: doctor.Note, message: "ATM_TRANSPORT is nativ, which is none",
		},
		{
			name:  "not read at the next start",
			spoil: func(f *doctor.Facts) { f.Tmux.ReadsConf = false },
			check: "configuration", level: doctor.Note,
			message: "icons are drawn, but /home/u/.tmux.conf does not read our configuration",
			fix:     doctor.FixTmux,
		},
		{
			name:  "our file is gone",
			spoil: func(f *doctor.Facts) { f.Tmux.MissingConf = "/home/u/atm.conf" },
			check: "configuration", level: doctor.Note,
			message: "/home/u/.tmux.conf reads /home/u/atm.conf, which is not there", fix: doctor.FixTmux,
		},
		{
			name: "a line below ours takes the counts at the next start",
			spoil: func(f *doctor.Facts) {
				f.Tmux.Losses = []tmuxconf.Setter{{Option: "status-right", File: "/home/u/.tmux.conf", Line: 9}}
			},
			check: "configuration", level: doctor.Note,
			message: "/home/u/.tmux.conf:9 sets status-right, below our line", fix: doctor.FixTmux,
		},
		{
			name:  "our file is of another version",
			spoil: func(f *doctor.Facts) { f.Tmux.OtherConf = "/home/u/atm.conf" },
			check: "configuration", level: doctor.Note,
			message: "/home/u/atm.conf is not what this atm writes", fix: doctor.FixTmux,
		},
		{
			name:  "a file of somebody else in its place",
			spoil: func(f *doctor.Facts) { f.Tmux.ForeignConf = "/home/u/atm.conf" },
			check: "configuration", level: doctor.Note,
			message: "/home/u/atm.conf does not begin as a file that atm writes",
		},
		{
			name:  "no focus",
			spoil: func(f *doctor.Facts) { f.Tmux.FocusEvents, f.Tmux.HasDrawn = false, false },
			check: "focus", level: doctor.Note, message: "focus-events is off", fix: doctor.FixTmux,
		},
		{
			name:  "no focus, although setup has switched it on, and would not do it again",
			spoil: func(f *doctor.Facts) { f.Tmux.FocusEvents, f.Tmux.HasDrawn = false, true },
			check: "focus", level: doctor.Note, message: "focus-events is off",
		},
		{
			name: "no focus, where setup draws nothing and leaves options alone",
			spoil: func(f *doctor.Facts) {
				f.Tmux.FocusEvents, f.Tmux.HasDrawn, f.Tmux.Minimal = false, false, true
			},
			check: "focus", level: doctor.Note, message: "focus-events is off",
		},
		{
			name:  "no TMUX_PANE",
			spoil: func(f *doctor.Facts) { f.Tmux.Pane = "" },
			check: "pane", level: doctor.Broken, message: "TMUX is set, but TMUX_PANE is not",
		},
		{
			name:  "no UTF-8",
			spoil: func(f *doctor.Facts) { f.Clients[0].UTF8 = false },
			check: "icons", level: doctor.Note,
			message: "/dev/pts/1: tmux takes this terminal for one without UTF-8",
		},
		{
			name:  "a wide icon",
			spoil: func(f *doctor.Facts) { f.Tmux.Icons[0] = "✋" },
			check: "icons", level: doctor.Note, message: "wider than one column: ✋",
		},
		{
			name: "options that mean nothing",
			spoil: func(f *doctor.Facts) {
				f.Tmux.BadOptions = []string{"@atm-icons bogus", "@atm-stale soon"}
			},
			check: "options", level: doctor.Note, message: "@atm-icons bogus; @atm-stale soon: no such value",
		},
	}
}
