// Operations: what is asked is checked, put in the device's queue, and done by its worker.
package main

import (
	"context"
	"encoding/base64"
	"fmt"
	"math"
	"math/rand"
	"reflect"
	"time"
)

type object = map[string]interface{}

type Command struct {
	id, operation, status, device, tenant, print string
	params, result                               object
	ended                                        chan struct{}
	over                                         string
	at                                           time.Time
	repeats                                      int
}

type refusal struct {
	status int
	code   string
	data   object
}

func refuse(status int, code string) *refusal { return &refusal{status, code, nil} }
func invalid(field string) *refusal {
	return &refusal{422, "NOT_ACCEPTABLE_VALUE", object{"field": field}}
}

func limited(seconds int) *refusal {
	return &refusal{429, "RATE_LIMITED", object{"retryAfterSeconds": seconds}}
}

func (c *Command) view() object {
	o := object{"ref": c.id, "operation": c.operation, "params": c.params, "status": c.status, "unit": c.device}
	if c.result != nil || odd("result-null") {
		o["result"] = c.result
	}
	return object{"command": o}
}

func (c *Client) may(scope string) bool {
	for _, s := range c.scopes {
		if s == scope || scope == "device:read" {
			return true
		}
	}
	return false
}

func (w *World) deviceOf(c *Client, uid string) (*Device, *refusal) {
	d := w.devices[uid]
	if d == nil || (d.tenant != c.tenant && !odd("foreign-is-forbidden")) {
		return nil, refuse(404, "UNIT_UNKNOWN")
	}
	if d.tenant != c.tenant {
		return nil, refuse(403, "UNIT_FORBIDDEN")
	}
	return d, nil
}

var scopeOf = map[string]string{
	"device.relay.set": "device:control", "device.rs485.transceive": "device:control",
	"device.rs485.baudRate.set": "device:config", "device.relay.jogConfig.set": "device:config",
}

func whole(v interface{}, from, to int) (int, bool) {
	f, ok := v.(float64)
	if !ok || f != math.Trunc(f) || f < float64(from) || f > float64(to) {
		return 0, false
	}
	return int(f), true
}

// plan checks the parameters of an operation and returns what the worker has to do.
func (w *World) plan(d *Device, operation string, p object) (func(c *Command), *refusal) {
	switch operation {
	case "device.relay.set":
		return w.planRelays(d, p)
	case "device.rs485.transceive":
		return w.planTransceive(d, p)
	case "device.rs485.baudRate.set":
		baud, ok := whole(p["baud"], 1200, 115200)
		if !ok || 115200%baud != 0 {
			return nil, invalid("baud")
		}
		return func(c *Command) {
			pause(60 * time.Millisecond)
			w.Lock()
			d.baud = baud
			if bad("baud-is-broadcast") {
				w.changed(d, object{"part": "output", "at": 1})
			}
			w.Unlock()
		}, nil
	case "device.relay.jogConfig.set":
		i, ok := whole(p["output"], 1, len(d.relays))
		seconds, isNumber := p["seconds"].(float64)
		if !ok {
			return nil, refuse(404, "OUTPUT_UNKNOWN")
		}
		if !isNumber || seconds < 0.05 || seconds > 60 {
			return nil, invalid("seconds")
		}
		return func(c *Command) {
			pause(60 * time.Millisecond)
			if bad("jog-fraction-lost") && seconds > 1 {
				seconds = math.Trunc(seconds)
			}
			w.Lock()
			d.jog[i-1] = seconds
			if bad("jog-of-neighbour-too") && i < len(d.jog) {
				d.jog[i] = seconds
			}
			w.Unlock()
		}, nil
	}
	return nil, refuse(400, "OPERATION_UNKNOWN")
}

func (w *World) planRelays(d *Device, p object) (func(c *Command), *refusal) {
	items, ok := p["relays"].([]interface{})
	if !ok || len(items) == 0 {
		return nil, invalid("relays")
	}
	type step struct {
		i  int
		do string
	}
	steps, seen := []step{}, map[int]bool{}
	for n, item := range items {
		o, ok := item.(object)
		if !ok {
			return nil, invalid("relays")
		}
		i, ok := whole(o["output"], 1, len(d.relays))
		do, _ := o["do"].(string)
		if !ok || seen[i] || (do != "close" && do != "open" && do != "pulse") {
			return nil, invalid("relays")
		}
		seen[i] = true
		if bad("all-relays-as-first") && n > 0 {
			do = steps[0].do
		}
		if bad("fourth-relay-dropped") && n >= 3 {
			continue
		}
		steps = append(steps, step{i - 1, do})
	}
	return func(c *Command) {
		pause(80 * time.Millisecond)
		w.Lock()
		defer w.Unlock()
		longest := 0.0
		for _, s := range steps {
			d.ordered[s.i] = s.do != "open"
			if s.do == "pulse" {
				w.pulse(d, s.i)
				longest = math.Max(longest, d.jog[s.i])
			} else {
				w.setRelay(d, s.i, s.do == "close")
			}
		}
		if longest > 0 && odd("pulse-is-a-long-command") {
			w.Unlock()
			pause(time.Duration(longest * float64(time.Second)))
			w.Lock()
		}
	}, nil
}

func (w *World) planTransceive(d *Device, p object) (func(c *Command), *refusal) {
	text, ok := p["payload"].(string)
	data, err := base64.StdEncoding.DecodeString(text)
	if !ok || err != nil || len(data) == 0 || len(data) > 256 {
		return nil, invalid("payload")
	}
	wait := 1.0
	if v, given := p["wait"]; given {
		f, ok := v.(float64)
		if !ok || f < 0.05 || f > 10 {
			return nil, invalid("wait")
		}
		wait = f
	}
	return func(c *Command) {
		out, answered := w.ask(d, data, time.Duration(wait*float64(time.Second)))
		w.Lock()
		defer w.Unlock()
		if !answered {
			c.status = "TIMEOUT"
			return
		}
		c.result = object{"payload": base64.StdEncoding.EncodeToString(out)}
		if bad("answer-is-event-too") {
			w.received(d, out)
		}
	}, nil
}

// submit checks, queues and, where the caller has to wait, waits. It is the one way to an operation.
func (w *World) submit(c *Client, uid, operation string, p object, key, over, session string) (*Command, *refusal) {
	w.Lock()
	command, no := w.accept(c, uid, operation, p, key, over, session)
	w.Unlock()
	if no != nil {
		return nil, no
	}
	switch {
	case operation == "device.rs485.transceive" || odd("commands-end-at-once"):
		<-command.ended
	case odd("event-before-reply"):
		<-command.ended
		pause(250 * time.Millisecond)
	default:
		pause(time.Duration(rand.Intn(60)) * time.Millisecond)
	}
	return command, nil
}

func (w *World) accept(c *Client, uid, operation string, p object, key, over, session string) (*Command, *refusal) {
	scope, known := scopeOf[operation]
	if !known {
		return nil, refuse(400, "OPERATION_UNKNOWN")
	}
	unchecked := over == "ws" && operation == "device.rs485.transceive" && bad("ws-transceive-unchecked") ||
		over == "compat" && bad("compat-needs-no-scope")
	if !c.may(scope) && !unchecked {
		return nil, &refusal{403, "AUTH_SCOPE_DENIED", object{"requiredScope": scope}}
	}
	d, no := w.deviceOf(c, uid)
	if no != nil {
		return nil, no
	}
	if key == "" && odd("key-required") {
		return nil, refuse(400, "KEY_REQUIRED")
	}
	act, no := w.plan(d, operation, p)
	if no != nil {
		return nil, no
	}
	name, print := c.id+"\n"+key, fmt.Sprint(uid, operation, p)
	if bad("keys-shared-by-clients") {
		name = key
	}
	if over == "ws" && bad("ws-keys-per-connection") || over != "ws" && bad("keys-per-token") {
		name += "\n" + session
	}
	forgets := over == "compat" && bad("compat-forgets-key") ||
		over == "ws" && operation == "device.relay.jogConfig.set" && bad("ws-key-ignored-for-jog")
	if old := w.keys[name]; key != "" && old != nil && !forgets {
		if old.print == print && old.status == "queued" && d.busy && odd("repeat-in-flight-is-busy") {
			return nil, refuse(409, "DEVICE_BUSY")
		}
		if old.print == print && old.status == "TIMEOUT" && bad("timeout-repeat-sends-again") {
			d.done++
		}
		if old.print != print && bad("reused-key-rewrites-params") && old.operation == operation {
			old.params = p
		}
		if old.print == print && !(old.status == "TIMEOUT" && bad("timeout-runs-again")) {
			old.repeats++
			return old, nil
		}
		if old.print != print && !bad("key-other-body-runs") {
			return nil, refuse(422, "KEY_TAKEN")
		}
	}
	if wait := c.quota("control", 80); wait > 0 {
		return nil, limited(wait)
	}
	if !d.link || !d.mains {
		return nil, refuse(409, "UNIT_UNREACHABLE")
	}
	if d.busy && !(bad("busy-per-client") && d.busyOf != c) || w.refused[name] {
		if bad("busy-remembered") && key != "" {
			w.refused[name] = true
		}
		return nil, refuse(409, "DEVICE_BUSY")
	}
	d.busy, d.busyOf = true, c
	w.number++
	command := &Command{
		id: fmt.Sprintf("q%07d", w.number*7919%9999991), operation: operation, params: p, status: "queued",
		device: uid, tenant: d.tenant, print: print, ended: make(chan struct{}),
		over: over, at: now(),
	}
	w.commands[command.id] = command
	if key != "" {
		w.keys[name] = command
	}
	d.queue <- func() { w.run(d, command, act) }
	return command, nil
}

// run is the worker's part: the device is free when the act is over, and the projection follows.
func (w *World) run(d *Device, c *Command, act func(c *Command)) {
	act(c)
	w.Lock()
	defer w.Unlock()
	d.done++
	if c.status == "TIMEOUT" && bad("timeout-holds-device") {
		later(20*time.Second, func() { w.Lock(); d.busy = false; w.Unlock() })
	} else if !d.link && bad("link-loss-holds-device") {
		later(30*time.Second, func() { w.Lock(); d.busy = false; w.Unlock() })
	} else {
		d.busy = false
	}
	lag := time.Duration(40+rand.Intn(120)) * time.Millisecond
	if odd("commands-end-late") {
		lag = 1200 * time.Millisecond
	}
	if odd("commands-end-at-once") || c.operation == "device.rs485.transceive" {
		lag = 0
	}
	finish := func() {
		if !(c.over == "ws" && c.operation == "device.relay.jogConfig.set" && bad("config-stale-after-ws-jog")) {
			d.show()
		}
		if c.status == "TIMEOUT" {
			if bad("timeout-becomes-done") {
				later(5*time.Second, func() { w.Lock(); c.status = "done"; w.Unlock() })
			}
		} else {
			c.status = "done"
		}
		close(c.ended)
	}
	if lag == 0 {
		finish()
		return
	}
	later(lag, func() { w.Lock(); finish(); w.Unlock() })
}

// refresh reads the whole device; it takes the device for a while and spends its budget.
func (w *World) refresh(c *Client, uid, over string, asked context.Context) (object, *refusal) {
	w.Lock()
	d, no := w.deviceOf(c, uid)
	for _, gone := range w.removed {
		if over == "ws" && gone.uid == uid && gone.tenant == c.tenant && bad("removed-answers-on-ws") {
			d, no = gone, nil
		}
	}
	if no != nil {
		w.Unlock()
		return nil, no
	}
	no = w.startRefresh(c, d, over)
	w.Unlock()
	if no != nil {
		return nil, no
	}
	if odd("refresh-takes-two-seconds") {
		pause(2 * time.Second)
	}
	pause(time.Duration(120+rand.Intn(60)) * time.Millisecond)
	w.Lock()
	defer w.Unlock()
	if asked.Err() != nil && bad("abandoned-refresh-holds-device") {
		later(10*time.Second, func() { w.Lock(); d.busy = false; w.Unlock() })
	} else {
		d.busy = false
	}
	if bad("event-on-refresh") {
		w.changed(d, object{"part": "output", "at": 1})
	}
	seen := d.summary(true)
	io := d.state(true)
	if over == "ws" && bad("ws-state-is-shadow") {
		io["outputs"] = contacts(d.ordered)
	}
	seen["io"] = io
	return object{"unit": seen}, nil
}

func (w *World) startRefresh(c *Client, d *Device, over string) *refusal {
	if wait := c.quota("refresh", 80); wait > 0 {
		return limited(wait)
	}
	if !d.link || !d.mains {
		return refuse(409, "UNIT_UNREACHABLE")
	}
	budget, gap := "device", 3*time.Second
	if over == "ws" && bad("ws-own-budget") {
		budget = "ws"
	}
	if bad("budget-per-client") {
		budget = c.id
	}
	if odd("budget-five-seconds") {
		gap = 5 * time.Second
	}
	if odd("budget-eight-seconds") {
		gap = 8 * time.Second
	}
	at := now()
	if left := d.until[budget].Sub(at); left > 0 {
		if bad("rejection-extends-window") {
			d.until[budget] = at.Add(gap)
		}
		seconds := int(math.Ceil(left.Seconds()))
		if bad("retry-after-too-short") && seconds > 1 {
			seconds--
		}
		if odd("retry-after-generous") {
			seconds += 2
		}
		return limited(seconds)
	}
	if d.busy && !(bad("busy-per-client") && d.busyOf != c) {
		return refuse(409, "DEVICE_BUSY")
	}
	d.busyOf = c
	d.busy = !(over == "ws" && bad("control-during-ws-refresh"))
	d.until[budget] = at.Add(gap)
	return nil
}

// summary is what a list shows; a refresh shows the device itself, a list the projection.
func (d *Device) summary(live bool) object {
	link := d.shownLink
	if live {
		link = d.link
	}
	return object{
		"uid": d.uid, "label": d.label, "type": d.profile,
		"link":  map[bool]string{true: "up", false: "down"}[link],
		"mains": map[bool]string{true: "good", false: "out"}[d.mains],
	}
}

func same(a, b interface{}) bool { return reflect.DeepEqual(a, b) }
