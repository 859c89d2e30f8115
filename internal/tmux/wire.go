package tmux

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// This file implements the protocol between tmux's client and server as far as a client needs it that sends
// one list of commands and reads their output. The protocol is internal to tmux and undocumented, but has
// been version 8 since 1.9 (2014). Names and numbers are those of tmux-protocol.h and of OpenBSD's imsg.h.
//
// Verified with servers of 3.3a, 3.5a, 3.6, 3.7c and 3.8, and by an earlier trial with 3.0a to 3.7c. Left out
// on purpose: terminals, attached clients, control mode, file descriptors, standard input ("source-file -")
// and big-endian machines.
//
// A malformed frame can kill a server, and with it everything that runs in it: arguments that do not end in
// NUL, a count that differs from the packed arguments, a body of an unexpected size, MSG_IDENTIFY_DONE
// without a TERM. This file never encodes such a frame, whatever the arguments are; see FuzzCommandFrame.

const (
	protocolVersion = 8
	imsgHeaderSize  = 16
	maxImsgSize     = 16384

	// maxCommand is the room for arguments, each with its NUL: the message without the header and the count.
	maxCommand = maxImsgSize - imsgHeaderSize - 4
	maxArgs    = 1000 // since 3.7
)

type msgtype uint32

const (
	msgVersion msgtype = 12 // the server speaks another version

	msgIdentifyFlags     msgtype = 100
	msgIdentifyTerm      msgtype = 101
	msgIdentifyTTYName   msgtype = 102
	msgIdentifyDone      msgtype = 106
	msgIdentifyClientPID msgtype = 107
	msgIdentifyCWD       msgtype = 108

	msgCommand  msgtype = 200
	msgExit     msgtype = 203
	msgExited   msgtype = 204
	msgExiting  msgtype = 205
	msgShutdown msgtype = 210

	msgWriteOpen  msgtype = 303
	msgWrite      msgtype = 304
	msgWriteReady msgtype = 305
	msgWriteClose msgtype = 306
)

// clientUTF8 is the flag of a client that accepts UTF-8 output.
const clientUTF8 = 0x10000

// imsgHasFD is the bit of a length that means that a file descriptor follows.
const imsgHasFD = 1 << 31

// errWire means that the answer has a form that this file does not know.
var errWire = errors.New("unexpected answer of the server")

var errEnding = errors.New("the server is ending")

var errTooLarge = errors.New("command too long for one message")

// appendFrame adds one message. Until 3.5a the length was 16 bits wide and followed by 16 bits of flags: on
// little-endian machines these are the same bytes, if no file descriptor is passed.
func appendFrame(b []byte, t msgtype, body []byte) []byte {
	b = binary.LittleEndian.AppendUint32(b, uint32(t))
	b = binary.LittleEndian.AppendUint32(b, uint32(imsgHeaderSize+len(body)))
	b = binary.LittleEndian.AppendUint32(b, protocolVersion)
	b = binary.LittleEndian.AppendUint32(b, 0xffffffff) // pid; tmux sends -1
	return append(b, body...)
}

// request returns everything that a client sends: its identity and the command.
func request(pid int, argv []string) ([]byte, error) {
	command, err := packCommand(argv)
	if err != nil {
		return nil, err
	}
	// Allocated once: in a hook, growing the memory costs more than filling it.
	b := make([]byte, 0, 256+len(command))
	b = appendFrame(b, msgIdentifyFlags, packInts(clientUTF8))
	b = appendFrame(b, msgIdentifyTerm, packString("dumb")) // without one the server dies
	b = appendFrame(b, msgIdentifyTTYName, packString(""))
	b = appendFrame(b, msgIdentifyCWD, packString("/"))
	b = appendFrame(b, msgIdentifyClientPID, packInts(uint32(pid)))
	b = appendFrame(b, msgIdentifyDone, nil)
	return appendFrame(b, msgCommand, command), nil
}

// packCommand returns struct msg_command with its arguments. An empty list would start a new session.
func packCommand(argv []string) ([]byte, error) {
	if len(argv) == 0 || len(argv) > maxArgs {
		return nil, fmt.Errorf("%w: %d arguments", errTooLarge, len(argv))
	}
	size := 4
	for _, arg := range argv {
		size += len(arg) + 1
	}
	body := append(make([]byte, 0, size), packInts(uint32(len(argv)))...)
	for _, arg := range argv {
		if strings.IndexByte(arg, 0) >= 0 {
			return nil, fmt.Errorf("NUL in argument %q", arg)
		}
		body = append(append(body, arg...), 0)
	}
	if len(body)-4 > maxCommand {
		return nil, fmt.Errorf("%w: %d bytes", errTooLarge, len(body)-4)
	}
	return body, nil
}

func packString(s string) []byte { return append([]byte(s), 0) }

func packInts(ns ...uint32) []byte {
	var b []byte
	for _, n := range ns {
		b = binary.LittleEndian.AppendUint32(b, n)
	}
	return b
}

type frame struct {
	kind msgtype
	body []byte
}

// readFrame reads one message, of at most the size that imsg allows. The body reuses buffer, if that is long
// enough.
func readFrame(r io.Reader, buffer []byte) (frame, error) {
	var header [imsgHeaderSize]byte
	if _, err := io.ReadFull(r, header[:]); err != nil {
		return frame{}, err
	}
	size := binary.LittleEndian.Uint32(header[4:]) &^ imsgHasFD
	if size < imsgHeaderSize || size > maxImsgSize {
		return frame{}, fmt.Errorf("%w: message of %d bytes", errWire, size)
	}
	body := slices.Grow(buffer[:0], int(size-imsgHeaderSize))[:size-imsgHeaderSize]
	f := frame{kind: msgtype(binary.LittleEndian.Uint32(header[:])), body: body}
	_, err := io.ReadFull(r, f.body)
	return f, err
}

// ints returns the first n integers of the body.
func (f frame) ints(n int) ([]int32, error) {
	if len(f.body) < 4*n {
		return nil, fmt.Errorf("%w: message %d of %d bytes", errWire, f.kind, len(f.body))
	}
	list := make([]int32, n)
	for i := range list {
		list[i] = int32(binary.LittleEndian.Uint32(f.body[4*i:]))
	}
	return list, nil
}

// conversation collects what the server has sent so far.
type conversation struct {
	invocation
	streams map[int32]*strings.Builder // stdout or stderr, by the number of the stream
	stdout  strings.Builder
	stderr  strings.Builder
	code    int32
	done    bool
	unsent  bool // the server has not received the command, or refuses it
}

// Limits of what a server may print: a hundred times what list-panes prints for 1,000 panes; and for edits,
// which print only errors.
const (
	maxOutput = 64 << 20
	maxErrors = 64 << 10
)

// handleFrame processes one message and returns the answer to it, if any.
func (c *conversation) handleFrame(f frame) (answer []byte, err error) {
	switch f.kind {
	case msgWriteOpen: // stream, fd, flags
		v, err := f.ints(3)
		if err != nil {
			return nil, err
		}
		out := map[int32]*strings.Builder{1: &c.stdout, 2: &c.stderr}[v[1]]
		if out == nil {
			return nil, fmt.Errorf("%w: output to file descriptor %d", errWire, v[1])
		}
		if c.streams == nil {
			c.streams = map[int32]*strings.Builder{}
		}
		c.streams[v[0]] = out
		return appendFrame(nil, msgWriteReady, packInts(uint32(v[0]), 0)), nil
	case msgWrite: // stream, data
		v, err := f.ints(1)
		if err != nil {
			return nil, err
		}
		out := c.streams[v[0]]
		if out == nil || out.Len() > c.maxBytes {
			return nil, fmt.Errorf("%w: output to stream %d", errWire, v[0])
		}
		data := f.body[4:]
		if out.Cap()-out.Len() < len(data) { // unused memory costs nothing, but copying does
			out.Grow(len(data) + min(16*out.Len(), 1<<20))
		}
		out.Write(data)
		if c.onOutput != nil && out == &c.stdout {
			c.onOutput(c.stdout.String())
		}
	case msgWriteClose:
	case msgExit: // exit status, if it is not 0, and perhaps a message
		if len(f.body) > 0 {
			v, err := f.ints(1)
			if err != nil {
				return nil, err
			}
			c.code = v[0]
			c.stderr.Write(bytes.TrimRight(f.body[4:], "\x00"))
		}
		c.done = true
		return appendFrame(nil, msgExiting, nil), nil
	case msgVersion:
		c.unsent = true
		return nil, fmt.Errorf("%w: it speaks another version of the protocol", errWire)
	case msgExited, msgShutdown:
		return nil, errEnding
	default: // a client without a terminal never gets these
		return nil, fmt.Errorf("%w: message %d", errWire, f.kind)
	}
	return nil, nil
}

// littleEndian reports whether this machine is little-endian. The protocol has the byte order of the machine,
// and this file encodes only that one.
func littleEndian() bool { return slices.Equal(binary.NativeEndian.AppendUint16(nil, 1), []byte{1, 0}) }
