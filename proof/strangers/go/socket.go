// The WebSocket channel, by hand: the upgrade, the frames, and the three topics.
package main

import (
	"bufio"
	"context"
	"crypto/sha1"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math/rand"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"
)

type ticket struct {
	client *Client
	until  time.Time
}

type Socket struct {
	client *Client
	conn   net.Conn
	out    chan []byte
	once   sync.Once
	heard  time.Time
	asked  map[string]bool
	known  map[string]bool
	flying int32
}

// takeTicket spends a ticket; the defect leaves a moment in which it opens a second connection.
func (w *World) takeTicket(name string) *Client {
	w.Lock()
	defer w.Unlock()
	t := w.tickets[name]
	if t == nil || now().After(t.until) {
		return nil
	}
	if bad("ticket-race") {
		later(60*time.Millisecond, func() { w.Lock(); delete(w.tickets, name); w.Unlock() })
	} else {
		delete(w.tickets, name)
	}
	return t.client
}

func (w *World) upgrade(rw http.ResponseWriter, r *http.Request) {
	key := r.Header.Get("Sec-WebSocket-Key")
	if !strings.EqualFold(r.Header.Get("Upgrade"), "websocket") || key == "" {
		fail(rw, refuse(400, "NO_UPGRADE"))
		return
	}
	client := w.takeTicket(r.URL.Query().Get("ticket"))
	if client == nil {
		fail(rw, refuse(401, "TICKET_UNKNOWN"))
		return
	}
	conn, buffered, err := rw.(http.Hijacker).Hijack()
	if err != nil {
		return
	}
	sum := sha1.Sum([]byte(key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"))
	fmt.Fprintf(conn, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n",
		base64.StdEncoding.EncodeToString(sum[:]))
	s := &Socket{client: client, conn: conn, out: make(chan []byte, 1024), heard: now(), asked: map[string]bool{}, known: map[string]bool{}}
	go s.pump()
	w.Lock()
	for uid := range w.devices {
		s.known[uid] = true
	}
	for _, other := range w.sockets {
		if other.client == client && odd("one-connection") {
			other.close(4000)
		}
	}
	w.sockets = append(w.sockets, s)
	for _, event := range w.missed[client.id] {
		s.write(event)
	}
	delete(w.missed, client.id)
	w.Unlock()
	if odd("connections-cut") {
		later(time.Duration(15000+rand.Intn(10000))*time.Millisecond, func() { s.close(1012) })
	}
	w.listen(s, buffered.Reader)
}

func frame(code byte, final bool, body []byte) []byte {
	head := []byte{code, 0}
	if final {
		head[0] |= 0x80
	}
	switch {
	case len(body) < 126:
		head[1] = byte(len(body))
	case len(body) < 65536:
		head[1] = 126
		head = binary.BigEndian.AppendUint16(head, uint16(len(body)))
	default:
		head[1] = 127
		head = binary.BigEndian.AppendUint64(head, uint64(len(body)))
	}
	return append(head, body...)
}

func (s *Socket) write(v interface{}) {
	text := encode(v)
	if odd("frames-in-pieces") && len(text) > 6 {
		a, b := len(text)/3, 2*len(text)/3
		out := append(frame(1, false, text[:a]), frame(9, true, []byte("hi"))...)
		s.push(append(append(out, frame(0, false, text[a:b])...), frame(0, true, text[b:])...))
		return
	}
	s.push(frame(1, true, text))
}

func (s *Socket) push(b []byte) {
	select {
	case s.out <- b:
	default:
		s.conn.Close()
	}
}

func (s *Socket) pump() {
	for b := range s.out {
		if b == nil {
			s.conn.Close()
			return
		}
		if _, err := s.conn.Write(b); err != nil {
			return
		}
	}
}

func (s *Socket) close(code uint16) {
	s.once.Do(func() {
		s.push(frame(8, true, binary.BigEndian.AppendUint16(nil, code)))
		s.push(nil)
	})
}

func (w *World) listen(s *Socket, in *bufio.Reader) {
	defer func() {
		w.Lock()
		for i, other := range w.sockets {
			if other == s {
				w.sockets = append(append([]*Socket{}, w.sockets[:i]...), w.sockets[i+1:]...)
				break
			}
		}
		w.Unlock()
		s.close(1000)
	}()
	var message []byte
	for {
		code, final, body, err := read(in)
		if err != nil {
			return
		}
		switch code {
		case 8:
			return
		case 9:
			s.push(frame(10, true, body))
			continue
		case 10:
			continue
		}
		message = append(message, body...)
		if len(message) > 1<<20 {
			s.close(1009)
			return
		}
		if final {
			text := message
			message = nil
			if atomic.LoadInt32(&s.flying) >= 8 && bad("ninth-in-flight-dropped") {
				continue
			}
			atomic.AddInt32(&s.flying, 1)
			go w.message(s, text)
		}
	}
}

func read(in *bufio.Reader) (code byte, final bool, body []byte, err error) {
	head := make([]byte, 2)
	if _, err = io.ReadFull(in, head); err != nil {
		return
	}
	size := uint64(head[1] & 0x7f)
	wide := map[uint64]int{126: 2, 127: 8}[size]
	if wide > 0 {
		more := make([]byte, wide)
		if _, err = io.ReadFull(in, more); err != nil {
			return
		}
		size = binary.BigEndian.Uint64(append(make([]byte, 8-wide), more...))
	}
	if size > 1<<21 || head[1]&0x80 == 0 {
		return 0, false, nil, io.ErrUnexpectedEOF
	}
	rest := make([]byte, size+4)
	if _, err = io.ReadFull(in, rest); err != nil {
		return
	}
	body = rest[4:]
	for i := range body {
		body[i] ^= rest[i%4]
	}
	return head[0] & 0x0f, head[0]&0x80 != 0, body, nil
}

func (w *World) message(s *Socket, text []byte) {
	defer atomic.AddInt32(&s.flying, -1)
	w.Lock()
	s.heard = now()
	w.Unlock()
	var m object
	id, _ := "", 0
	if !utf8.Valid(text) || json.Unmarshal(text, &m) != nil || m == nil {
		w.badFrame(s, "")
		return
	}
	id, _ = m["requestId"].(string)
	topic, ok := m["action"].(string)
	if id == "" || !ok {
		w.badFrame(s, id)
		return
	}
	data, _ := m["data"].(object)
	out, no := w.answer(s, topic, data)
	if no != nil {
		if no.code == "DEVICE_BUSY" && bad("busy-silent-on-ws") {
			return
		}
		if no.code == "AUTH_SCOPE_DENIED" && bad("ws-required-scope-unnamed") {
			no.data = nil
		}
		w.reply(s, id, no.code, "refused: "+no.code, no.data)
		return
	}
	w.reply(s, id, "SUCCESS", "OK", out)
}

func (w *World) reply(s *Socket, id, code, message string, data object) {
	slow()
	if data == nil {
		data = object{}
	}
	if bad("reply-to-newest-connection") {
		w.Lock()
		for _, other := range w.sockets {
			if other.client == s.client {
				s = other
			}
		}
		w.Unlock()
	}
	s.write(object{"type": "reply", "requestId": id, "code": code, "message": message, "data": data})
}

func (w *World) badFrame(s *Socket, id string) {
	if bad("bad-frame-closes-all") {
		w.Lock()
		for _, other := range w.sockets {
			if other.client == s.client {
				other.close(1002)
			}
		}
		w.Unlock()
		return
	}
	w.reply(s, id, "FRAME_INVALID", "the message is not understood", nil)
}

func (w *World) answer(s *Socket, topic string, data object) (object, *refusal) {
	w.Lock()
	wait := s.client.quota("messages", 400)
	disabled := s.client.disabled && !bad("disabled-goes-on-over-ws")
	w.Unlock()
	if disabled {
		return nil, refuse(403, "APP_DISABLED")
	}
	if wait > 0 {
		return nil, limited(wait)
	}
	uid, _ := data["unit"].(string)
	switch topic {
	case "session.ping":
		return object{"now": now().UnixMilli()}, nil
	case "device.state.get":
		if !s.client.may("device:read") {
			return nil, &refusal{403, "AUTH_SCOPE_DENIED", object{"requiredScope": "device:read"}}
		}
		w.Lock()
		s.asked[uid] = true
		w.Unlock()
		return w.refresh(s.client, uid, "ws", context.Background())
	case "device.operation.execute":
		operation, _ := data["operation"].(object)
		name, _ := operation["name"].(string)
		arguments, ok := operation["arguments"].(object)
		if !ok {
			return nil, refuse(400, "ARGUMENTS_MISSING")
		}
		key, _ := data["idempotencyKey"].(string)
		w.Lock()
		if d := w.devices[uid]; d != nil {
			d.sender, d.sentAt = s, now()
		}
		w.Unlock()
		c, no := w.submit(s.client, uid, name, arguments, key, "ws", fmt.Sprintf("%p", s))
		if no != nil {
			return nil, no
		}
		w.Lock()
		defer w.Unlock()
		return c.view(), nil
	}
	return nil, refuse(400, "TOPIC_UNKNOWN")
}
