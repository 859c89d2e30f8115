package tmux

import (
	"context"
	"strconv"
	"strings"

	"atm/tmuxopt"
)

// Changes returns how many changes of states the server has counted so far.
func (s Server) Changes(ctx context.Context) (int, error) {
	reply, err := s.Run(ctx, [][]string{{"show-options", "-sqv", tmuxopt.ChangesOption}})
	if err != nil {
		return 0, err
	}
	count, _ := strconv.Atoi(strings.TrimSpace(reply.Stdout)) // the option is not set before the first change
	return count, nil
}
