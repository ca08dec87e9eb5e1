"""A small client to test: a gate at relay 2 of a device, with a light barrier at input 3."""

import http.client
import json
import urllib.request
import uuid

NO_REPLY = (http.client.RemoteDisconnected, ConnectionError, TimeoutError)


class Gate:
    def __init__(self, url, device):
        self._url = f"{url}/svc/v1"
        self._device = device

    def open(self):
        """Without a reply it asks again, with the same key: that is one command."""
        headers = {**self._login(), "Idempotency-Key": str(uuid.uuid4())}
        path = f"/devices/{self._device}/relays/commands"
        body = {"relays": [{"index": 2, "action": "on"}]}
        try:
            self._call("POST", path, headers, body)
        except NO_REPLY:
            self._call("POST", path, headers, body)

    def is_blocked(self):
        device = self._call("GET", f"/devices/{self._device}", self._login())["device"]
        return device["peripherals"]["digitalInputs"][2]["active"]

    def _login(self):
        credentials = {"clientId": "operator", "clientSecret": "demo-operator-secret"}
        token = self._call("POST", "/auth/token", {}, credentials)["accessToken"]
        return {"Authorization": f"Bearer {token}"}

    def _call(self, method, path, headers, body=None):
        request = urllib.request.Request(
            self._url + path,
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Content-Type": "application/json", **headers},
        )
        with urllib.request.urlopen(request, timeout=10) as reply:
            return json.load(reply)["data"]
