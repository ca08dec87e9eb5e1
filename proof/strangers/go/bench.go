// The test bench beside the devices: what a technician can do to them by hand. No part of the interface.
package main

import (
	"encoding/base64"
	"net/http"
	"strings"
	"time"
)

// bench serves POST /bench/<unit>/<what> and POST /bench/clients/<id> with a JSON body, and GET /bench/<unit>/done.
func (w *World) bench(rw http.ResponseWriter, r *http.Request) {
	path := strings.Split(strings.TrimPrefix(r.URL.Path, "/bench/"), "/")
	b, no := object{}, (*refusal)(nil)
	if r.Method == "POST" {
		b, no = body(r)
	}
	if no != nil || len(path) != 2 {
		fail(rw, refuse(400, "BENCH"))
		return
	}
	w.Lock()
	defer w.Unlock()
	if c := w.clients[path[1]]; c != nil && path[0] == "clients" {
		c.disabled = b["enabled"] != true
		send(rw, 200, object{"done": true})
		return
	}
	d := w.devices[path[0]]
	if d != nil && r.Method == "GET" {
		send(rw, 200, object{"done": d.done})
		return
	}
	if d == nil {
		fail(rw, refuse(404, "BENCH"))
		return
	}
	switch path[1] {
	case "input":
		w.setInput(d, b)
	case "analog":
		i, ok := whole(b["channel"], 1, len(d.analogs))
		if v, isNumber := b["reading"].(float64); ok && isNumber {
			if bad("big-analog-step-is-event") && (v-d.analogs[i-1] > 2 || d.analogs[i-1]-v > 2) {
				w.changed(d, object{"part": "input", "at": 1})
			}
			d.analogs[i-1] = v
		}
	case "sensor":
		at := map[interface{}]int{"temperature": 0, "humidity": 1}[b["name"]]
		if v, isNumber := b["value"].(float64); isNumber {
			d.sensors[at] = v
		}
	case "link":
		w.setLink(d, b["up"] == true)
	case "mains":
		w.setMains(d, b["on"] == true)
	case "bus":
		data, _ := base64.StdEncoding.DecodeString(text(b["payload"]))
		if !(d.linkWasDown && bad("bus-deaf-after-link-loss")) && d.link && d.mains {
			w.received(d, data)
		}
	case "answer":
		request, _ := base64.StdEncoding.DecodeString(text(b["request"]))
		response, _ := base64.StdEncoding.DecodeString(text(b["response"]))
		delay, _ := b["delay"].(float64)
		d.answers[string(request)] = answer{response, time.Duration(delay * float64(time.Second)), b["response"] == nil}
	default:
		fail(rw, refuse(404, "BENCH"))
		return
	}
	send(rw, 200, object{"done": true})
}

func text(v interface{}) string { s, _ := v.(string); return s }

func (w *World) setInput(d *Device, b object) {
	i, ok := whole(b["pin"], 1, len(d.inputs))
	high := b["level"] == 1.0 || b["level"] == true
	if !ok || d.inputs[i-1] == high {
		return
	}
	d.inputs[i-1] = high
	if d.link {
		d.cutInputs = nil
	}
	if i == len(d.inputs) && bad("last-input-silent") {
		return
	}
	w.tell(d, object{"part": "input", "at": i})
}

// tell reports a change now, or when the device can be reached again.
func (w *World) tell(d *Device, change object) {
	if d.link && d.mains {
		w.changed(d, change)
		return
	}
	d.untold = append(d.untold, change)
}

func (w *World) tellAll(d *Device) {
	late := d.untold
	d.untold = nil
	for _, change := range late {
		w.tell(d, change)
	}
}

func (w *World) setLink(d *Device, up bool) {
	if d.link == up {
		return
	}
	d.link = up
	if up && bad("budget-forgotten-on-reconnect") {
		d.until = map[string]time.Time{}
	}
	topic := "device.connection.online"
	if !up {
		d.linkWasDown = true
		d.cutInputs = append([]bool{}, d.inputs...)
		topic = "device.connection.offline"
	}
	later(150*time.Millisecond, func() { w.Lock(); d.show(); w.Unlock() })
	w.publish(d, topic, object{})
	w.tellAll(d)
}

func (w *World) setMains(d *Device, on bool) {
	if d.mains == on {
		return
	}
	d.mains = on
	if !on {
		w.publish(d, "device.power.lost", object{})
		for i := range d.relays {
			w.setRelay(d, i, false)
		}
		return
	}
	topic := "device.power.restored"
	if bad("restored-as-online") {
		topic = "device.connection.online"
	}
	w.publish(d, topic, object{})
	w.tellAll(d)
}
