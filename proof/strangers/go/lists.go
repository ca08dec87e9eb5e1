// What can be switched on: defects break a rule each; oddities are strange and allowed.
package main

import (
	_ "embed"
	"encoding/json"
)

//go:embed switches.json
var switches []byte

var defects, oddities = readSwitches()

func readSwitches() (map[string]string, map[string]string) {
	var all struct {
		Defects, Oddities []struct{ Name, Shows, Does string }
	}
	if err := json.Unmarshal(switches, &all); err != nil {
		panic(err)
	}
	wrong, strange := map[string]string{}, map[string]string{}
	for _, one := range all.Defects {
		wrong[one.Name] = one.Shows
	}
	for _, one := range all.Oddities {
		strange[one.Name] = one.Does
	}
	return wrong, strange
}
