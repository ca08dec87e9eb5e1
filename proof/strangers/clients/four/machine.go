// An API client in Go: three instances, each a state machine that events drive, and a reconciliation every minute.
package main

import (
	"bufio"
	"bytes"
	"crypto/rand"
	"crypto/tls"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	mathrand "math/rand"
	"net"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

var (
	base   = strings.TrimRight(env("CONFORM_URL", "http://127.0.0.1:8080"), "/")
	wsBase = strings.TrimRight(env("CONFORM_WS_URL", "ws"+strings.TrimPrefix(base, "http")), "/")
	flaw   = breach()
	errWs  = errors.New("connection over")
)

func env(name, otherwise string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return otherwise
}

func breach() string {
	if len(os.Args) == 3 && os.Args[1] == "--breach" {
		return os.Args[2]
	}
	return ""
}

func newKey() string {
	raw := make([]byte, 12)
	_, _ = rand.Read(raw)
	return hex.EncodeToString(raw)
}

type state int

const (
	signedOut state = iota
	ticketing
	rebuilding
	live
	backingOff
)

type relay struct {
	Index int    `json:"index"`
	On    bool   `json:"on"`
	Act   string `json:"action,omitempty"`
}
type channelState struct {
	Index  int  `json:"index"`
	Active bool `json:"active"`
}
type peripherals struct {
	Relays []relay        `json:"relays"`
	Inputs []channelState `json:"digitalInputs"`
}
type device struct {
	ID          string       `json:"deviceId"`
	Peripherals *peripherals `json:"peripherals"`
}
type message struct {
	Type      string `json:"type"`
	Topic     string `json:"topic"`
	RequestID string `json:"requestId"`
	EventID   string `json:"eventId"`
	Code      string `json:"code"`
	Data      struct {
		AccessToken string       `json:"accessToken"`
		ExpiresIn   float64      `json:"expiresIn"`
		Ticket      string       `json:"ticket"`
		Retry       float64      `json:"retryAfterSeconds"`
		Devices     []device     `json:"devices"`
		Device      *device      `json:"device"`
		DeviceID    string       `json:"deviceId"`
		Peripherals *peripherals `json:"peripherals"`
		Changes     []struct {
			Kind  string `json:"kind"`
			Index int    `json:"index"`
		} `json:"changes"`
	} `json:"data"`
	status int
}

// watched is what an instance knows of one device of its own.
type watched struct {
	id       string
	inputs   map[int]bool
	want     map[int]bool
	nextRead time.Time
}

type command struct {
	device string
	relays []map[string]interface{}
	key    string
	tries  int
}

type instance struct {
	number   int
	http     *http.Client
	dice     *mathrand.Rand
	token    string
	renewAt  time.Time
	now      state
	attempt  int
	devices  []*watched
	conn     net.Conn
	in       *bufio.Reader
	write    sync.Mutex
	ids      int
	inbox    chan message
	broken   chan struct{}
	pending  *command
	seen     map[string]time.Time
	lastSeen string
	deaf     bool
	notUntil time.Time
}

// call makes one REST exchange; status 0 means that no definitive response came.
func (i *instance) call(method, path string, body interface{}) message {
	var sent io.Reader
	if body != nil {
		text, _ := json.Marshal(body)
		sent = bytes.NewReader(text)
	}
	request, _ := http.NewRequest(method, base+path, sent)
	request.Header.Set("Accept", "application/json")
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	if i.token != "" {
		request.Header.Set("Authorization", "Bearer "+i.token)
	}
	reply, err := i.http.Do(request)
	if err != nil {
		return message{}
	}
	defer reply.Body.Close()
	var read message
	if json.NewDecoder(reply.Body).Decode(&read) != nil {
		return message{}
	}
	read.status = reply.StatusCode
	if seconds, err := strconv.ParseFloat(reply.Header.Get("Retry-After"), 64); err == nil && seconds > read.Data.Retry {
		read.Data.Retry = seconds
	}
	return read
}

func (i *instance) backoff(announced float64) {
	i.attempt++
	limit := 500 * time.Millisecond << uint(min(i.attempt, 7))
	wait := limit/2 + time.Duration(i.dice.Int63n(int64(limit)))
	if least := time.Duration(announced*1000+60) * time.Millisecond; announced > 0 && wait < least {
		wait = least + time.Duration(i.dice.Int63n(int64(2*time.Second)))
	}
	time.Sleep(wait)
}

func min(a, b int) int {
	if a < b {
		return a
	}
	return b
}

// step carries out what the present state asks for, and returns the next one.
func (i *instance) step() state {
	switch i.now {
	case signedOut:
		i.token = ""
		reply := i.call("POST", "/svc/v1/auth/token", map[string]string{"clientId": os.Getenv("CONFORM_CLIENT_ID"), "clientSecret": os.Getenv("CONFORM_CLIENT_SECRET")})
		if reply.Code == "SUCCESS" {
			i.token = reply.Data.AccessToken
			i.renewAt = time.Now().Add(time.Duration(reply.Data.ExpiresIn*800) * time.Millisecond)
			return i.list()
		}
		if reply.status == 401 || reply.status == 403 || reply.status == 400 {
			return signedOut + 100
		}
		i.backoff(reply.Data.Retry)
		return signedOut
	case ticketing:
		if time.Now().After(i.renewAt) {
			return signedOut
		}
		reply := i.call("POST", "/svc/v1/ws/ticket", nil)
		if reply.status == 401 {
			return signedOut
		}
		if reply.Code != "SUCCESS" {
			i.backoff(reply.Data.Retry)
			return ticketing
		}
		if flaw == "early-reset" {
			i.attempt = 0
		}
		if i.dial(reply.Data.Ticket) != nil {
			return backingOff
		}
		return rebuilding
	case rebuilding:
		return i.rebuild()
	case live:
		return i.live()
	case backingOff:
		i.backoff(0)
		return ticketing
	}
	return signedOut
}

func (i *instance) list() state {
	if len(i.devices) > 0 {
		return ticketing
	}
	for {
		reply := i.call("GET", "/svc/v1/devices", nil)
		if reply.status == 401 {
			return signedOut
		}
		if reply.Code == "SUCCESS" {
			for at, one := range reply.Data.Devices {
				if at%3 == i.number {
					i.devices = append(i.devices, &watched{id: one.ID, inputs: map[int]bool{}, want: map[int]bool{}})
				}
			}
			i.attempt = 0
			return ticketing
		}
		i.backoff(reply.Data.Retry)
	}
}

func (i *instance) dial(ticket string) error {
	at, err := url.Parse(wsBase)
	if err != nil {
		return err
	}
	dialer := net.Dialer{Timeout: 8 * time.Second}
	var conn net.Conn
	if at.Scheme == "wss" {
		conn, err = tls.DialWithDialer(&dialer, "tcp", at.Host, &tls.Config{InsecureSkipVerify: true})
	} else {
		conn, err = dialer.Dial("tcp", at.Host)
	}
	if err != nil {
		return err
	}
	nonce := make([]byte, 16)
	_, _ = rand.Read(nonce)
	_ = conn.SetDeadline(time.Now().Add(8 * time.Second))
	fmt.Fprintf(conn, "GET %s/svc/v1/ws?ticket=%s HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: %s\r\nSec-WebSocket-Version: 13\r\n\r\n",
		at.Path, url.QueryEscape(ticket), at.Host, base64.StdEncoding.EncodeToString(nonce))
	in := bufio.NewReader(conn)
	reply, err := http.ReadResponse(in, nil)
	if err != nil || reply.StatusCode != 101 {
		conn.Close()
		return errWs
	}
	_ = conn.SetDeadline(time.Time{})
	i.conn, i.in, i.ids = conn, in, 0
	i.inbox, i.broken = make(chan message, 500), make(chan struct{})
	go i.receive(conn, in, i.inbox, i.broken)
	go i.beat(conn, i.broken)
	return nil
}

// beat sends a heartbeat each 20 seconds, whatever else goes on; nobody waits for the replies.
func (i *instance) beat(conn net.Conn, broken chan struct{}) {
	for number := 1; ; number++ {
		select {
		case <-broken:
			return
		case <-time.After(20 * time.Second):
			i.send(conn, 1, []byte(fmt.Sprintf(`{"type":"request","topic":"session.ping","requestId":"beat-%d","data":{}}`, number)))
		}
	}
}

func (i *instance) receive(conn net.Conn, in *bufio.Reader, inbox chan message, broken chan struct{}) {
	defer close(broken)
	defer conn.Close()
	var text []byte
	for {
		head := make([]byte, 2)
		if _, err := io.ReadFull(in, head); err != nil {
			return
		}
		size := uint64(head[1] & 127)
		if size == 126 {
			var short uint16
			if binary.Read(in, binary.BigEndian, &short) != nil {
				return
			}
			size = uint64(short)
		} else if size == 127 {
			if binary.Read(in, binary.BigEndian, &size) != nil {
				return
			}
		}
		if size > 1<<22 {
			return
		}
		payload := make([]byte, size)
		if _, err := io.ReadFull(in, payload); err != nil {
			return
		}
		switch head[0] & 15 {
		case 8:
			return
		case 9:
			i.send(conn, 10, payload)
		case 0, 1:
			text = append(text, payload...)
			if head[0]&128 != 0 {
				var got message
				if json.Unmarshal(text, &got) == nil {
					select {
					case inbox <- got:
					default:
					}
				}
				text = nil
			}
		}
	}
}

func (i *instance) send(conn net.Conn, code byte, payload []byte) {
	frame := []byte{128 | code}
	if len(payload) < 126 {
		frame = append(frame, 128|byte(len(payload)))
	} else {
		frame = append(frame, 254, byte(len(payload)>>8), byte(len(payload)))
	}
	mask := make([]byte, 4)
	_, _ = rand.Read(mask)
	frame = append(frame, mask...)
	for at, one := range payload {
		frame = append(frame, one^mask[at%4])
	}
	i.write.Lock()
	defer i.write.Unlock()
	_, _ = conn.Write(frame)
}

// ask sends one request and waits for its reply; events that come in between are handled after it.
func (i *instance) ask(topic string, data interface{}, later *[]message) (message, error) {
	i.ids++
	id := strconv.Itoa(i.ids)
	text, _ := json.Marshal(map[string]interface{}{"type": "request", "topic": topic, "requestId": id, "data": data})
	i.send(i.conn, 1, text)
	limit := time.After(10 * time.Second)
	for {
		select {
		case got := <-i.inbox:
			if got.Type == "reply" && got.RequestID == id {
				return got, nil
			}
			if got.Type == "event" {
				*later = append(*later, got)
			}
		case <-limit:
			return message{}, nil
		case <-i.broken:
			return message{}, errWs
		}
	}
}

func (i *instance) read(one *watched, later *[]message) error {
	if wait := time.Until(one.nextRead); wait > 0 {
		time.Sleep(wait)
	}
	for try := 0; try < 3; try++ {
		one.nextRead = time.Now().Add(3200 * time.Millisecond)
		got, err := i.ask("device.state.get", map[string]string{"deviceId": one.id}, later)
		if err != nil {
			return err
		}
		one.nextRead = time.Now().Add(3200 * time.Millisecond)
		switch got.Code {
		case "SUCCESS":
			if got.Data.Device != nil && got.Data.Device.Peripherals != nil {
				return i.compare(one, got.Data.Device.Peripherals, later)
			}
			return nil
		case "RATE_LIMITED":
			wait := time.Duration(got.Data.Retry*1000+100) * time.Millisecond
			if flaw == "second" {
				wait = time.Second
			}
			time.Sleep(wait + time.Duration(i.dice.Intn(300))*time.Millisecond)
		case "DEVICE_BUSY", "INTERNAL_ERROR":
			time.Sleep((1500*time.Millisecond)<<uint(try) + time.Duration(i.dice.Intn(400))*time.Millisecond)
		default:
			return nil
		}
	}
	return nil
}

// compare brings relays back to what the inputs ask for.
func (i *instance) compare(one *watched, seen *peripherals, later *[]message) error {
	for _, input := range seen.Inputs {
		one.inputs[input.Index] = input.Active
	}
	relays := []map[string]interface{}{}
	for _, r := range seen.Relays {
		if want, known := one.want[r.Index]; known && want != r.On {
			relays = append(relays, relayOf(r.Index, want))
		}
	}
	if len(relays) == 0 {
		return nil
	}
	return i.command(&command{device: one.id, relays: relays, key: newKey()}, later)
}

func relayOf(index int, on bool) map[string]interface{} {
	action := "off"
	if on {
		action = "on"
	}
	return map[string]interface{}{"index": index, "action": action}
}

func (i *instance) command(c *command, later *[]message) error {
	i.pending = c
	for ; c.tries < 5; c.tries++ {
		got, err := i.ask("device.operation.execute", map[string]interface{}{"deviceId": c.device, "idempotencyKey": c.key,
			"operation": map[string]interface{}{"name": "device.relay.set", "params": map[string]interface{}{"relays": c.relays}}}, later)
		if err != nil {
			return err
		}
		jitter := time.Duration(i.dice.Intn(300)) * time.Millisecond
		switch got.Code {
		case "", "DEVICE_BUSY", "INTERNAL_ERROR":
			time.Sleep((600*time.Millisecond)<<uint(c.tries) + jitter)
		case "RATE_LIMITED":
			time.Sleep(time.Duration(got.Data.Retry*1000+100)*time.Millisecond + jitter)
		default:
			i.pending = nil
			return nil
		}
	}
	i.pending = nil
	return nil
}

func (i *instance) rebuild() state {
	later := []message{}
	if c := i.pending; c != nil {
		if flaw == "resend" {
			c.key = newKey()
		}
		if i.command(c, &later) != nil {
			return backingOff
		}
	}
	for at, one := range i.devices {
		if flaw == "first-device" && at > 0 && !i.notUntil.IsZero() {
			continue
		}
		if i.read(one, &later) != nil {
			return backingOff
		}
	}
	i.notUntil = time.Now()
	for _, event := range later {
		if i.react(event, &[]message{}) != nil {
			return backingOff
		}
	}
	return live
}

func (i *instance) live() state {
	opened := time.Now()
	every := time.Minute
	if flaw == "first-device" {
		every = 90 * time.Second
	}
	reconcile := time.NewTicker(every)
	defer reconcile.Stop()
	renew := time.After(55*time.Second + time.Duration(i.dice.Intn(4000))*time.Millisecond)
	if i.number > 0 || flaw != "" {
		renew = nil
	}
	for {
		later := []message{}
		var err error
		select {
		case <-i.broken:
			err = errWs
		case <-renew:
			i.conn.Close()
			err = errWs
		case <-reconcile.C:
			if flaw == "ids-again" {
				i.ids = 0
			}
			for _, one := range i.devices {
				if err == nil && !i.deaf {
					err = i.read(one, &later)
				}
			}
		case event := <-i.inbox:
			err = i.react(event, &later)
		}
		for at := 0; err == nil && at < len(later); at++ {
			err = i.react(later[at], &later)
		}
		if err != nil {
			if time.Since(opened) > 20*time.Second {
				i.attempt = 0
			}
			return backingOff
		}
	}
}

func (i *instance) known(event message) bool {
	last := i.lastSeen
	i.lastSeen = event.EventID
	if flaw == "last-only" {
		return event.EventID == last
	}
	_, known := i.seen[event.EventID]
	i.seen[event.EventID] = time.Now()
	return known
}

// react lets the relay of the same index pulse when an input becomes active, and follows what devices tell.
func (i *instance) react(event message, later *[]message) error {
	if event.Type != "event" || i.deaf {
		return nil
	}
	known := strings.HasPrefix(event.Topic, "device.connection.") || strings.HasPrefix(event.Topic, "device.power.") || event.Topic == "device.rs485.received" || event.Topic == "device.state.changed"
	if !known && flaw == "lost-topic" {
		i.deaf = true
	}
	var one *watched
	for _, candidate := range i.devices {
		if candidate.id == event.Data.DeviceID {
			one = candidate
		}
	}
	if !known || one == nil || i.known(event) {
		return nil
	}
	if event.Topic == "device.connection.online" || event.Topic == "device.power.restored" {
		return i.read(one, later)
	}
	if event.Topic != "device.state.changed" || event.Data.Peripherals == nil {
		return nil
	}
	relays := []map[string]interface{}{}
	for _, change := range event.Data.Changes {
		for _, input := range event.Data.Peripherals.Inputs {
			if change.Kind != "digitalInput" || input.Index != change.Index || input.Index >= len(event.Data.Peripherals.Relays) {
				continue
			}
			one.inputs[input.Index] = input.Active
			one.want[input.Index] = input.Active
			relays = append(relays, relayOf(input.Index, input.Active))
		}
	}
	if len(relays) == 0 {
		return nil
	}
	return i.command(&command{device: one.id, relays: relays, key: newKey()}, later)
}

func main() {
	var all sync.WaitGroup
	for number := 0; number < 3; number++ {
		seed := time.Now().UnixNano() + int64(number)*7919
		if flaw == "one-seed" {
			seed = 42
		}
		i := &instance{number: number, dice: mathrand.New(mathrand.NewSource(seed)), seen: map[string]time.Time{},
			http: &http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}}
		all.Add(1)
		go func() {
			defer all.Done()
			for i.now < 100 {
				i.now = i.step()
			}
		}()
	}
	all.Wait()
}
