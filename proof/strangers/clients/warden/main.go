// A warden for each device, each a goroutine: reads it over one channel and then the other, commands it over either,
// and lets relay 4 follow input 3. Standard library only; frames by hand.
package main

import (
	"bufio"
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	mrand "math/rand"
	"net"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

var breach, habit string
var base = os.Getenv("CONFORM_URL")
var errLost = errors.New("no definitive answer")

type object = map[string]any

type reply struct {
	status int
	code   string
	data   object
	wait   time.Duration
}

func seconds(low, high float64) time.Duration {
	return time.Duration((low + mrand.Float64()*(high-low)) * float64(time.Second))
}

// Doubled each time, with a fifth of chance.
func growing(failed int, first float64) time.Duration {
	ms := first * float64(int(1)<<min(failed, 8))
	if ms > 25 {
		ms = 25
	}
	return seconds(ms*0.8, ms*1.2)
}

func min(a, b int) int {
	if a < b {
		return a
	}
	return b
}

func newKey() string {
	bytes := make([]byte, 12)
	rand.Read(bytes)
	return hex.EncodeToString(bytes)
}

type client struct {
	web     *http.Client
	mutex   sync.Mutex
	token   string
	logging sync.Mutex
	socket  *socket
}

func (c *client) exchange(method, path, token string, body any, key string) (reply, error) {
	var reader io.Reader
	if body != nil {
		text, _ := json.Marshal(body)
		if habit == "spaced" {
			var out bytes.Buffer
			json.Indent(&out, text, "", "    ")
			text = out.Bytes()
		}
		reader = bytes.NewReader(text)
		if habit == "chunked" {
			reader = io.NopCloser(reader)
		}
	}
	request, _ := http.NewRequest(method, base+"/svc/v1"+path, reader)
	request.Header.Set("Accept", "application/json")
	if body != nil {
		request.Header.Set("Content-Type", "application/json; charset=utf-8")
	}
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	if key != "" {
		request.Header.Set("Idempotency-Key", key)
	}
	response, err := c.web.Do(request)
	if err != nil {
		return reply{}, errLost
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return reply{}, errLost
	}
	var envelope struct {
		Code string
		Data object
	}
	json.Unmarshal(text, &envelope)
	after, _ := strconv.ParseFloat(response.Header.Get("Retry-After"), 64)
	return reply{response.StatusCode, envelope.Code, envelope.Data, time.Duration(after * float64(time.Second))}, nil
}

// One login at a time; who waits for it takes what it brought.
func (c *client) login() string {
	c.logging.Lock()
	defer c.logging.Unlock()
	for failed := 0; ; failed++ {
		c.mutex.Lock()
		token := c.token
		c.mutex.Unlock()
		if token != "" {
			return token
		}
		got, err := c.exchange("POST", "/auth/token", "", object{"clientId": os.Getenv("CONFORM_CLIENT_ID"), "clientSecret": os.Getenv("CONFORM_CLIENT_SECRET")}, "")
		switch {
		case err != nil || got.status == 500:
			time.Sleep(growing(failed, 0.8))
		case got.status == 429:
			time.Sleep(got.wait + seconds(0.1, 1.2))
		case got.status == 200:
			c.mutex.Lock()
			c.token = got.data["accessToken"].(string)
			c.mutex.Unlock()
		default:
			time.Sleep(seconds(62, 75))
		}
	}
}

func (c *client) forget(token string) {
	c.mutex.Lock()
	if c.token == token {
		c.token = ""
	}
	c.mutex.Unlock()
}

// --- the connection

type socket struct {
	conn    net.Conn
	write   sync.Mutex
	mutex   sync.Mutex
	waiting map[string]chan reply
	number  int
	gone    chan struct{}
}

func dial(ticket string) (*socket, *bufio.Reader, error) {
	at, _ := url.Parse(base)
	conn, err := net.DialTimeout("tcp", at.Host, 10*time.Second)
	if err != nil {
		return nil, nil, err
	}
	nonce := make([]byte, 16)
	rand.Read(nonce)
	fmt.Fprintf(conn, "GET /svc/v1/ws?ticket=%s HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: %s\r\n\r\n", url.QueryEscape(ticket), at.Host, base64.StdEncoding.EncodeToString(nonce))
	reader := bufio.NewReader(conn)
	conn.SetReadDeadline(time.Now().Add(10 * time.Second))
	response, err := http.ReadResponse(reader, nil)
	if err != nil || response.StatusCode != 101 {
		conn.Close()
		return nil, nil, errLost
	}
	conn.SetReadDeadline(time.Time{})
	return &socket{conn: conn, waiting: map[string]chan reply{}, gone: make(chan struct{})}, reader, nil
}

func (s *socket) frame(opcode byte, payload []byte) {
	var head bytes.Buffer
	head.WriteByte(0x80 | opcode)
	if len(payload) < 126 {
		head.WriteByte(0x80 | byte(len(payload)))
	} else {
		head.WriteByte(0x80 | 126)
		binary.Write(&head, binary.BigEndian, uint16(len(payload)))
	}
	mask := make([]byte, 4)
	rand.Read(mask)
	head.Write(mask)
	for at, each := range payload {
		head.WriteByte(each ^ mask[at%4])
	}
	s.write.Lock()
	s.conn.Write(head.Bytes())
	s.write.Unlock()
}

func (s *socket) ask(topic string, data any) (reply, error) {
	answer := make(chan reply, 1)
	s.mutex.Lock()
	s.number++
	id := "w" + strconv.Itoa(s.number)
	if breach == "minute-ids" {
		id = topic[:9] + time.Now().Format("15:04")
	}
	s.waiting[id] = answer
	s.mutex.Unlock()
	text, _ := json.Marshal(object{"type": "request", "topic": topic, "requestId": id, "data": data})
	s.frame(1, text)
	select {
	case got := <-answer:
		return got, nil
	case <-s.gone:
		return reply{}, errLost
	case <-time.After(12 * time.Second):
		return reply{}, errLost
	}
}

func (s *socket) listen(reader *bufio.Reader, onEvent func(object)) {
	defer close(s.gone)
	defer s.conn.Close()
	for {
		head := make([]byte, 2)
		if _, err := io.ReadFull(reader, head); err != nil {
			return
		}
		length := int(head[1] & 127)
		if length == 126 {
			more := make([]byte, 2)
			io.ReadFull(reader, more)
			length = int(binary.BigEndian.Uint16(more))
		} else if length == 127 {
			more := make([]byte, 8)
			io.ReadFull(reader, more)
			length = int(binary.BigEndian.Uint64(more))
		}
		payload := make([]byte, length)
		if _, err := io.ReadFull(reader, payload); err != nil {
			return
		}
		switch head[0] & 15 {
		case 8:
			return
		case 9:
			s.frame(10, payload)
		case 1:
			var message object
			if json.Unmarshal(payload, &message) != nil {
				continue
			}
			if message["type"] != "reply" {
				onEvent(message)
				continue
			}
			id, _ := message["requestId"].(string)
			code, _ := message["code"].(string)
			data, _ := message["data"].(object)
			after, _ := data["retryAfterSeconds"].(float64)
			s.mutex.Lock()
			if answer := s.waiting[id]; answer != nil {
				answer <- reply{0, code, data, time.Duration(after * float64(time.Second))}
				delete(s.waiting, id)
			}
			s.mutex.Unlock()
		}
	}
}

func (c *client) current() *socket {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.socket
}

func (c *client) stayConnected(wardens map[string]*warden) {
	for failed := 0; ; failed++ {
		began := time.Now()
		wait := time.Duration(0)
		token := c.login()
		got, err := c.exchange("POST", "/ws/ticket", token, object{}, "")
		if err == nil && got.status == 200 {
			ticket := got.data["ticket"].(string)
			if breach == "double-dial" && failed > 0 {
				go dial(ticket)
			}
			if s, reader, err := dial(ticket); err == nil {
				c.mutex.Lock()
				c.socket = s
				c.mutex.Unlock()
				go c.beat(s)
				for _, each := range wardens {
					each.wish("look")
				}
				s.listen(reader, func(event object) { c.heard(event, wardens) })
				c.mutex.Lock()
				c.socket = nil
				c.mutex.Unlock()
			}
		} else if err == nil && got.status == 429 {
			wait = got.wait + seconds(0.1, 1)
		} else if err == nil && got.status == 401 {
			c.forget(token)
		} else if err == nil && got.status == 403 {
			wait = seconds(62, 70)
		}
		if time.Since(began) > 25*time.Second {
			failed = 0
		}
		if pause := growing(failed, 1); pause > wait {
			wait = pause
		}
		time.Sleep(wait)
	}
}

func (c *client) beat(s *socket) {
	for {
		select {
		case <-s.gone:
			return
		case <-time.After(seconds(22, 30)):
			s.ask("session.ping", object{})
		}
	}
}

func (c *client) heard(event object, wardens map[string]*warden) {
	data, _ := event["data"].(object)
	id, _ := data["deviceId"].(string)
	each := wardens[id]
	if each == nil {
		return
	}
	if event["topic"] == "device.connection.online" {
		each.wish("look")
	}
	if event["topic"] != "device.state.changed" {
		return
	}
	peripherals, _ := data["peripherals"].(object)
	inputs, _ := peripherals["digitalInputs"].([]any)
	for _, input := range inputs {
		if shown, _ := input.(object); shown["index"] == float64(3) {
			if shown["active"] == true {
				each.wish("on")
			} else {
				each.wish("off")
			}
		}
	}
}

// --- one device

type warden struct {
	client     *client
	id         string
	wishes     chan string
	mayRead    time.Time
	mayCommand time.Time
	follows    string
	denied     bool
	round      int
}

func (w *warden) wish(what string) {
	select {
	case w.wishes <- what:
	default:
	}
}

func (w *warden) live() {
	looks, acts := time.After(seconds(1, 9)), time.After(seconds(4, 20))
	for {
		select {
		case what := <-w.wishes:
			if what == "look" {
				w.look()
			} else if w.follows == "" {
				w.follows = what
			} else if what != w.follows || breach == "event-is-order" {
				w.follows = what
				w.command([]any{object{"index": 4, "action": what}})
			}
		case <-looks:
			w.look()
			looks = time.After(seconds(11, 14))
			if habit == "as-often-as-allowed" {
				looks = time.After(seconds(3.1, 3.2))
			}
		case <-acts:
			w.round++
			action := []string{"on", "off"}[w.round%2]
			w.command([]any{object{"index": 1, "action": action}, object{"index": 2, "action": action}})
			acts = time.After(seconds(16, 21))
		}
	}
}

// Until there is a definitive answer; seven tries.
func (w *warden) persist(once func(token string, try int) (reply, error), refused func(time.Duration)) (reply, bool) {
	renewed := false
	for failed := 0; failed < 7; failed++ {
		token := w.client.login()
		got, err := once(token, failed)
		switch {
		case err != nil:
			time.Sleep(growing(failed, 0.7))
		case got.code == "RATE_LIMITED":
			if breach == "deciseconds" {
				got.wait /= 10
			}
			if breach == "switches-channel" {
				got.wait = seconds(0.2, 0.5)
			}
			time.Sleep(got.wait + seconds(0.06, 0.9))
		case got.code == "INTERNAL_ERROR" && breach == "shrinking":
			time.Sleep(growing(6-failed, 0.1))
		case got.code == "DEVICE_BUSY" && breach == "twice-when-busy":
			done := make(chan bool)
			go func() { once(token, failed+1); done <- true }()
			got, err = once(token, failed+1)
			<-done
			time.Sleep(growing(failed, 0.6))
		case got.code == "DEVICE_BUSY" || got.code == "INTERNAL_ERROR":
			time.Sleep(growing(failed, 0.6))
		case (got.status == 401 || got.code == "AUTH_INVALID") && !renewed:
			renewed = true
			w.client.forget(token)
		default:
			return got, true
		}
	}
	return reply{}, false
}

func (w *warden) look() {
	w.persist(func(token string, try int) (reply, error) {
		time.Sleep(time.Until(w.mayRead))
		turn := w.round
		if breach == "switches-channel" {
			turn = try
		}
		s := w.client.current()
		var got reply
		var err error
		if s != nil && (turn%2 == 0 || habit == "reads-over-socket") {
			got, err = s.ask("device.state.get", object{"deviceId": w.id})
		} else {
			got, err = w.client.exchange("GET", "/devices/"+w.id, token, nil, "")
		}
		if err == nil && got.code == "SUCCESS" {
			w.mayRead = time.Now().Add(3100 * time.Millisecond)
			if breach == "budget-of-each-channel" {
				w.mayRead = time.Now().Add(1500 * time.Millisecond)
			}
		}
		return got, err
	}, nil)
}

func (w *warden) command(relays []any) {
	if w.denied {
		return
	}
	time.Sleep(time.Until(w.mayCommand))
	key := newKey()
	socketFirst := w.round%3 == 0 && habit != "commands-over-rest"
	got, _ := w.persist(func(token string, try int) (reply, error) {
		if breach == "key-of-channel" && try > 0 {
			key = newKey()
			socketFirst = !socketFirst
		}
		s := w.client.current()
		if socketFirst && s != nil {
			return s.ask("device.operation.execute", object{"deviceId": w.id, "idempotencyKey": key, "operation": object{"name": "device.relay.set", "params": object{"relays": relays}}})
		}
		socketFirst = habit == "back-to-socket"
		return w.client.exchange("POST", "/devices/"+w.id+"/relays/commands", token, object{"relays": relays}, key)
	}, nil)
	w.denied = got.code == "AUTH_SCOPE_DENIED"
	w.mayCommand = time.Now().Add(1300 * time.Millisecond)
}

func main() {
	mrand.Seed(time.Now().UnixNano())
	for at, each := range os.Args {
		if each == "--breach" {
			breach = os.Args[at+1]
		}
		if each == "--habit" {
			habit = os.Args[at+1]
		}
	}
	c := &client{web: &http.Client{Timeout: 12 * time.Second}}
	wardens := map[string]*warden{}
	for _, id := range strings.Split(os.Getenv("CONFORM_DEVICE_IDS"), ",") {
		wardens[id] = &warden{client: c, id: id, wishes: make(chan string, 20)}
	}
	for _, each := range wardens {
		go each.live()
	}
	c.stayConnected(wardens)
}
