// Package gate is a small client to test: a gate at relay 2 of a device.
package gate

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
)

type Gate struct {
	URL    string
	Device string
	Client http.Client
}

// errNoReply is a request whose outcome nobody knows.
var errNoReply = errors.New("no reply")

// Open opens the gate. Without a reply it asks again, with the same key: that is one command.
func (g *Gate) Open() error {
	token, err := g.login()
	if err != nil {
		return err
	}
	key := make([]byte, 16)
	if _, err := rand.Read(key); err != nil {
		return err
	}
	headers := map[string]string{"Authorization": "Bearer " + token, "Idempotency-Key": hex.EncodeToString(key)}
	path := "/devices/" + g.Device + "/relays/commands"
	body := map[string]any{"relays": []any{map[string]any{"index": 2, "action": "on"}}}
	err = g.call(path, headers, body, nil)
	if errors.Is(err, errNoReply) {
		err = g.call(path, headers, body, nil)
	}
	return err
}

func (g *Gate) login() (string, error) {
	var data struct{ AccessToken string }
	body := map[string]any{"clientId": "operator", "clientSecret": "demo-operator-secret"}
	err := g.call("/auth/token", nil, body, &data)
	return data.AccessToken, err
}

func (g *Gate) call(path string, headers map[string]string, body, data any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	request, err := http.NewRequest(http.MethodPost, g.URL+"/svc/v1"+path, bytes.NewReader(text))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	for name, value := range headers {
		request.Header.Set(name, value)
	}
	// net/http repeats a request with this header by itself; here the client decides.
	request.GetBody = nil
	reply, err := g.Client.Do(request)
	if err != nil {
		return fmt.Errorf("%w: %v", errNoReply, err)
	}
	defer reply.Body.Close()
	envelope := struct {
		Code, Message string
		Data          any
	}{Data: data}
	if err := json.NewDecoder(reply.Body).Decode(&envelope); err != nil {
		return fmt.Errorf("%w: %v", errNoReply, err)
	}
	if envelope.Code != "SUCCESS" {
		return fmt.Errorf("%s: %s", envelope.Code, envelope.Message)
	}
	return nil
}
