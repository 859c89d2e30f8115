package cli

import (
	"runtime"
	"runtime/debug"
)

// Version returns the version of the module, as Go has stamped it; "unknown" without a stamp.
func Version() string { return ThisBuild().Version }

// Build is what a program was built from, and for. Go puts it into the program; what it does
// not know is empty.
type Build struct {
	Version  string `json:"version"`
	Commit   string `json:"commit"`
	Date     string `json:"date"`     // of the commit, RFC 3339
	Modified bool   `json:"modified"` // there were changes that were not committed
	Go       string `json:"go"`       // the version of Go
	OS       string `json:"os"`
	Arch     string `json:"arch"`
}

// ThisBuild returns what this program was built from.
func ThisBuild() Build {
	build := Build{Version: "unknown", Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return build
	}
	build.Version = info.Main.Version
	for _, setting := range info.Settings {
		switch setting.Key {
		case "vcs.revision":
			build.Commit = setting.Value
		case "vcs.time":
			build.Date = setting.Value
		case "vcs.modified":
			build.Modified = setting.Value == "true"
		}
	}
	return build
}
