// A remote-I/O service written from the interface alone: commands go through a queue, reads come from
// a projection that follows a little later, and events pass a gateway that merges and delays them.
package main

import (
	"flag"
	"fmt"
	"io"
	"math/rand"
	"net/http"
	"os"
	"sort"
	"strconv"
	"time"
)

var defect, oddity string
var lifetime time.Duration

// bad says whether the named defect is on; a name that is not in the list ends the program.
func bad(name string) bool {
	if _, ok := defects[name]; !ok {
		panic("no such defect: " + name)
	}
	return defect == name
}

// odd says whether the named oddity is on.
func odd(name string) bool {
	if _, ok := oddities[name]; !ok {
		panic("no such oddity: " + name)
	}
	return oddity == name
}

// speed is how many times as fast this server's time goes: it has a clock of its own.
var speed = 1.0
var started = time.Now()

func now() time.Time {
	return started.Add(time.Duration(float64(time.Since(started)) * speed))
}

func pause(d time.Duration)             { time.Sleep(time.Duration(float64(d) / speed)) }
func later(d time.Duration, act func()) { time.AfterFunc(time.Duration(float64(d)/speed), act) }

func list(of map[string]string) {
	names := make([]string, 0, len(of))
	for name := range of {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		fmt.Printf("%s\t%s\n", name, of[name])
	}
}

func main() {
	port := flag.Int("port", 0, "port on loopback, 0 for any")
	flag.Int("control-port", 0, "without meaning: the bench is below /bench/ on the same port")
	seed := flag.Int64("seed", 1, "seed of everything drawn")
	flag.DurationVar(&lifetime, "token-lifetime", time.Hour, "how long a token lives")
	flag.StringVar(&defect, "defect", "", "one defect to switch on")
	flag.StringVar(&oddity, "oddity", "", "one oddity to switch on")
	what := flag.String("list", "", "defects or oddities: print them and the rules they break")
	flag.Parse()
	switch *what {
	case "defects":
		list(defects)
		return
	case "oddities":
		list(oddities)
		return
	}
	if _, ok := defects[defect]; defect != "" && !ok {
		fmt.Fprintln(os.Stderr, "no such defect:", defect)
		os.Exit(2)
	}
	if _, ok := oddities[oddity]; oddity != "" && !ok {
		fmt.Fprintln(os.Stderr, "no such oddity:", oddity)
		os.Exit(2)
	}
	rand.Seed(*seed)
	if v, err := strconv.ParseFloat(os.Getenv("HURRY"), 64); err == nil && v > 0 {
		speed = v
	}
	if info, err := os.Stdin.Stat(); err == nil && info.Mode()&os.ModeCharDevice == 0 && os.Getenv("HURRY") != "" {
		go func() {
			io.Copy(io.Discard, os.Stdin)
			os.Exit(0)
		}()
	}
	if odd("token-of-20s") {
		lifetime = 20 * time.Second
	}
	serve(newWorld(), *port)
}

func serve(w *World, port int) {
	listener, err := listen(port)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(3)
	}
	at := listener.Addr().String()
	fmt.Printf("{\"url\":\"http://%s\",\"ws_url\":\"ws://%s\",\"control_url\":\"http://%s/bench\"}\n", at, at, at)
	server := &http.Server{Handler: w, ReadHeaderTimeout: 10 * time.Second}
	if err := server.Serve(listener); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(70)
	}
}
