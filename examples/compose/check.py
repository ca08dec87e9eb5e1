"""Runs the client of examples/pytest against the simulator of the neighbouring container, and asks what has happened."""

import json
import os
import urllib.request

from gate import Gate

with open(os.environ["READY"], encoding="utf-8") as file:
    ready = json.load(file)


def ask(method, path, body=None):
    request = urllib.request.Request(
        ready["control"] + path,
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={"Authorization": f"Bearer {ready['token']}"},
    )
    with urllib.request.urlopen(request, timeout=30) as reply:
        return json.load(reply)


ask("POST", "/faults", {"fault": "response-lost", "on": {"route": "relays.set"}, "count": 1})
Gate(ready["url"], "bench-01").open()
times = ask("GET", "/devices/bench-01/witness")["relays"][1]["switchedTimes"]
print(f"the relay has switched {times} time(s); the reply to the first command was lost")
raise SystemExit(0 if times == 1 else 1)
