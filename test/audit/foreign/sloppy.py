# A client as one writes it in an afternoon, with the standard library of Python: a token for each request, a new key for
# each try, the same short wait after whatever went wrong, no heartbeat, no look at the devices after a connection.
import json, os, sys, threading, time, uuid
sys.dont_write_bytecode = True
from wire import WebSocket, http

URL, WS_URL = os.environ["CONFORM_URL"] + "/svc/v1", os.environ["CONFORM_WS_URL"] + "/svc/v1/ws"
WHO = {"clientId": os.environ["CONFORM_CLIENT_ID"], "clientSecret": os.environ["CONFORM_CLIENT_SECRET"]}


def call(method, path, body=None, with_key=False):
    for _ in range(5):
        try:
            token = http("POST", f"{URL}/auth/token", WHO)[2]["data"]["accessToken"]
            headers = {"Authorization": f"Bearer {token}"}
            if with_key:
                headers["Idempotency-Key"] = str(uuid.uuid4())
            status, _, answer = http(method, f"{URL}/{path}", body, headers, timeout=10)
            if status == 200:
                return answer.get("data", {})
            print(f"{path}: {status} {answer.get('code')}", flush=True)
        except (OSError, ValueError, KeyError) as error:
            print(f"{path}: {error}", flush=True)
        time.sleep(0.5)


def setRelays(deviceId, relays, **_):
    for relay in relays:
        call("POST", f"devices/{deviceId}/relays/commands", {"relays": [relay]}, True)


def transceive(deviceId, data, timeoutMs=500, **_):
    call("POST", f"devices/{deviceId}/rs485/transceive", {"data": data, "timeoutMs": timeoutMs})


def refresh(deviceId, **_):
    call("GET", f"devices/{deviceId}")


follows = []


def listen():
    while True:
        try:
            line = WebSocket(f"{WS_URL}?ticket={call('POST', 'ws/ticket')['ticket']}")
            while True:
                message = line.receive(600)
                if message["type"] == "event":
                    on_event(message["topic"], message["data"])
        except (OSError, TypeError):
            time.sleep(0.5)


def on_event(topic, data):
    if topic not in ("device.state.changed", "device.connection.online", "device.connection.offline"):
        raise OSError(f"unknown topic {topic}")
    for order in follows:
        if any(c["kind"] == "digitalInput" and c["index"] == order["input"] for c in data.get("changes", [])):
            active = data["peripherals"]["digitalInputs"][order["input"] - 1]["active"]
            relays = [{"index": order["relay"], "action": "on" if active else "off"}]
            threading.Thread(target=setRelays, args=(order["deviceId"], relays), daemon=True).start()


threading.Thread(target=listen, daemon=True).start()
for text in sys.stdin:
    order = json.loads(text)
    act = order.pop("do")
    if act == "listen":
        follows.append(order)
    elif act in ("setRelays", "transceive", "refresh"):
        threading.Thread(target=globals()[act], kwargs=order, daemon=True).start()
