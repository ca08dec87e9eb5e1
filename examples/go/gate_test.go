package gate

import "testing"

func TestARepeatAfterALostReplySwitchesTheRelayOnce(t *testing.T) {
	simulator := startSimulator(t)
	fault := map[string]any{"fault": "response-lost", "on": map[string]any{"route": "relays.set"}, "count": 1}
	simulator.ask(t, "POST", "/faults", fault, &struct{}{})

	gate := Gate{URL: simulator.URL, Device: "bench-01"}
	if err := gate.Open(); err != nil {
		t.Fatal(err)
	}

	var witness struct{ Relays []struct{ SwitchedTimes int } }
	simulator.ask(t, "GET", "/devices/bench-01/witness", nil, &witness)
	if times := witness.Relays[1].SwitchedTimes; times != 1 {
		t.Errorf("relay 2 has switched %d times, not once", times)
	}
	var journal struct{ Records []struct{ What string } }
	simulator.ask(t, "GET", "/journal?kind=request", nil, &journal)
	asked := 0
	for _, record := range journal.Records {
		if record.What == "relays.set" {
			asked++
		}
	}
	if asked != 2 {
		t.Errorf("the gate was asked %d times, not twice", asked)
	}
}
