// The gateway of events: what happens on one device within a moment leaves as one event, a little later.
package main

import (
	"encoding/base64"
	"time"
)

type batch struct {
	changes []object
	state   object
}

// changed collects a change; the batch leaves when its window closes. The world is locked.
func (w *World) changed(d *Device, change object) {
	if b := w.pending[d.uid]; b != nil && !odd("event-each-change") {
		for _, c := range b.changes {
			if same(c, change) {
				return
			}
		}
		b.changes = append(b.changes, change)
		return
	}
	b := &batch{[]object{change}, d.state(false)}
	w.pending[d.uid] = b
	pause := 100 * time.Millisecond
	if odd("events-merged-long") {
		pause = 900 * time.Millisecond
	}
	later(pause, func() {
		w.Lock()
		defer w.Unlock()
		if w.pending[d.uid] == b {
			delete(w.pending, d.uid)
		}
		changes := b.changes
		if bad("first-change-only") {
			changes = changes[:1]
		}
		if bad("mixed-batch-outputs-only") {
			changes = outputsOr(changes)
		}
		state := d.state(false)
		if bad("peripherals-of-window-start") {
			state = b.state
		}
		w.publish(d, "device.state.changed", object{"changes": changes, "peripherals": state})
	})
}

// outputsOr returns the changes of outputs, or all where there are none.
func outputsOr(changes []object) []object {
	outputs := []object{}
	for _, c := range changes {
		if c["part"] == "output" {
			outputs = append(outputs, c)
		}
	}
	if len(outputs) == 0 {
		return changes
	}
	return outputs
}

func (w *World) received(d *Device, data []byte) {
	w.publish(d, "device.rs485.received", object{"payload": base64.StdEncoding.EncodeToString(data)})
}

// publish sends an event to the open connections of the tenant. The world is locked.
func (w *World) publish(d *Device, topic string, data object) {
	w.number++
	data["unit"] = d.uid
	event := object{"kind": "event", "topic": topic, "at": now().UnixMilli(), "data": data}
	if !odd("events-without-number") {
		event["number"] = w.number
	}
	if odd("more-fields") {
		event["trace"] = object{"hop": []interface{}{1, nil, "x"}}
		data["shard"] = 4
	}
	delay := 20 * time.Millisecond
	if odd("events-late") {
		delay = 1500 * time.Millisecond
	}
	send := func() {
		w.Lock()
		defer w.Unlock()
		w.deliver(d, event)
	}
	later(delay, send)
	if odd("events-twice") {
		later(delay+2*time.Second, send)
	}
	if odd("events-copied-with-new-number") {
		later(delay+300*time.Millisecond, func() {
			w.Lock()
			defer w.Unlock()
			w.number++
			copied := object{}
			for name, value := range event {
				copied[name] = value
			}
			copied["number"] = w.number
			w.deliver(d, copied)
		})
	}
	if odd("more-fields") {
		w.deliver(d, object{"kind": "event", "topic": "device.firmware.seen", "number": w.number + 1000000, "at": 0, "data": object{"unit": d.uid}})
	}
}

// misses says whether a defect keeps this event from this connection.
func (s *Socket) misses(d *Device, event object) bool {
	return now().Sub(s.heard) > 20*time.Second && bad("events-lapse-after-20s") ||
		!s.asked[d.uid] && bad("events-after-state-get") ||
		!s.known[d.uid] && bad("devices-of-connection-fixed") ||
		d.sender == s && now().Sub(d.sentAt) < time.Second && event["topic"] == "device.state.changed" && bad("no-echo-to-sender")
}

func (w *World) deliver(d *Device, event object) {
	reached := map[*Client]bool{}
	for i := len(w.sockets) - 1; i >= 0; i-- {
		s := w.sockets[i]
		if s.client.tenant != d.tenant && !bad("events-to-strangers") {
			continue
		}
		if reached[s.client] && bad("newest-connection-only") {
			continue
		}
		if s.misses(d, event) {
			continue
		}
		reached[s.client] = true
		s.write(event)
	}
	for _, c := range w.clients {
		if bad("events-replayed") && c.tenant == d.tenant && !reached[c] {
			w.missed[c.id] = append(w.missed[c.id], event)
		}
	}
}
