package permission

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// output returns the JSON that the hook prints for a decision with these members. Values stay as they are, to the byte.
func output(behavior string, members ...string) []byte {
	members = append([]string{`"behavior":"` + behavior + `"`}, members...)
	return []byte(`{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{` +
		strings.Join(members, ",") + `}}}`)
}

// allow is a decision to allow the call.
func allow(members ...string) []byte { return output("allow", members...) }

// updatedInput is the member of a decision with the input that the tool gets.
func updatedInput(input jsontext.Value) string { return `"updatedInput":` + string(input) }

// updatedPermissions is the member of a decision with what is allowed from now on.
func updatedPermissions(updates ...jsontext.Value) string {
	list := make([]string, len(updates))
	for i, update := range updates {
		list[i] = string(update)
	}
	return `"updatedPermissions":[` + strings.Join(list, ",") + "]"
}

// setMode returns the update that sets the permission mode of the session.
func setMode(mode string) jsontext.Value {
	return jsontext.Value(`{"type":"setMode","mode":"` + mode + `","destination":"session"}`)
}

// quoted returns a text as a JSON string. [Request.Decide] accepts only UTF-8.
func quoted(text string) string {
	value, _ := jsontext.AppendQuote(nil, text)
	return string(value)
}
