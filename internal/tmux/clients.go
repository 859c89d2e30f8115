package tmux

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Client is a tmux client that is attached to the server. Terminal and Program are foreign text.
type Client struct {
	Name     string
	TTY      string // path of its terminal; "" = it is a program. A client of tmux -CC has one
	Terminal string // TERM in it: "xterm-256color"
	Program  string // name and version that the terminal reports: "VTE(7600)"; "" = it reports none

	Session string // id of the shown tmux session, "$1"
	Window  string // id of the shown window, "@1"
	Pane    string // id of the active pane of that window
	Zoomed  bool   // that pane fills the window, so no other pane is shown
	Remote  string // the value of RemoteOption in that pane
	Focused bool   // the terminal has the focus, and is not locked; without focus-events it counts as focused

	UTF8    bool // the client draws UTF-8
	Control bool // the client is in control mode: its terminal gets only the protocol, and shows no popup or menu

	PID           string // process id of the client
	Activity      int    // Unix seconds of the last key
	Width, Height int    // columns and lines of the terminal

	version string // version of the server
}

// RemoteOption is the option of a pane in which ssh is attached to a pane of another host. Its value is the
// key of that pane, in the form of package fleet.
const RemoteOption = "@atm_remote"

// Shows reports whether the client shows this pane of this window.
func (c Client) Shows(window, pane string) bool {
	return c.Window == window && (!c.Zoomed || c.Pane == pane)
}

// Clients returns the clients that are attached to the server.
func (s Server) Clients(ctx context.Context) ([]Client, error) {
	clients, _, err := s.ClientsAnd(ctx, nil)
	return clients, err
}

// ClientsAnd runs other commands and then lists the clients, in one invocation. It also returns the output of
// these commands.
func (s Server) ClientsAnd(
	ctx context.Context, first [][]string,
) (clients []Client, printed string, err error) {
	format := strings.Join([]string{
		"#{version}", "#{client_name}", "#{client_tty}", "#{client_termname}",
		"#{session_id}", "#{window_id}", "#{pane_id}", "#{window_zoomed_flag}",
		"#{client_flags}", "#{client_pid}", "#{client_activity}", "#{client_width}", "#{client_height}",
		"#{client_utf8}", "#{client_control_mode}", "#{" + RemoteOption + "}",
		"#{client_termtype}", // the terminal reports it, so it may contain anything
	}, "\t")
	reply, err := s.Run(ctx, append(slices.Clip(first),
		[]string{"display-message", "-p", separator}, []string{"list-clients", "-F", format}))
	if err != nil {
		return nil, "", err
	}
	printed, lines, _ := strings.Cut(reply.Stdout, separator+"\n")
	for line := range strings.Lines(lines) {
		fields := strings.SplitN(strings.TrimSuffix(line, "\n"), "\t", 17)
		if len(fields) != 17 {
			continue // a part of a foreign text with a newline
		}
		clients = append(clients, parseClient(fields))
	}
	return clients, printed, nil
}

func parseClient(fields []string) Client {
	number := func(field string) int {
		n, _ := strconv.Atoi(field) // tmux prints nothing else
		return n
	}
	isSet := func(flag string) bool { return strings.Contains(","+fields[8]+",", ","+flag+",") }
	return Client{
		version: fields[0],
		Name:    fields[1], TTY: fields[2], Terminal: fields[3], Program: fields[16],
		Session: fields[4], Window: fields[5], Pane: fields[6], Zoomed: fields[7] == "1",
		Focused: isSet("focused") && !isSet("suspended"), // lock-client suspends it, too
		PID:     fields[9], Activity: number(fields[10]), Width: number(fields[11]),
		Height: number(fields[12]), UTF8: fields[13] == "1", Control: fields[14] == "1", Remote: fields[15],
	}
}

// IsFrozen reports whether the client draws nothing else, no popup either, while a message stands in its
// status line. This is so before tmux 3.6.
func (c Client) IsFrozen() bool { return isBefore(c.version, '6') }

// FrozenOption is the server option that records from when to when a message of [Server.ShowMessage] has kept
// clients from drawing, in Unix milliseconds.
const FrozenOption = "@atm_frozen"

// frozenTime is the longest time for which a message may keep clients from drawing.
const frozenTime = 750 * time.Millisecond

// Span is a time in which a message has kept clients from drawing; the zero Span means none.
type Span struct{ From, To time.Time }

// Frozen returns the last Span that the server has recorded.
func (s Server) Frozen(ctx context.Context) (Span, error) {
	value, err := s.ServerOption(ctx, FrozenOption)
	var from, to int64
	if _, none := fmt.Sscan(value, &from, &to); err != nil || none != nil {
		return Span{}, err
	}
	return Span{time.UnixMilli(from), time.UnixMilli(to)}, nil
}

// frozenSpan returns the value of FrozenOption for a message that begins now. If an earlier message still
// stands, or ended less than one such time ago, both spans become one: in between, nobody had the time to see
// anything.
func (s Server) frozenSpan(ctx context.Context, stays time.Duration) string {
	from := time.Now()
	to := from.Add(stays)
	if last, err := s.Frozen(ctx); err == nil && from.Sub(last.To) < stays && last.From.Before(from) {
		from = last.From
	}
	return fmt.Sprint(from.UnixMilli(), to.UnixMilli())
}

// ShowMessage shows a text in the status lines of clients, for the time stays; 0 = for the time of the option
// display-time. If the message keeps clients from drawing, it stays for frozenTime at most.
func (s Server) ShowMessage(ctx context.Context, text string, stays time.Duration, clients ...Client) error {
	if len(clients) == 0 {
		return nil
	}
	// display-message expands the text as a format and as a time.
	text = strings.NewReplacer("#", "##", "%", "%%").Replace(text)
	show := []string{"display-message", "-C"}
	var cmds [][]string
	if clients[0].IsFrozen() {
		stays = min(cmp.Or(stays, frozenTime), frozenTime)
		show, cmds = show[:1], [][]string{{"set-option", "-s", FrozenOption, s.frozenSpan(ctx, stays)}}
	}
	if stays > 0 {
		show = append(show, "-d", strconv.FormatInt(stays.Milliseconds(), 10))
	}
	for _, c := range clients {
		to := []string{"-c", c.Name}
		old := isBefore(c.version, '3')
		if old {
			to = nil // tmux 3.2 has no -c: the client that was used last shows the message
		}
		cmds = append(cmds, append(append(show[:len(show):len(show)], to...), "--", text))
		if old {
			break
		}
	}
	_, err := s.Run(ctx, cmds)
	return err
}

// SwitchClient returns the command that switches a client to a pane, whatever its session and window are. A
// zoomed window stays zoomed.
func SwitchClient(client, pane string) []string {
	return []string{"switch-client", "-Z", "-c", client, "-t", pane}
}

// PaneFormat expands a format of ours in a pane. If the pane does not exist, tmux expands the format without
// a pane.
func (s Server) PaneFormat(ctx context.Context, pane, format string) (string, error) {
	reply, err := s.Run(ctx, [][]string{{"display-message", "-p", "-t", pane, "#{version}\t" + format}})
	version, text, _ := strings.Cut(strings.TrimSuffix(reply.Stdout, "\n"), "\t")
	return unmangle(version, text), err
}
