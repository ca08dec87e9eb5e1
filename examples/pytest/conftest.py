"""Fixtures for pytest: a simulator for all tests, as it was at its start for each of them. Standard library only."""

import json
import os
import shlex
import subprocess
import time
import urllib.request
from pathlib import Path

import pytest

COMMAND = shlex.split(os.environ.get("RELAYBENCH", "npx --yes relaybench"))
START_WITHIN = 60  # seconds; npx may have to download the package first


class Simulator:
    """A running simulator: `url` is the service; the methods speak to its control plane."""

    def __init__(self, ready):
        self.url = ready["url"]
        self._control = ready["control"]
        self._token = ready["token"]

    def _ask(self, method, path, body=None):
        request = urllib.request.Request(
            self._control + path,
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=30) as reply:
            return json.load(reply)

    def add_fault(self, **fault):
        return self._ask("POST", "/faults", fault)["id"]

    def apply(self, device, **stimulus):
        return self._ask("POST", f"/devices/{device}/stimuli", stimulus)

    def step(self, duration):
        """Moves the clock on at once: no test waits for time to pass."""
        return self._ask("POST", "/clock/step", {"duration": duration})

    def witness(self, device):
        """What the device has physically done."""
        return self._ask("GET", f"/devices/{device}/witness")

    def last_seq(self):
        return self._ask("GET", "/journal?limit=1")["lastSeq"]

    def requests(self, what, since=0):
        records = self._ask("GET", f"/journal?kind=request&limit=10000&since={since}")["records"]
        return [record for record in records if record.get("what") == what]

    def reset(self):
        self._ask("POST", "/reset")


@pytest.fixture(scope="session")
def running_simulator(tmp_path_factory):
    ready = Path(tmp_path_factory.mktemp("simulator")) / "ready.json"
    process = subprocess.Popen([*COMMAND, "serve", "--port", "0", "--ready-file", str(ready)])
    try:
        deadline = time.monotonic() + START_WITHIN
        while not ready.exists():
            assert process.poll() is None, "the simulator has ended"
            assert time.monotonic() < deadline, f"the simulator was not ready within {START_WITHIN} s"
            time.sleep(0.05)
        yield Simulator(json.loads(ready.read_text()))
    finally:
        process.terminate()
        process.wait(timeout=10)


@pytest.fixture
def simulator(running_simulator):
    running_simulator.reset()
    return running_simulator
