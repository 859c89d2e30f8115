package pathcodec_test

import (
	"fmt"

	"atm/pathcodec"
)

func ExampleEncode() {
	fmt.Println(pathcodec.Encode("/Users/mike/.claude/agents"))
	// Output: -Users-mike--claude-agents
}
