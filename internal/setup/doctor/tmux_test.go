package doctor_test

import (
	"atm/internal/setup/doctor"
	"errors"
)

func tmuxIllnesses() []illness {
	return []illness{
		{
			name: "no tmux",
			ill: func(f *doctor.Facts) {
				f.Tmux = doctor.Server{
					Program:    "tmux",
					ProgramErr: errors.New("not found"),
					UserConf:   "/t",
					ReadsConf:  true,
				}
			},
			check: "tmux", level: doctor.Broken, says: "there is no tmux on PATH",
		},
		{
			name: "a tmux of one's own that is not there",
			ill: func(f *doctor.Facts) {
				f.Tmux.Program, f.Tmux.ProgramErr = "/gone/tmux", errors.New("no such file")
			},
			check: "tmux", level: doctor.Broken,
			says: "ATM_TMUX is /gone/tmux, which cannot be run: no such file",
		},
		{
			name:  "an old tmux",
			ill:   func(f *doctor.Facts) { f.Tmux.Version = "3.1c" },
			check: "tmux", level: doctor.Broken, says: "tmux 3.1c is too old",
		},
		{
			name: "no server",
			ill: func(f *doctor.Facts) {
				f.Tmux = doctor.Server{Program: "tmux", Version: "3.6b", UserConf: "/t", ReadsConf: true}
			},
			check: "tmux", level: doctor.Note, says: "tmux 3.6b, but no server runs",
		},
		{
			name:  "a server from before an upgrade",
			ill:   func(f *doctor.Facts) { f.Tmux.Version, f.Tmux.OtherProgram = "3.3a", "3.7c" },
			check: "tmux", level: doctor.Note, says: "the server is tmux 3.3a, and tmux is 3.7c",
		},
		{
			name:  "a surprise on the wire",
			ill:   func(f *doctor.Facts) { f.Tmux.Surprise = "native transport: message 4711" },
			check: "transport", level: doctor.Note,
			says: "exec, because of a surprise: native transport: message 4711",
		},
		{
			name:  "a transport that is none",
			ill:   func(f *doctor.Facts) { f.Tmux.RequestedTransport = "nativ" },
			check: "transport", level: doctor.Note, says: "ATM_TRANSPORT is nativ, which is none",
		},
		{
			name:  "not read at the next start",
			ill:   func(f *doctor.Facts) { f.Tmux.ReadsConf = false },
			check: "configuration", level: doctor.Note,
			says: "icons are drawn, but /home/u/.tmux.conf does not read our configuration",
			fix:  doctor.FixTmux,
		},
		{
			name:  "our file is gone",
			ill:   func(f *doctor.Facts) { f.Tmux.MissingConf = "/home/u/atm.conf" },
			check: "configuration", level: doctor.Note,
			says: "/home/u/.tmux.conf reads /home/u/atm.conf, which is not there", fix: doctor.FixTmux,
		},
		{
			name:  "our file is of another version",
			ill:   func(f *doctor.Facts) { f.Tmux.OtherConf = "/home/u/atm.conf" },
			check: "configuration", level: doctor.Note,
			says: "/home/u/atm.conf is not what this atm writes", fix: doctor.FixTmux,
		},
		{
			name:  "no focus",
			ill:   func(f *doctor.Facts) { f.Tmux.FocusEvents = false },
			check: "focus", level: doctor.Note, says: "focus-events is off", fix: doctor.FixTmux,
		},
		{
			name:  "no TMUX_PANE",
			ill:   func(f *doctor.Facts) { f.Tmux.Pane = "" },
			check: "pane", level: doctor.Broken, says: "TMUX is set, but TMUX_PANE is not",
		},
		{
			name:  "tmux in tmux",
			ill:   func(f *doctor.Facts) { f.Tmux.OuterTMUX = "/x,1,0" },
			check: "nested", level: doctor.Note, says: "the tmux server was started inside another one",
		},
		{
			name:  "no UTF-8",
			ill:   func(f *doctor.Facts) { f.Clients[0].UTF8 = false },
			check: "icons", level: doctor.Note,
			says: "/dev/pts/1: tmux takes this terminal for one without UTF-8",
		},
		{
			name:  "a wide icon",
			ill:   func(f *doctor.Facts) { f.Tmux.Icons[0].Sign = "✋" },
			check: "icons", level: doctor.Note, says: "wider than one column: ✋",
		},
		{
			name: "options that mean nothing",
			ill: func(f *doctor.Facts) {
				f.Tmux.BadOptions = []string{"@atm-icons bogus", "@atm-stale soon"}
			},
			check: "options", level: doctor.Note, says: "@atm-icons bogus; @atm-stale soon: no such value",
		},
	}
}
