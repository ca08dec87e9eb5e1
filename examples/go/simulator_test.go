package gate

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// startWithin is long, since npx may have to download the package first.
const startWithin = time.Minute

// Simulator is a running simulator: URL is the service; the methods speak to its control plane.
type Simulator struct {
	URL, Control, Token string
}

// startSimulator starts one for this test, and stops it when the test has ended.
func startSimulator(t *testing.T) *Simulator {
	t.Helper()
	command := os.Getenv("RELAYBENCH")
	if command == "" {
		command = "npx --yes relaybench"
	}
	ready := filepath.Join(t.TempDir(), "ready.json")
	words := append(strings.Fields(command), "serve", "--port", "0", "--ready-file", ready)
	process := exec.Command(words[0], words[1:]...)
	process.Stderr = os.Stderr
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = process.Process.Signal(syscall.SIGTERM)
		_ = process.Wait()
	})
	for deadline := time.Now().Add(startWithin); ; time.Sleep(50 * time.Millisecond) {
		text, err := os.ReadFile(ready)
		if err == nil {
			simulator := &Simulator{}
			if err := json.Unmarshal(text, simulator); err != nil {
				t.Fatal(err)
			}
			return simulator
		}
		if time.Now().After(deadline) {
			t.Fatalf("the simulator was not ready within %s", startWithin)
		}
	}
}

func (s *Simulator) ask(t *testing.T, method, path string, body, answer any) {
	t.Helper()
	var text []byte
	if body != nil {
		var err error
		if text, err = json.Marshal(body); err != nil {
			t.Fatal(err)
		}
	}
	request, err := http.NewRequest(method, s.Control+path, bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+s.Token)
	reply, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer reply.Body.Close()
	if reply.StatusCode >= 300 {
		t.Fatalf("%s %s: %s", method, path, reply.Status)
	}
	if err := json.NewDecoder(reply.Body).Decode(answer); err != nil {
		t.Fatal(err)
	}
}
