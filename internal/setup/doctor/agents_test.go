package doctor_test

import (
	"errors"
	"slices"

	"atm/internal/agents/dialect"
	"atm/internal/setup/doctor"
	"atm/internal/setup/install"
	"atm/internal/setup/settings"
)

// agent returns a healthy agent.
func agent(name string) doctor.Agent {
	a := dialect.Of(name)
	wanted := install.AgentHook(a, "/opt/atm")
	found := doctor.Agent{Agent: a, File: "/home/u/" + a.Settings.Dir + "/hooks.json", Wanted: wanted}
	for _, event := range wanted.Events {
		found.Facts.Hooks = append(found.Facts.Hooks, settings.Found{Event: event.Name, Program: "/opt/atm"})
	}
	return found
}

func agentIllnesses() []illness {
	spoiled := func(name string, spoil func(*doctor.Agent)) func(*doctor.Facts) {
		return func(f *doctor.Facts) {
			a := agent(name)
			spoil(&a)
			f.Agents = []doctor.Agent{a}
		}
	}
	return []illness{
		{
			name:  "a file of an agent that does not parse",
			spoil: spoiled("qwen", func(a *doctor.Agent) { a.Err = errors.New("line 3") }),
			check: "qwen", level: doctor.Note, message: "line 3",
		},
		{
			name:  "an agent that runs no hooks",
			spoil: spoiled("qwen", func(a *doctor.Agent) { a.Facts.Disabled = true }),
			check: "qwen", level: doctor.Broken, message: "disableAllHooks is true",
		},
		{
			name:  "a hook of an agent is missing",
			spoil: spoiled("gemini", func(a *doctor.Agent) { a.Facts.Hooks = a.Facts.Hooks[1:] }),
			check: "gemini", level: doctor.Broken, message: "SessionStart is missing", fix: doctor.FixAgents,
		},
		{
			name: "an agent of which only the user's own hooks call atm, not for all events",
			spoil: spoiled("gemini", func(a *doctor.Agent) {
				a.Facts.Mixed, a.Facts.Hooks = a.Facts.Hooks[1:], nil
			}),
			check: "gemini", level: doctor.Broken, message: "SessionStart is missing", fix: doctor.FixAgents,
		},
		{
			name: "an agent calls a program that is gone",
			spoil: spoiled("droid", func(a *doctor.Agent) {
				for i := range a.Facts.Hooks {
					a.Facts.Hooks[i].Program = "/gone/atm"
				}
			}),
			check: "droid", level: doctor.Broken, message: "/gone/atm cannot be run", fix: doctor.FixAgents,
		},
		{
			name:  "an agent calls another program that works",
			spoil: spoiled("cursor", func(a *doctor.Agent) { a.Facts.Hooks[2].Program = "/elsewhere/atm" }),
			check: "cursor", level: doctor.Note, message: "they call /elsewhere/atm, not /opt/atm", fix: doctor.FixAgents,
		},
		{
			name: "an agent has a hook for an event that says nothing",
			spoil: spoiled("copilot", func(a *doctor.Agent) {
				a.Facts.Hooks = append(slices.Clone(a.Facts.Hooks), settings.Found{Event: "New", Program: "/opt/atm"})
			}),
			check: "copilot", level: doctor.Note, message: "New is of no use", fix: doctor.FixAgents,
		},
		{
			name:  "hooks that an agent does not trust",
			spoil: spoiled("codex", func(a *doctor.Agent) { a.Untrusted, a.SharesServer = []string{"Stop"}, true }),
			check: "codex", level: doctor.Broken, message: "Codex has not been told to trust 1 hook",
		},
		{
			name:  "an agent with a server that panes share",
			spoil: spoiled("codex", func(a *doctor.Agent) { a.SharesServer = true }),
			check: "codex", level: doctor.Note, message: "Codex runs its hooks in a server that its panes share",
		},
	}
}
