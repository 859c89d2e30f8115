package tmux

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
)

// tmuxTakes reads a request as the server does, and returns the arguments of
// its command. It fails where a server would die.
func tmuxTakes(t *testing.T, b []byte) []string {
	t.Helper()
	var kinds []msgtype
	var argv []string
	for len(b) > 0 {
		size := binary.LittleEndian.Uint32(b[4:])
		if size < imsgHeaderSize || size > maxImsgSize || int(size) > len(b) {
			t.Fatalf("frame of %d bytes", size)
		}
		kind, body := msgtype(binary.LittleEndian.Uint32(b)), b[imsgHeaderSize:size]
		b = b[size:]
		kinds = append(kinds, kind)
		switch kind {
		case msgIdentifyFlags, msgIdentifyClientPID:
			if len(body) != 4 {
				t.Errorf("message %d has %d bytes", kind, len(body))
			}
		case msgIdentifyTerm, msgIdentifyTTYName, msgIdentifyCWD:
			if len(body) == 0 || body[len(body)-1] != 0 {
				t.Errorf("message %d does not end in NUL: %q", kind, body)
			}
		case msgCommand:
			if len(body) < 5 || body[len(body)-1] != 0 {
				t.Fatalf("command %q", body)
			}
			argv = strings.Split(strings.TrimSuffix(string(body[4:]), "\x00"), "\x00")
			if argc := int(binary.LittleEndian.Uint32(body)); argc != len(argv) || argc > maxArgs {
				t.Errorf("argc %d for %d arguments", argc, len(argv))
			}
		}
	}
	want := []msgtype{msgIdentifyFlags, msgIdentifyTerm, msgIdentifyTTYName, msgIdentifyCWD,
		msgIdentifyClientPID, msgIdentifyDone, msgCommand}
	if !slices.Equal(kinds, want) {
		t.Errorf("messages %v, not %v", kinds, want)
	}
	return argv
}

// For any arguments there is an error, or a request that no server dies of and
// that holds just these arguments.
func FuzzCommandFrame(f *testing.F) {
	f.Add([]byte("set-option\x01-pt\x01%0\x01@x\x01y"), 1)
	f.Add([]byte("a\x00b\x01c"), 1)
	f.Add([]byte("x"), 16364)
	f.Add([]byte("x\x01"), 1000)
	f.Fuzz(func(t *testing.T, text []byte, repeat int) {
		argv := strings.Split(strings.Repeat(string(text), max(0, min(repeat, 20_000))), "\x01")
		b, err := request(7, argv)
		if err != nil {
			return
		}
		if got := tmuxTakes(t, b); !slices.Equal(got, argv) {
			t.Errorf("%q arrives as %q", argv, got)
		}
	})
}

func TestRequestRefuses(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name     string
		argv     []string
		tooLarge bool
	}{
		{"no arguments: that would start a session", nil, true},
		{"more arguments than 3.7 takes", slices.Repeat([]string{"x"}, 1001), true},
		{"a byte more than a message holds", []string{strings.Repeat("x", maxCommand)}, true},
		{"NUL", []string{"a\x00b"}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if b, err := request(7, tt.argv); err == nil || errors.Is(err, errTooLarge) != tt.tooLarge {
				t.Errorf("%d bytes, error %v", len(b), err)
			}
		})
	}
	if _, err := request(7, []string{strings.Repeat("x", maxCommand-1)}); err != nil {
		t.Errorf("the largest command: %v", err)
	}
}

// Any bytes of a server end in an answer or an error, and cost no more memory
// than they have.
func FuzzAnswer(f *testing.F) {
	f.Add(appendFrame(appendFrame(appendFrame(nil, msgWriteOpen, packInts(1, 1, 0)), msgWrite,
		append(packInts(1), "hello"...)), msgExit, packInts(0)))
	f.Add(appendFrame(nil, msgVersion, nil))
	f.Add(appendFrame(nil, msgWrite, nil))
	f.Add([]byte("\xcb\x00\x00\x00\xff\xff\xff\xff\x08\x00\x00\x00\x00\x00\x00\x00"))
	f.Fuzz(func(t *testing.T, b []byte) {
		var c conversation
		for in := bytes.NewReader(b); !c.done; {
			frame, err := readFrame(in, nil)
			if err != nil {
				return
			}
			answer, err := c.handleFrame(frame)
			if err != nil {
				return
			}
			if len(answer) > 0 {
				if _, err := readFrame(bytes.NewReader(answer), nil); err != nil {
					t.Errorf("our answer %q: %v", answer, err)
				}
			}
		}
		if c.stdout.Len()+c.stderr.Len() > len(b) {
			t.Errorf("%d bytes of output from %d", c.stdout.Len()+c.stderr.Len(), len(b))
		}
	})
}

func TestReadFrameOfOldAndNewServers(t *testing.T) {
	t.Parallel()
	for name, flags := range map[string]byte{"until 3.5a: 16 bits of flags": 0,
		"from 3.6 on, with a descriptor": 0x80} {
		header := []byte{203, 0, 0, 0, 20, 0, 0, flags, 8, 0, 0, 0, 1, 0, 0, 0}
		f, err := readFrame(io.MultiReader(bytes.NewReader(header), strings.NewReader("\x01\x00\x00\x00")), nil)
		if err != nil || f.kind != msgExit || len(f.body) != 4 {
			t.Errorf("%s: %+v, error %v", name, f, err)
		}
	}
}
