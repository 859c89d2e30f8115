package pathcodec_test

import (
	"context"
	"fmt"
	"os"

	"atm/pathcodec"
)

func ExampleEncode() {
	fmt.Println(pathcodec.Encode("/Users/mike/.claude/agents"))
	// Output: -Users-mike--claude-agents
}

func ExampleDecoder_All() {
	d := pathcodec.Decoder{FS: tree("home/dev/my-app", "home/dev/my/app")}
	fmt.Println(d.All(context.Background(), "-home-dev-my-app"))
	// Output: [/home/dev/my-app /home/dev/my/app] <nil>
}

func ExampleDecoder_All_none() {
	cwd, _ := os.Getwd()
	d := pathcodec.Decoder{FS: os.DirFS("/"), Cwd: cwd}
	_, err := d.All(context.Background(), "-no-such-directory")
	fmt.Println(err)
	// Output: decode "-no-such-directory": no such directory
}
