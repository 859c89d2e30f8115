// Package e2e drives the real Claude Code client through whole scenes, with atm
// installed, and asks all the time whether the pane tells the truth: whether its
// state is what the client's own registry says.
//
// A scene is a script in testdata/script-e2e. It runs in a private tmux server
// and a throw-away home, against a scripted Messages API on loopback in which the
// prompt itself says what the model does (see [Serve]). scripts/e2e installs the
// clients and runs the scenes; without it they are skipped.
//
// It does not promise anything about a model, an account or the network: none
// is used.
package e2e
