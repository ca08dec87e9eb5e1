// The devices, their physics, and the clients that may reach them.
package main

import (
	"bytes"
	"fmt"
	"math"
	"math/rand"
	"sync"
	"time"
)

type Client struct {
	id, secret string
	scopes     []string
	tenant     string
	disabled   bool
	life       time.Duration
	windows    map[string]*window
}

type window struct {
	from time.Time
	used int
}

type token struct {
	client *Client
	until  time.Time
}

// An answer that the peripheral on a bus gives to one request.
type answer struct {
	data  []byte
	delay time.Duration
	never bool
}

type Device struct {
	uid, label, profile, tenant, password string
	relays, inputs, bootInputs            []bool
	relayTurn                             []int // a later change makes a running pulse void
	analogs, sensors, oldSensors          []float64
	jog                                   []float64
	baud                                  int
	link, mains                           bool
	linkWasDown                           bool
	cutInputs, ordered                    []bool // the inputs when the link was cut; the relays as they were ordered
	busyOf                                *Client
	sender                                *Socket // who asked last over WebSocket, and when
	sentAt                                time.Time
	busy                                  bool
	until                                 map[string]time.Time // no refresh before that
	answers                               map[string]answer
	leftover                              []byte
	untold                                []object
	done                                  int
	queue                                 chan func()
	// What the projection shows: it follows a little later.
	shownJog  []float64
	shownBaud int
	shownLink bool
}

type World struct {
	sync.Mutex
	clients  map[string]*Client
	tokens   map[string]*token
	tickets  map[string]*ticket
	devices  map[string]*Device
	commands map[string]*Command
	keys     map[string]*Command
	refused  map[string]bool
	sockets  []*Socket
	pending  map[string]*batch
	missed   map[string][]object
	number   int
	removed  []*Device
}

func newWorld() *World {
	w := &World{
		clients: map[string]*Client{}, tokens: map[string]*token{}, tickets: map[string]*ticket{},
		devices: map[string]*Device{}, commands: map[string]*Command{}, keys: map[string]*Command{},
		refused: map[string]bool{}, pending: map[string]*batch{}, missed: map[string][]object{},
	}
	all := []string{"device:read", "device:control", "device:config", "device:manage"}
	add := func(id, tenant string, life time.Duration, scopes ...string) *Client {
		c := &Client{id: id, secret: "secret-of-" + id, tenant: tenant, scopes: scopes, life: life, windows: map[string]*window{}}
		w.clients[id] = c
		return c
	}
	add("plant", "north", lifetime, all...)
	add("plant-two", "north", lifetime, all...)
	add("brief", "north", 4*time.Second, all...)
	add("reader", "north", lifetime, "device:read")
	add("operator", "north", lifetime, "device:control")
	add("fitter", "north", lifetime, "device:config")
	add("manager", "north", lifetime, "device:manage")
	add("neighbour", "south", lifetime, all...)
	add("gone", "north", lifetime, all...).disabled = true
	for _, uid := range []string{"unit-a", "unit-b", "unit-c", "unit-d", "unit-e", "unit-f"} {
		w.install(uid, "north")
	}
	w.install("unit-y", "south")
	w.install("unit-z", "south")
	if odd("busy-now-and-then") {
		go w.poll()
	}
	if odd("guests-come-and-go") {
		go w.guests()
	}
	if odd("restless-input") {
		go w.restless(w.devices["unit-f"])
	}
	return w
}

// install makes a device as it comes from the factory, and the worker of its queue.
func (w *World) install(uid, tenant string) *Device {
	d := &Device{
		uid: uid, label: "Cabinet " + uid, profile: "rio-6", tenant: tenant, password: "old-password",
		relays: make([]bool, 5), relayTurn: make([]int, 5), ordered: make([]bool, 5),
		inputs: []bool{true, false, false, true, false}, bootInputs: []bool{true, false, false, true, false},
		analogs: []float64{4.5, 12.25, 0}, sensors: []float64{21.5, 44}, oldSensors: []float64{21.5, 44},
		jog: []float64{0.5, 0.5, 0.5, 0.5, 0.5}, baud: 9600, link: true, mains: true,
		until: map[string]time.Time{}, answers: map[string]answer{}, queue: make(chan func(), 16),
	}
	d.show()
	w.devices[uid] = d
	go func() {
		for act := range d.queue {
			act()
		}
	}()
	return d
}

// show moves what the device has into what the projection shows.
func (d *Device) show() {
	d.shownJog = append([]float64{}, d.jog...)
	d.shownBaud, d.shownLink = d.baud, d.link
}

// guests adds and removes devices, as another user of the account does.
func (w *World) guests() {
	for n := 1; ; n++ {
		uid := fmt.Sprint("guest-", n)
		pause(4 * time.Second)
		w.Lock()
		w.install(uid, "north")
		w.Unlock()
		pause(4 * time.Second)
		w.Lock()
		delete(w.devices, uid)
		w.Unlock()
	}
}

// restless moves the last input of a device, as a machine in the field does.
func (w *World) restless(d *Device) {
	for high := 0.0; ; high = 1 - high {
		pause(5 * time.Second)
		w.Lock()
		w.setInput(d, object{"pin": float64(len(d.inputs)), "level": high})
		w.Unlock()
	}
}

func (w *World) poll() {
	for {
		pause(7 * time.Second)
		w.Lock()
		for _, d := range w.devices {
			if d.busy {
				continue
			}
			d.busy = true
			d := d
			later(250*time.Millisecond, func() { w.Lock(); d.busy = false; w.Unlock() })
		}
		w.Unlock()
	}
}

var relayNames = []string{"K1", "K2", "K3", "K4", "K5"}

func contacts(relays []bool) object {
	outputs := object{}
	for i, on := range relays {
		outputs[relayNames[i]] = map[bool]string{true: "closed", false: "open"}[on]
	}
	return outputs
}

// state is the complete runtime state of the device, as events and refreshes show it.
func (d *Device) state(inRefresh bool) object {
	inputs, sensors := d.inputs, d.sensors
	if inRefresh && bad("inputs-of-boot") {
		inputs = d.bootInputs
	}
	if inRefresh && bad("sensors-cached") {
		sensors = d.oldSensors
	}
	if inRefresh && d.cutInputs != nil && d.link && bad("inputs-stale-after-reconnect") {
		inputs = d.cutInputs
	}
	pins := []object{}
	for i, high := range inputs {
		level := 0
		if high {
			level = 1
		}
		pins = append(pins, object{"pin": i + 1, "level": level})
	}
	channels := []object{}
	for i, v := range d.analogs {
		if odd("noisy-analog") {
			v += float64(rand.Intn(9)-4) / 1000
		}
		channels = append(channels, object{"channel": i + 1, "reading": v, "unit": "mA"})
	}
	s := object{"outputs": contacts(d.relays), "inputs": pins, "analog": channels}
	if inRefresh || !bad("event-without-sensors") {
		s["sensors"] = object{"temperature": sensors[0], "humidity": sensors[1]}
	}
	return s
}

// setRelay moves one relay and tells the gateway when it has changed.
func (w *World) setRelay(d *Device, i int, on bool) {
	d.relayTurn[i]++
	if d.relays[i] != on {
		d.relays[i] = on
		w.tell(d, object{"part": "output", "at": i + 1})
	}
}

func (w *World) pulse(d *Device, i int) {
	if d.relays[i] && bad("pulse-on-closed-never-ends") {
		return
	}
	w.setRelay(d, i, true)
	turn := d.relayTurn[i]
	later(time.Duration(d.jog[i]*float64(time.Second)), func() {
		w.Lock()
		defer w.Unlock()
		if (d.relayTurn[i] == turn || bad("old-pulse-opens-closed-relay")) && d.mains {
			w.setRelay(d, i, false)
		}
	})
}

// ask sends bytes on the bus and waits for the peripheral.
func (w *World) ask(d *Device, data []byte, wait time.Duration) ([]byte, bool) {
	w.Lock()
	a, known := d.answers[string(data)]
	if !known {
		a = answer{data: data, delay: 30 * time.Millisecond, never: len(data) > 0 && data[0] == 0xff}
	}
	left := d.leftover
	d.leftover = nil
	w.Unlock()
	if left != nil {
		return left, true
	}
	if a.never || a.delay > wait {
		pause(wait)
		if bad("late-answer-goes-to-next") {
			w.Lock()
			d.leftover = append([]byte{}, data...)
			w.Unlock()
		}
		return nil, false
	}
	pause(a.delay)
	out := append([]byte{}, a.data...)
	if bad("answer-cut-at-64") && len(out) > 64 {
		out = out[:64]
	}
	if bad("answer-loses-end-zeros") {
		out = bytes.TrimRight(out, "\x00")
	}
	if bad("line-feed-gets-return") {
		out = bytes.ReplaceAll(out, []byte("\n"), []byte("\r\n"))
	}
	if bad("length-in-one-byte") {
		out = out[:len(out)%256]
	}
	return out, true
}

// quota counts one request in a window of ten seconds; a refusal costs nothing.
func (c *Client) quota(what string, limit int) (wait int) {
	at := now()
	v := c.windows[what]
	if v == nil || at.Sub(v.from) > 10*time.Second {
		v = &window{from: at}
		c.windows[what] = v
	}
	if v.used >= limit {
		return int(math.Ceil(10 - at.Sub(v.from).Seconds()))
	}
	v.used++
	return 0
}
