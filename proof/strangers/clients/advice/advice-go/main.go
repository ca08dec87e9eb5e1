// The client that `conform explain` shows in parts, in Go: it switches relays on a schedule and for inputs.
package main

import (
	"bufio"
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

var base = os.Getenv("CONFORM_URL")

// A connection for each request, so that net/http repeats none by itself.
var web = &http.Client{Timeout: 9 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}

func exchange(method, path string, body object, token, key string) *answer {
	var reader io.Reader
	if body != nil {
		text, _ := json.Marshal(body)
		reader = bytes.NewReader(text)
	}
	request, _ := http.NewRequest(method, base+"/svc/v1"+path, reader)
	request.Header.Set("Accept", "application/json")
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	if key != "" {
		request.Header.Set("Idempotency-Key", key)
	}
	response, err := web.Do(request)
	if err != nil {
		return nil
	}
	defer response.Body.Close()
	var envelope struct {
		Code string
		Data object
	}
	if json.NewDecoder(response.Body).Decode(&envelope) != nil {
		return nil
	}
	return &answer{response.StatusCode, envelope.Code, envelope.Data, waitOf(response)}
}

func waitOf(response *http.Response) time.Duration {
	after, _ := strconv.ParseFloat(response.Header.Get("Retry-After"), 64)
	return seconds(after)
}

type frames struct {
	conn   net.Conn
	reader *bufio.Reader
	write  sync.Mutex
}

func connect(ticket string) (socket, time.Duration) {
	at, _ := url.Parse(base)
	conn, err := net.DialTimeout("tcp", at.Host, 9*time.Second)
	if err != nil {
		return nil, 0
	}
	nonce := make([]byte, 16)
	rand.Read(nonce)
	fmt.Fprintf(conn, "GET /svc/v1/ws?ticket=%s HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: %s\r\n\r\n", url.QueryEscape(ticket), at.Host, base64.StdEncoding.EncodeToString(nonce))
	reader := bufio.NewReader(conn)
	conn.SetReadDeadline(time.Now().Add(9 * time.Second))
	response, err := http.ReadResponse(reader, nil)
	if err != nil {
		conn.Close()
		return nil, 0
	}
	if response.StatusCode != 101 {
		conn.Close()
		return nil, waitOf(response)
	}
	conn.SetReadDeadline(time.Time{})
	return &frames{conn: conn, reader: reader}, 0
}

func (f *frames) frame(opcode byte, payload []byte) {
	head := []byte{0x80 | opcode, 0x80 | 126, byte(len(payload) >> 8), byte(len(payload))}
	if len(payload) < 126 {
		head = []byte{0x80 | opcode, 0x80 | byte(len(payload))}
	}
	// A mask of zeros is a mask.
	f.write.Lock()
	f.conn.Write(append(append(head, 0, 0, 0, 0), payload...))
	f.write.Unlock()
}

func (f *frames) Send(message object) {
	text, _ := json.Marshal(message)
	f.frame(1, text)
}

func (f *frames) Listen(onMessage func(object)) {
	defer f.conn.Close()
	for {
		head := make([]byte, 2)
		if _, err := io.ReadFull(f.reader, head); err != nil {
			return
		}
		length := uint64(head[1] & 127)
		if length > 125 {
			more := make([]byte, 8)
			size := map[uint64]int{126: 2, 127: 8}[length]
			io.ReadFull(f.reader, more[8-size:])
			length = binary.BigEndian.Uint64(more)
		}
		payload := make([]byte, length)
		if _, err := io.ReadFull(f.reader, payload); err != nil {
			return
		}
		var message object
		switch opcode := head[0] & 15; {
		case opcode == 8:
			return
		case opcode == 9:
			f.frame(10, payload)
		case opcode == 1 && json.Unmarshal(payload, &message) == nil:
			onMessage(message)
		}
	}
}

func main() {
	ids := os.Getenv("CONFORM_DEVICE_IDS")
	if ids == "" {
		ids = os.Getenv("CONFORM_DEVICE_ID")
	}
	c := &client{exchange: exchange, connect: connect, devices: strings.Split(ids, ",")}
	c.credentials = object{"clientId": os.Getenv("CONFORM_CLIENT_ID"), "clientSecret": os.Getenv("CONFORM_CLIENT_SECRET")}
	c.denied, c.handled = map[string]bool{}, map[string]bool{}
	c.lanes, c.freeAt = map[string]*sync.Mutex{}, map[string]time.Time{}
	for _, device := range c.devices {
		c.lanes[device] = &sync.Mutex{}
	}
	c.onEvent = func(data object) {
		device, _ := data["deviceId"].(string)
		changes, _ := data["changes"].([]any)
		peripherals, _ := data["peripherals"].(object)
		inputs, _ := peripherals["digitalInputs"].([]any)
		for _, change := range changes {
			for _, input := range inputs {
				one, _ := change.(object)
				shown, _ := input.(object)
				isMeant := one["kind"] == "digitalInput" && one["index"] == shown["index"] && shown["active"] == true
				if isMeant && c.lanes[device] != nil {
					go c.setRelays(device, []object{{"index": 1, "action": "jog"}, {"index": 2, "action": "on"}}, 1)
				}
			}
		}
	}
	go c.stayConnected()
	for turn := 0; ; turn++ {
		device := c.devices[turn%len(c.devices)]
		action := []string{"on", "off"}[turn/len(c.devices)%2]
		c.setRelays(device, []object{{"index": 1, "action": action}, {"index": 2, "action": action}}, 1)
		time.Sleep(seconds(6))
		c.refresh(device)
		time.Sleep(seconds(3))
	}
}
