// An API client in Go on the pool of net/http: connections are kept, lost while they are idle, and taken again. What the
// pool sends again by itself (reads, and what has an Idempotency-Key) goes out unchanged. Pauses have full jitter over a
// floor that grows.
package main

import (
	"bytes"
	"context"
	cryptorand "crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/rand"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

var (
	base = strings.TrimRight(os.Getenv("CONFORM_URL"), "/")
	pool = &http.Client{Timeout: 11 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 2, IdleConnTimeout: 20 * time.Second}}
	ways = chosen()
)

func chosen() map[string]bool {
	found := map[string]bool{}
	for at, word := range os.Args {
		if (word == "--breach" || word == "--habit") && at+1 < len(os.Args) {
			found[os.Args[at+1]] = true
		}
	}
	return found
}

func newKey() string {
	raw := make([]byte, 16)
	_, _ = cryptorand.Read(raw)
	return fmt.Sprintf("%x", raw)
}

type answer struct {
	status int // 0: no answer came
	Code   string
	Data   struct {
		AccessToken       string
		ExpiresIn         float64
		RetryAfterSeconds float64
	}
	wait time.Duration
}

func send(ctx context.Context, method, path string, body any, token, key string) answer {
	var content io.Reader
	if body != nil {
		raw, _ := json.Marshal(body)
		content = bytes.NewReader(raw)
	}
	request, _ := http.NewRequestWithContext(ctx, method, base+"/svc/v1"+path, content)
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
	if ways["says-origin"] {
		request.Header.Set("Origin", "http://console.example")
	}
	reply, problem := pool.Do(request)
	if problem != nil {
		return answer{}
	}
	defer reply.Body.Close()
	raw, problem := io.ReadAll(reply.Body)
	read := answer{}
	if problem != nil || json.Unmarshal(raw, &read) != nil {
		return answer{}
	}
	read.status = reply.StatusCode
	seconds, _ := strconv.ParseFloat(reply.Header.Get("Retry-After"), 64)
	read.wait = time.Duration(math.Max(seconds, read.Data.RetryAfterSeconds) * float64(time.Second))
	return read
}

func least(one, other int) int {
	if one < other {
		return one
	}
	return other
}

func pauseOf(tries int) time.Duration {
	if ways["at-once-on-errors"] {
		return 60 * time.Millisecond
	}
	floor := 500 * time.Millisecond << least(tries, 6)
	return floor + time.Duration(rand.Int63n(int64(floor)))
}

type session struct {
	sync.Mutex
	token string
	until time.Time
}

func (s *session) bearer(refused string) string {
	s.Lock()
	defer s.Unlock()
	if s.token != "" && s.token != refused && time.Now().Before(s.until) {
		return s.token
	}
	pair := map[string]string{"clientId": os.Getenv("CONFORM_CLIENT_ID"), "clientSecret": os.Getenv("CONFORM_CLIENT_SECRET")}
	for tries := 0; ; tries++ {
		got := send(context.Background(), "POST", "/auth/token", pair, "", "")
		if got.Code == "SUCCESS" {
			s.token = got.Data.AccessToken
			s.until = time.Now().Add(time.Duration(got.Data.ExpiresIn * 0.8 * float64(time.Second)))
			return s.token
		}
		if got.status >= 400 && got.status < 500 && got.status != 429 {
			os.Exit(9)
		}
		time.Sleep(got.wait + pauseOf(tries))
	}
}

var tokens session

// One call until it is settled, or given up. The zero answer says that it was given up.
func settle(method, path string, body any, command bool) answer {
	key, refused := "", ""
	if command {
		key = newKey()
	}
	for tries := 0; tries < 8; tries++ {
		if command && ways["key-of-try"] {
			key = newKey()
		}
		token := tokens.bearer(refused)
		got := once(method, path, body, token, key)
		switch {
		case got.status == 401 && refused == "":
			refused = token
		case got.status == 429:
			time.Sleep(got.wait + time.Duration(60+rand.Intn(500))*time.Millisecond)
		case got.status == 0 || got.status == 500 || got.Code == "DEVICE_BUSY":
			if got.status == 500 && ways["old-path-on-errors"] && strings.HasSuffix(path, "/relays/commands") {
				return once("POST", strings.Replace(path, "/relays/", "/relays/2/", 1), map[string]string{"action": "on"}, token, newKey())
			}
			time.Sleep(pauseOf(tries))
		default:
			return got
		}
	}
	return answer{}
}

// Sends it, and with the breach `hedged` once more where no answer came within a fifth of a second.
func once(method, path string, body any, token, key string) answer {
	ctx, end := context.WithCancel(context.Background())
	defer end()
	if !ways["hedged"] || key == "" {
		return send(ctx, method, path, body, token, key)
	}
	answers := make(chan answer, 2)
	ask := func() { answers <- send(ctx, method, path, body, token, key) }
	go ask()
	select {
	case first := <-answers:
		if first.Code != "DEVICE_BUSY" {
			return first
		}
	case <-time.After(200 * time.Millisecond):
	}
	go ask()
	go ask()
	return <-answers
}

// Reads its device and switches two relays, each at its own time, one after the other.
func serve(device string, offset time.Duration) {
	time.Sleep(offset)
	read := time.NewTicker(6700 * time.Millisecond)
	act := time.NewTicker(5300 * time.Millisecond)
	next := time.Now()
	for turn := 0; ; {
		select {
		case <-read.C:
			time.Sleep(time.Until(next))
			got := settle("GET", "/devices/"+device, nil, false)
			next = time.Now().Add(3150 * time.Millisecond)
			if got.status == 403 || got.status == 404 {
				return
			}
		case <-act.C:
			turn++
			action := []string{"off", "on"}[turn%2]
			body := map[string]any{"relays": []map[string]any{{"index": 1, "action": action}, {"index": 2, "action": action}}}
			got := settle("POST", "/devices/"+device+"/relays/commands", body, true)
			if got.status == 403 || got.status == 404 {
				act.Stop()
			}
		}
	}
}

func main() {
	devices := strings.Split(os.Getenv("CONFORM_DEVICE_IDS"), ",")
	for at, device := range devices[:least(2, len(devices))] {
		go serve(device, time.Duration(at)*1700*time.Millisecond)
	}
	select {}
}
