// The REST channel: the envelope, authentication, and the endpoints.
package main

import (
	"bytes"
	"compress/gzip"
	crypto "crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"math/rand"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"
)

func listen(port int) (net.Listener, error) {
	return net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
}

func secret(prefix string) string {
	b := make([]byte, 12)
	crypto.Read(b)
	return prefix + hex.EncodeToString(b)
}

func slow() {
	if odd("slow-replies") {
		pause(time.Duration(rand.Intn(500)) * time.Millisecond)
	}
}

func encode(v interface{}) []byte {
	b, _ := json.Marshal(v)
	if odd("escaped-json") {
		var out bytes.Buffer
		json.Indent(&out, b, " ", "\t")
		b = bytes.ReplaceAll(out.Bytes(), []byte(`"SUCCESS"`), []byte(`"\u0053UCCESS"`))
		b = bytes.ReplaceAll(b, []byte(`"level": 1`), []byte(`"level": 1.0`))
	}
	return b
}

func send(rw http.ResponseWriter, status int, body object) {
	slow()
	if odd("more-fields") {
		body["served_by"] = object{"node": 3, "zone": nil}
	}
	if odd("http-close") {
		rw.Header().Set("Connection", "close")
	}
	if odd("early-hints") {
		rw.WriteHeader(103)
	}
	rw.Header().Set("Content-Type", "application/json")
	if odd("charset-named") {
		rw.Header().Set("Content-Type", "Application/JSON;charset=UTF-8")
	}
	out := encode(body)
	if rw.Header().Get("Content-Encoding") == "gzip" {
		var packed bytes.Buffer
		zip := gzip.NewWriter(&packed)
		zip.Write(out)
		zip.Close()
		out = packed.Bytes()
	}
	rw.WriteHeader(status)
	rw.Write(out)
}

func fail(rw http.ResponseWriter, no *refusal) {
	body := object{"code": no.code, "message": "refused: " + no.code, "requestId": secret("r-")}
	if no.data != nil {
		body["data"] = no.data
	}
	if no.status == 422 && bad("unprocessable-without-id") {
		delete(body, "requestId")
	}
	if no.status == 429 {
		rw.Header().Set("Retry-After", fmt.Sprint(no.data["retryAfterSeconds"]))
	}
	send(rw, no.status, body)
}

func (w *World) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	path := strings.TrimPrefix(r.URL.Path, "/svc/v1")
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") && odd("gzip-bodies") {
		rw.Header().Set("Content-Encoding", "gzip")
	}
	switch {
	case strings.HasPrefix(r.URL.Path, "/bench/"):
		w.bench(rw, r)
	case path == r.URL.Path:
		fail(rw, refuse(404, "NO_SUCH_PATH"))
	case path == "/ws" && r.Method == "GET":
		w.upgrade(rw, r)
	case odd("error-now-and-then") && rand.Intn(30) == 0:
		fail(rw, refuse(500, "INTERNAL_ERROR"))
	default:
		data, no := w.rest(r, strings.Split(strings.Trim(path, "/"), "/"))
		if no != nil && no.code == "NO_SUCH_PATH" && bad("method-not-allowed-plain") && served[strings.Split(path, "/")[1]] {
			http.Error(rw, "method not allowed", 405)
			return
		}
		if no != nil {
			fail(rw, no)
			return
		}
		code, message, status := "SUCCESS", "OK", 200
		if data["command"] != nil && r.Method != "GET" && bad("commands-answer-202") {
			status = 202
		}
		if data["repeated"] == true {
			message = "OK, as before"
		}
		if strings.HasSuffix(path, "/config") && bad("ok-for-success-on-config") {
			code = "OK"
		}
		send(rw, status, object{"code": code, "message": message, "data": data})
	}
}

var served = map[string]bool{"devices": true, "commands": true, "device-profiles": true, "auth": true, "ws": true}

func body(r *http.Request) (object, *refusal) {
	b, err := io.ReadAll(io.LimitReader(r.Body, 1<<20))
	if err != nil {
		return nil, refuse(400, "BODY_UNREADABLE")
	}
	var o object
	if json.Unmarshal(b, &o) != nil || o == nil {
		return nil, refuse(400, "BODY_NOT_AN_OBJECT")
	}
	return o, nil
}

// caller finds the client of the bearer token.
func (w *World) caller(r *http.Request, path []string) (*Client, *refusal) {
	w.Lock()
	defer w.Unlock()
	name := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	t := w.tokens[name]
	if t == nil && path[0] == "device-profiles" && len(name) > 8 && bad("profiles-open-to-any-token") {
		return w.clients["reader"], nil
	}
	if t == nil {
		return nil, refuse(401, "AUTH_INVALID")
	}
	if now().After(t.until) && !(path[0] == "commands" && bad("expired-reads-commands")) {
		return nil, refuse(401, "AUTH_INVALID")
	}
	if bad("token-life-slides") {
		t.until = now().Add(t.client.life)
	}
	if t.client.disabled {
		return nil, refuse(403, "APP_DISABLED")
	}
	if wait := t.client.quota("all", 900); wait > 0 {
		return nil, limited(wait)
	}
	return t.client, nil
}

func (w *World) rest(r *http.Request, path []string) (object, *refusal) {
	route := r.Method + " " + strings.Join(path, "/")
	if route == "POST auth/token" {
		return w.newToken(r)
	}
	c, no := w.caller(r, path)
	if no != nil {
		return nil, no
	}
	switch {
	case route == "GET devices":
		return w.list(c)
	case route == "POST devices":
		return w.add(c, r)
	case route == "GET device-profiles":
		profile := object{"type": "rio-6", "title": "RIO six", "outputs": 5, "inputs": 5, "analog": 3, "sensors": 2, "bus": true}
		return object{"types": []object{profile}}, nil
	case route == "POST ws/ticket":
		return w.newTicket(c)
	case len(path) == 2 && path[0] == "commands" && r.Method == "GET":
		return w.command(c, path[1])
	case len(path) >= 2 && path[0] == "devices":
		return w.device(c, r, path[1], path[2:])
	}
	return nil, refuse(404, "NO_SUCH_PATH")
}

func (w *World) newToken(r *http.Request) (object, *refusal) {
	b, no := body(r)
	if no != nil {
		return nil, no
	}
	id, isText := b["clientId"].(string)
	secretText, isText2 := b["clientSecret"].(string)
	if !isText || !isText2 {
		return nil, refuse(400, "CREDENTIALS_MISSING")
	}
	w.Lock()
	defer w.Unlock()
	c := w.clients[id]
	if c == nil || c.secret != secretText {
		return nil, refuse(401, "AUTH_INVALID")
	}
	if c.disabled {
		return nil, refuse(403, "APP_DISABLED")
	}
	name := secret("t-")
	w.tokens[name] = &token{c, now().Add(c.life)}
	return object{"accessToken": name, "tokenType": "Bearer", "expiresIn": c.life.Seconds(), "clientId": id, "scopes": c.scopes}, nil
}

func (w *World) newTicket(c *Client) (object, *refusal) {
	w.Lock()
	defer w.Unlock()
	if odd("ticket-limited") && rand.Intn(4) == 0 {
		return nil, limited(1)
	}
	if wait := c.quota("tickets", 60); wait > 0 {
		return nil, limited(wait)
	}
	name := secret("w-")
	w.tickets[name] = &ticket{c, now().Add(30 * time.Second)}
	return object{"ticket": name, "lifetime": 30}, nil
}

func (w *World) list(c *Client) (object, *refusal) {
	w.Lock()
	defer w.Unlock()
	all := []object{}
	for _, d := range w.devices {
		if d.tenant == c.tenant {
			all = append(all, d.summary(false))
		}
	}
	for _, d := range w.removed {
		if bad("removed-still-listed") && d.tenant == c.tenant {
			all = append(all, d.summary(false))
		}
	}
	if !odd("list-shuffled") { // Go walks a map in another order each time
		for i := range all {
			for j := i + 1; j < len(all); j++ {
				if all[j]["uid"].(string) < all[i]["uid"].(string) {
					all[i], all[j] = all[j], all[i]
				}
			}
		}
	}
	return object{"devices": all}, nil
}

func (w *World) add(c *Client, r *http.Request) (object, *refusal) {
	if !c.may("device:manage") {
		return nil, &refusal{403, "AUTH_SCOPE_DENIED", object{"requiredScope": "device:manage"}}
	}
	b, no := body(r)
	if no != nil {
		return nil, no
	}
	uid, _ := b["uid"].(string)
	label, _ := b["label"].(string)
	kind, _ := b["type"].(string)
	password, _ := b["password"].(string)
	if uid == "" || len(uid) > 64 || kind != "rio-6" || password == "" {
		return nil, invalid("uid, type or password")
	}
	w.Lock()
	defer w.Unlock()
	if w.devices[uid] != nil {
		return nil, refuse(409, "UNIT_EXISTS")
	}
	d := w.install(uid, c.tenant)
	d.label, d.password = label, password
	if odd("listed-later") {
		delete(w.devices, uid)
		later(500*time.Millisecond, func() { w.Lock(); w.devices[uid] = d; w.Unlock() })
	}
	return object{"unit": d.summary(false)}, nil
}

func (w *World) command(c *Client, id string) (object, *refusal) {
	w.Lock()
	defer w.Unlock()
	found := w.commands[id]
	if found == nil || (found.tenant != c.tenant && !bad("commands-of-others-readable")) {
		return nil, refuse(404, "COMMAND_UNKNOWN")
	}
	if now().Sub(found.at) > 10*time.Second && bad("commands-forgotten-after-10s") {
		return nil, refuse(404, "COMMAND_UNKNOWN")
	}
	view := found.view()
	if bad("params-of-command-normalised") && found.operation == "device.relay.set" {
		view["command"].(object)["params"] = object{"relays": found.params["relays"].([]interface{})[:1]}
	}
	return view, nil
}

// device serves the paths below one device.
func (w *World) device(c *Client, r *http.Request, uid string, rest []string) (object, *refusal) {
	switch route := r.Method + " " + strings.Join(rest, "/"); {
	case route == "GET ":
		return w.refresh(c, uid, "rest", r.Context())
	case route == "GET config":
		return w.config(c, uid)
	case route == "DELETE ":
		return w.remove(c, uid)
	case route == "PUT password":
		return w.password(c, r, uid)
	case route == "POST relays/commands":
		return w.operate(c, r, uid, "device.relay.set", func(b object) object { return b })
	case route == "POST rs485/transceive":
		return w.operate(c, r, uid, "device.rs485.transceive", func(b object) object { return b })
	case route == "PUT rs485/baud-rate":
		return w.operate(c, r, uid, "device.rs485.baudRate.set", func(b object) object { return b })
	case r.Method == "PUT" && len(rest) == 3 && rest[0] == "relays" && rest[2] == "jog-config":
		return w.operate(c, r, uid, "device.relay.jogConfig.set", func(b object) object {
			return object{"output": number(rest[1]), "seconds": b["seconds"]}
		})
	case r.Method == "POST" && len(rest) == 3 && rest[0] == "relays" && rest[2] == "commands" && !odd("compat-gone"):
		return w.operate(c, r, uid, "device.relay.set", func(b object) object {
			do := b["do"]
			if do == "open" && bad("compat-on-for-off") {
				do = "close"
			}
			return object{"relays": []interface{}{object{"output": number(rest[1]), "do": do}}}
		})
	}
	return nil, refuse(404, "NO_SUCH_PATH")
}

func number(text string) interface{} {
	n, err := strconv.Atoi(text)
	if err != nil {
		return text
	}
	return float64(n)
}

func (w *World) operate(c *Client, r *http.Request, uid, operation string, params func(object) object) (object, *refusal) {
	over := "rest"
	if strings.HasSuffix(r.URL.Path, "/commands") && !strings.HasSuffix(r.URL.Path, "/relays/commands") {
		over = "compat"
	}
	if !c.may(scopeOf[operation]) && !(over == "compat" && bad("compat-needs-no-scope")) {
		return nil, &refusal{403, "AUTH_SCOPE_DENIED", object{"requiredScope": scopeOf[operation]}}
	}
	b, no := body(r)
	if no != nil {
		return nil, no
	}
	command, no := w.submit(c, uid, operation, params(b), r.Header.Get("Idempotency-Key"), over, r.Header.Get("Authorization"))
	if no != nil {
		return nil, no
	}
	w.Lock()
	defer w.Unlock()
	view := command.view()
	if command.repeats > 0 && bad("repeat-has-own-message") {
		view["repeated"] = true
	}
	return view, nil
}

func (w *World) config(c *Client, uid string) (object, *refusal) {
	w.Lock()
	defer w.Unlock()
	d, no := w.deviceOf(c, uid)
	if no != nil {
		return nil, no
	}
	pulses := object{}
	for i, seconds := range d.shownJog {
		pulses[relayNames[i]] = seconds
	}
	return object{"settings": object{"pulseSeconds": pulses, "bus": object{"baud": d.shownBaud}}}, nil
}

func (w *World) remove(c *Client, uid string) (object, *refusal) {
	if !c.may("device:manage") {
		return nil, &refusal{403, "AUTH_SCOPE_DENIED", object{"requiredScope": "device:manage"}}
	}
	w.Lock()
	defer w.Unlock()
	d, no := w.deviceOf(c, uid)
	if no != nil {
		return nil, no
	}
	delete(w.devices, uid)
	w.removed = append(w.removed, d)
	return object{}, nil
}

func (w *World) password(c *Client, r *http.Request, uid string) (object, *refusal) {
	if !c.may("device:manage") {
		return nil, &refusal{403, "AUTH_SCOPE_DENIED", object{"requiredScope": "device:manage"}}
	}
	b, no := body(r)
	if no != nil {
		return nil, no
	}
	w.Lock()
	defer w.Unlock()
	d, no := w.deviceOf(c, uid)
	if no != nil {
		return nil, no
	}
	next, _ := b["next"].(string)
	if next == "" || b["current"] != d.password {
		return nil, invalid("current or next")
	}
	d.password = next
	return object{}, nil
}
