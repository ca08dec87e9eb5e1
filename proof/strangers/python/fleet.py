"""The simulated devices and what physically happens in them."""
import asyncio
import base64
import random
from collections import Counter
from datetime import datetime, timezone

from catalog import bad, odd

MODELS = {
    "TARN-8": {"title": "Eight channel switch unit", "outputs": 8, "contacts": 4, "loops": 2, "probes": ["air", "case"]},
    "MERE-2": {"title": "Metering unit", "outputs": 2, "contacts": 6, "loops": 4, "probes": ["air"]},
}
SPEEDS = [1200, 2400, 4800, 9600, 19200, 38400, 57600, 115200]
BUS_SPEED = 9600            # The partner on the RS485 line understands only this speed.
BUS_PATIENCE = 0.8          # Seconds until a silent line counts as TIMEOUT.
RELAY, BUS = "device.relay.set", "device.rs485.transceive"
BAUD, JOG = "device.rs485.baudRate.set", "device.relay.jogConfig.set"


def stamp():
    """Times are written in the ISO 8601 basic format, in UTC."""
    return datetime.now(timezone.utc).strftime("%Y%m%dT%H%M%S.%f")[:-3] + "Z"


def crc16(data):
    crc = 0xFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = (crc >> 1) ^ 0xA001 if crc & 1 else crc >> 1
    return crc.to_bytes(2, "little")


def bus_partner(payload):
    """Answer of the partner on the line: (bytes, late) or (None, False) for silence."""
    if payload[:1] == b"E":                      # An echo unit.
        return payload, False
    if payload[:1] == b"L":                      # A unit that answers too late.
        return payload, True
    if len(payload) == 8 and payload[:2] == b"\x11\x03" and crc16(payload[:6]) == payload[6:]:
        first, count = int.from_bytes(payload[2:4], "big"), int.from_bytes(payload[4:6], "big")
        if 1 <= count <= 8:                      # A register read, address 0x11, function 3.
            words = b"".join(((first + i) * 7 % 65536).to_bytes(2, "big") for i in range(count))
            body = b"\x11\x03" + bytes([len(words)]) + words
            return body + crc16(body), False
    return None, False


class Unit:
    def __init__(self, serial, model, label, word, rng):
        shape = MODELS[model]
        self.serial, self.model, self.label, self.word = serial, model, label, word
        self.enrolled = True
        self.linked = self.mains = True
        self.outputs = [False] * shape["outputs"]
        self.contacts = [rng.random() < 0.3 for _ in range(shape["contacts"])]
        self.loops = [rng.randrange(4000, 20000) for _ in range(shape["loops"])]
        self.probes = {tag: round(rng.uniform(15, 30), 1) for tag in shape["probes"]}
        self.speed = BUS_SPEED
        self.pulses = [5] * shape["outputs"]      # Tenths of a second.
        self.timers = [None] * shape["outputs"]
        self.holders = []                         # Operations that talk to the unit now.
        self.refreshed = {}                       # When the last explicit refresh was accepted.
        self.seen_at = stamp()
        self.missed = []                          # Channels that changed while the link was down.
        self.told_mains = True
        self.returns = 0
        self.executed = Counter()
        self.log = []
        self.first = self.before = self.block()
        self.first_speed = self.speed

    def block(self):
        """The complete runtime state."""
        return {
            "outputs": [{"no": i + 1, "coil": "energized" if on else "idle"} for i, on in enumerate(self.outputs)],
            "contacts": [{"no": i + 1, "level": "high" if on else "low"} for i, on in enumerate(self.contacts)],
            "loops": [{"no": i + 1, "microamps": value} for i, value in enumerate(self.loops)],
            "probes": [{"tag": tag, "reading": value, "unit": "Cel"} for tag, value in self.probes.items()],
        }

    def card(self):
        card = {"serial": self.serial, "model": self.model, "label": self.label,
                "link": "up" if self.linked else "down", "supply": "mains" if self.mains else "reserve",
                "seenAt": self.seen_at}
        if odd("extra-fields"):
            card.update(firmware="4.11", rack={"row": 3, "bay": None})
        return card

    def setup(self):
        speed = self.first_speed if bad("baud-readback-old") else self.speed
        return {"bus": {"speed": speed},
                "pulses": [{"no": i + 1, "pulseTenths": value} for i, value in enumerate(self.pulses)]}

    def witness(self):
        """The truth, for the bench."""
        return {"model": self.model, "enrolled": self.enrolled, "word": self.word, "linked": self.linked,
                "mains": self.mains, "outputs": self.outputs, "contacts": self.contacts, "loops": self.loops,
                "probes": self.probes, "speed": self.speed, "pulses": self.pulses,
                "executed": dict(self.executed), "log": self.log[-200:]}


class Fleet:
    def __init__(self, seed, scale):
        self.rng = random.Random(seed)
        self.scale = scale
        self.emit = lambda topic, unit, body: None
        self.units = {}
        letters = "23456789abcdefghjkmnpqrstvwxyz"
        for number in range(8):
            model = list(MODELS)[number % 2]
            serial = model[0].lower() + "-" + "".join(self.rng.choice(letters) for _ in range(7))
            word = "word-" + "".join(self.rng.choice(letters) for _ in range(6))
            unit = Unit(serial, model, "Cabinet %d" % (number + 1), word, self.rng)
            unit.enrolled = number < 6            # The last two are spares that can be added.
            self.units[serial] = unit

    def changed(self, unit, refs, cause):
        """Tell the service which channels changed. Without link it learns of it later."""
        if not unit.linked:
            unit.missed += [ref for ref in refs if ref not in unit.missed]
            return
        if (bad("input-event-missing") and cause == "contact"
                or bad("rest-relay-event-missing") and cause == "rest"
                or bad("jog-end-event-missing") and cause == "pulse-end"):
            return
        self.emit("device.state.changed", unit, {"changes": refs, "peripherals": unit.block()})

    def log(self, unit, operation, params):
        unit.executed[operation] += 1
        unit.log.append({"operation": operation, "params": params, "at": stamp()})

    def span(self):
        extra = 1.5 if odd("slow-commands") else 0
        return self.rng.uniform(0.15, 0.4) * self.scale + extra

    async def operate(self, unit, operation, params, channel):
        """Run one operation. Returns the final status and the result or None."""
        span = self.span()
        await asyncio.sleep(span * 0.6)
        if not unit.linked or (not unit.mains and operation in (RELAY, BUS)):
            return "DONE_BAD", {"why": "unit lost during the operation"}
        self.log(unit, operation, params)
        unit.seen_at = stamp()
        if operation == RELAY:
            return await self.move(unit, params["relays"], channel, span)
        if operation == BUS:
            return await self.talk(unit, base64.b64decode(params["octets"]), span)
        await asyncio.sleep(span * 0.4)
        if operation == BAUD:
            unit.speed = params["speed"]
            if bad("baud-broadcast"):
                self.changed(unit, [], "setup")
            return "DONE_OK", None
        index = params["no"] - 1
        if not (bad("jog-last-relay-lost") and index == len(unit.pulses) - 1
                or bad("ws-jog-not-applied") and channel == "ws"):
            unit.pulses[index] = params["pulseTenths"]
        if bad("jog-all-relays"):
            unit.pulses = [params["pulseTenths"]] * len(unit.pulses)
        if bad("ws-jog-broadcast") and channel == "ws":
            self.changed(unit, [], "setup")
        return "DONE_OK", {"no": index + 1, "pulseTenths": params["pulseTenths"]}

    async def move(self, unit, items, channel, span):
        if bad("relays-first-only") and channel == "rest" or bad("ws-relays-first-only") and channel == "ws":
            moving = items[:1]
        else:
            moving = items
        before, hold = list(unit.outputs), 0
        for item in moving:
            index, action = item["no"] - 1, item["action"]
            if bad("relay-last-unmoved") and index == len(unit.outputs) - 1:
                continue
            self.stop_timer(unit, index)
            unit.outputs[index] = {"energize": True, "release": False, "pulse": True, "flip": not before[index]}[action]
            if action == "pulse":
                length = 1.5 if bad("jog-length-fixed") else unit.pulses[index] / 10
                hold = max(hold, length)
                unit.timers[index] = asyncio.get_running_loop().call_later(length, self.end_pulse, unit, index)
        block = unit.block()["outputs"]
        refs = ["outputs/%d" % (i + 1) for i, on in enumerate(unit.outputs) if on != before[i]]
        if refs:
            self.changed(unit, refs, channel)
        await asyncio.sleep(span * 0.4 + (hold if odd("jog-holds-command") else 0))
        return "DONE_OK", {"outputs": [block[item["no"] - 1] for item in items]}

    async def talk(self, unit, payload, span):
        answer, late = bus_partner(payload) if unit.speed == BUS_SPEED else (None, False)
        if answer is not None and not late:
            await asyncio.sleep(span * 0.4)
            heard = base64.b64encode(answer).decode()
            if bad("rs485-answer-event"):
                self.emit("device.rs485.received", unit, {"heard": heard})
            return "DONE_OK", None if bad("rs485-result-missing") else {"heard": heard}
        if bad("silence-is-success"):
            return "DONE_OK", {"heard": ""}
        await asyncio.sleep(BUS_PATIENCE * self.scale)
        if late:
            asyncio.get_running_loop().call_later(0.4 * self.scale, self.bus_bytes, unit, answer)
        return "TIMEOUT", None

    async def refresh(self, unit, channel):
        await asyncio.sleep(self.span())
        self.log(unit, "refresh", {})
        unit.seen_at = stamp()
        block = unit.block()
        if bad("refresh-one-behind") and channel == "rest":
            block, unit.before = unit.before, block
        if bad("refresh-no-sensors"):
            block["probes"] = unit.first["probes"]
        if bad("ws-refresh-no-analog") and channel == "ws":
            block["loops"] = unit.first["loops"]
        if bad("refresh-last-relay-frozen"):
            block["outputs"][-1] = unit.first["outputs"][-1]
        return block

    def stop_timer(self, unit, index):
        if unit.timers[index]:
            unit.timers[index].cancel()
            unit.timers[index] = None

    def end_pulse(self, unit, index):
        unit.timers[index] = None
        if unit.outputs[index]:
            unit.outputs[index] = False
            self.changed(unit, ["outputs/%d" % (index + 1)], "pulse-end")

    # What the bench can do.

    def set_contact(self, unit, index, level):
        if unit.contacts[index] != level:
            unit.contacts[index] = level
            self.changed(unit, ["contacts/%d" % (index + 1)], "contact")

    def set_loop(self, unit, index, microamps):
        unit.loops[index] = microamps
        if bad("analog-event"):
            self.changed(unit, ["loops/%d" % (index + 1)], "loop")

    def set_probe(self, unit, tag, reading):
        unit.probes[tag] = reading
        if bad("sensor-event"):
            self.changed(unit, ["probes/%s" % tag], "probe")

    def set_supply(self, unit, on):
        if unit.mains == on:
            return
        unit.mains = on
        refs = ["outputs/%d" % (i + 1) for i, value in enumerate(unit.outputs) if value]
        if not on:                                # Relays fall when the supply is gone.
            for index in range(len(unit.outputs)):
                self.stop_timer(unit, index)
            unit.outputs = [False] * len(unit.outputs)
        self.tell_supply(unit)
        if not on and refs:
            self.changed(unit, refs, "supply")

    def tell_supply(self, unit):
        if unit.linked and unit.told_mains != unit.mains:
            unit.told_mains = unit.mains
            if unit.mains:
                if not bad("power-restored-missing"):
                    self.emit("device.power.restored", unit, {"supply": "mains"})
            elif bad("power-lost-as-offline"):
                self.emit("device.connection.offline", unit, {"link": "down"})
            else:
                self.emit("device.power.lost", unit, {"supply": "reserve"})

    def set_link(self, unit, up):
        if unit.linked == up:
            return
        unit.linked = up
        if not up:
            if not bad("offline-event-missing"):
                self.emit("device.connection.offline", unit, {"link": "down"})
            return
        unit.returns += 1
        unit.seen_at = stamp()
        if not (bad("online-event-once") and unit.returns > 1):
            self.emit("device.connection.online", unit, {"link": "up"})
        self.tell_supply(unit)
        if unit.missed:
            refs, unit.missed = unit.missed, []
            self.changed(unit, refs, "missed")

    def bus_bytes(self, unit, data):
        if unit.linked and not bad("rs485-unsolicited-missing"):
            self.emit("device.rs485.received", unit, {"heard": base64.b64encode(data).decode()})

    async def wander(self):
        """Inputs that move by themselves, for an oddity."""
        while True:
            await asyncio.sleep(self.rng.uniform(0.4, 1.0))
            unit = self.rng.choice(list(self.units.values()))
            index = self.rng.randrange(len(unit.contacts))
            self.set_contact(unit, index, not unit.contacts[index])
            unit.loops[0] = max(4000, min(20000, unit.loops[0] + self.rng.randrange(-50, 51)))
            unit.probes["air"] = round(unit.probes["air"] + self.rng.uniform(-0.1, 0.1), 1)

    async def poll(self):
        """The service talks to a random unit by itself, for an oddity."""
        while True:
            await asyncio.sleep(self.rng.uniform(0.5, 1.5))
            unit = self.rng.choice(list(self.units.values()))
            if not unit.holders:
                mark = ("poll", "self")
                unit.holders.append(mark)
                await asyncio.sleep(0.25)
                unit.holders.remove(mark)
