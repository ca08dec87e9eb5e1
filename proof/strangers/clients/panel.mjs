#!/usr/bin/env node
// A client of the service on node:http alone: commands and reads over REST, events over a WebSocket written by hand.
// It keeps a picture of each device, switches a fan (relay 2) with input 2, and takes orders from standard input.
// `--breach=ID` gives it one fault, `--habit=ID` one odd and legal way; catalogue.json lists both.
import { randomBytes } from "node:crypto";
import http from "node:http";
import { createInterface } from "node:readline";

const quirks = new Set();
process.argv.slice(2).forEach((word, at, all) => {
  const [flag, value] = word.split("=");
  if (flag === "--breach" || flag === "--habit") quirks.add(value ?? all[at + 1]);
});
const has = (quirk) => quirks.has(quirk);
const base = new URL(process.env.CONFORM_URL);
const devices = (process.env.CONFORM_DEVICE_IDS || process.env.CONFORM_DEVICE_ID).split(",");
const rest = (ms) => new Promise((done) => setTimeout(done, Math.max(0, ms)));
const between = (low, high) => low + Math.random() * (high - low);

// Pauses by Fibonacci's numbers, in units, with a fifth of chance to each side.
const pauses = (unit, cap) => {
  let [last, next] = [1, 1];
  return () => {
    const pause = has("whole-seconds") ? Math.ceil(next) * 1000 : next * unit * between(0.8, 1.2);
    [last, next] = [next, last + next];
    return Math.min(cap, pause);
  };
};

// One HTTP exchange: the answer, or null where none came.
const agent = new http.Agent({ keepAlive: !has("no-keep-alive") });
function exchange(method, path, body, headers = {}) {
  return new Promise((done) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const head = { accept: "application/json", ...headers };
    if (text !== undefined) Object.assign(head, { "content-type": "application/json", "content-length": Buffer.byteLength(text) });
    if (has("fetch-site")) head["sec-fetch-site"] = "same-site";
    const request = http.request(new URL("/svc/v1" + path, base), { method, agent, headers: head }, (response) => {
      const parts = [];
      response.on("data", (part) => parts.push(part));
      response.on("error", () => done(null));
      response.on("close", () => done(null));
      response.on("end", () => {
        try {
          const { code = "", data = {} } = JSON.parse(Buffer.concat(parts).toString());
          const wait = 1000 * Number(response.headers["retry-after"] ?? data?.retryAfterSeconds ?? 1);
          done({ status: response.statusCode, code, data, wait });
        } catch {
          done(null);
        }
      });
    });
    request.setTimeout(10_000, () => request.destroy());
    request.on("error", () => done(null));
    request.end(text);
  });
}

// The token, fetched once for all who ask at the same time.
let token;
let tokenUntil = 0;
let fetching;
const bearer = () => {
  if (token && Date.now() < tokenUntil && !has("fresh-token")) return Promise.resolve(token);
  fetching ??= fetchToken().finally(() => (fetching = undefined));
  return fetching;
};
async function fetchToken() {
  const pause = pauses(700, 20_000);
  for (;;) {
    const pair = { clientId: process.env.CONFORM_CLIENT_ID, clientSecret: process.env.CONFORM_CLIENT_SECRET };
    const answer = await exchange("POST", "/auth/token", pair);
    if (answer?.status === 200) {
      token = answer.data.accessToken;
      tokenUntil = Date.now() + answer.data.expiresIn * 1000 * 0.8;
      return token;
    }
    if (answer?.status === 429) await rest(answer.wait + between(100, 1700));
    else if (!answer || answer.status >= 500) await rest(pause());
    else await rest(has("knocks") ? 2000 : between(61_000, 80_000));
  }
}

// One request with all its tries. `hold` keeps the earliest time of the next try for its subject.
const holds = new Map();
const holding = (subject) => (holds.get(subject) ?? 0) - Date.now();
async function call(subject, method, path, { body, key, unit = 500, tries = 8 } = {}) {
  const pause = pauses(unit, 30_000);
  let renewed = false;
  for (let at = 0; at < tries; at += 1) {
    while (holding(subject) > 0) await rest(holding(subject) + 1);
    const used = await bearer();
    const headers = { authorization: "Bearer " + used };
    if (key && !has("keyless")) headers["idempotency-key"] = key;
    const answer = await exchange(method, path, body, headers);
    if (answer === null && has("forgetful") && key) key = randomBytes(9).toString("hex");
    if (answer?.status === 500 && has("new-key-on-500") && key) key = randomBytes(9).toString("hex");
    const isLast = at + 1 === tries;
    if (isLast && (answer === null || answer.status >= 500)) return null;
    if (answer === null) await rest(pause());
    else if (answer.status === 429) {
      const wait = has("capped-wait") ? Math.min(answer.wait, 1000) : answer.wait + between(80, 1900);
      holds.set(subject, Date.now() + (has("on-the-dot") ? wakeOnTheDot(answer.wait) : wait));
    } else if (answer.code === "DEVICE_BUSY") await rest(has("busy-loop") ? 10 : has("busy-shrinks") ? 3000 / (at + 1) : pause());
    else if (answer.status >= 500) await rest(has("error-steady") ? 700 : pause());
    else if (answer.status === 401 && !renewed) {
      renewed = true;
      if (token === used) token = undefined;
    } else if (has("tries-refusals") && answer.status >= 400 && at < 4) await rest(600);
    else return answer;
  }
  return null;
}
const wakeOnTheDot = (wait) => wait + 4000 - ((Date.now() + wait) % 4000);

// Work at one device, one thing after the other.
const lanes = new Map();
const inLane = (device, work) => {
  const next = (lanes.get(device) ?? Promise.resolve()).then(work, work);
  lanes.set(device, next);
  return next;
};
const denied = new Set();
const noted = (mark, answer) => {
  if (answer?.code === "AUTH_SCOPE_DENIED" && !has("asks-again")) denied.add(mark);
  return answer;
};

const readNow = async (device) => {
  if (denied.has("refresh" + device)) return;
  const subject = "refresh " + device;
  noted("refresh" + device, await call(subject, "GET", "/devices/" + device, { unit: 3900, tries: 5 }));
  holds.set(subject, Math.max(holds.get(subject) ?? 0, Date.now() + (has("restless") ? 1200 : 3100)));
};
const refresh = (device) => inLane(device, () => readNow(device));

let commands = 0;
const keyOf = (device) => {
  commands += 1;
  if (has("day-key")) return new Date().toISOString().slice(0, 10) + device;
  if (has("counting-keys")) return `panel ${process.env.CONFORM_INSTANCE ?? 0}-${process.pid} no. ${commands}`;
  return randomBytes(12).toString("base64url");
};
const operate = (device, kind, method, tail, body) =>
  inLane(device, async () => {
    if (denied.has(kind + device)) return;
    let key = keyOf(device);
    for (let at = 0; at < 3; at += 1) {
      const answer = noted(kind + device, await call("command " + device, method, `/devices/${device}${tail}`, { body, key }));
      if (answer?.status === 200 && has("looks-up")) await call("command", "GET", "/commands/" + answer.data.command.commandId);
      if (answer?.data?.command?.status !== "TIMEOUT") return;
      if (has("once-more")) await rest(1500);
      else if (has("second-try")) [key] = [keyOf(device), await readNow(device)];
      else return;
    }
  });
const setRelays = async (device, relays) => {
  if (has("single-endpoint")) {
    for (const { index, action } of relays) await operate(device, "relays", "POST", `/relays/${index}/commands`, { action });
  } else if (has("all-at-once")) relays.forEach((each) => operate(device, "relays", "POST", "/relays/commands", { relays: [each] }));
  else await operate(device, "relays", "POST", "/relays/commands", { relays });
};

// The WebSocket: a socket of node:http after the upgrade, frames by hand.
let live;
const open = (ticket) =>
  new Promise((done) => {
    const headers = { connection: "Upgrade", upgrade: "websocket", "sec-websocket-version": "13" };
    headers["sec-websocket-key"] = randomBytes(16).toString("base64");
    if (has("origin-socket")) headers.origin = base.origin;
    const request = http.get(new URL("/svc/v1/ws?ticket=" + encodeURIComponent(ticket), base), { headers, agent: false });
    request.setTimeout(10_000, () => request.destroy());
    request.on("upgrade", (_, socket, head) => {
      socket.setTimeout(0);
      done({ socket, head });
    });
    request.on("response", (response) => response.resume().on("close", () => done(null)));
    request.on("error", () => done(null));
  });
function frame(socket, opcode, payload) {
  const size = payload.length < 126 ? [0x80 | payload.length] : [0xfe, payload.length >> 8, payload.length & 255];
  const mask = randomBytes(4);
  socket.write(Buffer.concat([Buffer.from([0x80 | opcode, ...size]), mask, payload.map((byte, at) => byte ^ mask[at % 4])]));
}
function readFrames(state, chunk, socket) {
  state.rest = Buffer.concat([state.rest, chunk]);
  for (;;) {
    const { rest: all } = state;
    if (all.length < 2) return;
    const short = all[1] & 127;
    const head = short === 126 ? 4 : short === 127 ? 10 : 2;
    if (all.length < head) return;
    const size = short === 126 ? all.readUInt16BE(2) : short === 127 ? Number(all.readBigUInt64BE(2)) : short;
    if (all.length < head + size) return;
    const payload = all.subarray(head, head + size);
    state.rest = all.subarray(head + size);
    const opcode = all[0] & 15;
    if (opcode === 8) return void socket.end();
    if (opcode === 9) frame(socket, 10, payload);
    if (opcode < 3) state.text = Buffer.concat([state.text, payload]);
    if (opcode < 3 && all[0] & 128) {
      heard(JSON.parse(state.text.toString()), socket);
      state.text = Buffer.alloc(0);
    }
  }
}

const seen = new Set();
const follows = [{ deviceId: devices[0], input: 2, relay: 2 }];
function heard(message, socket) {
  if (message.type !== "event") return;
  const fields = [...Object.keys(message), ...Object.keys(message.data)];
  if (has("exact-shape") && fields.some((key) => !known.has(key))) return void socket.destroy();
  if (has("exact-topics") && !topics.test(message.topic)) process.exit(1);
  const mark = message.eventId ?? JSON.stringify(message);
  if (seen.has(mark) && !has("acts-on-copies")) return;
  seen.add(mark);
  if (message.topic !== "device.state.changed") return;
  const { deviceId, changes, peripherals } = message.data;
  for (const { kind, index } of changes) {
    for (const rule of follows) {
      if (kind !== "digitalInput" || rule.deviceId !== deviceId || rule.input !== index) continue;
      const active = peripherals.digitalInputs.find((each) => each.index === index)?.active;
      void setRelays(deviceId, [{ index: rule.relay, action: active ? "on" : "off" }]);
    }
  }
}
const topics = /^device\.(state\.changed|rs485\.received|connection\.(on|off)line|power\.(lost|restored))$/;
const known = new Set(["type", "topic", "eventId", "occurredAt", "deviceId", "changes", "peripherals", "connection", "power", "data"]);

async function keepConnected() {
  let pause = pauses(900, 35_000);
  let [kept, chain] = [undefined, -1];
  for (let connections = 0; ; ) {
    const answer = kept ? undefined : await call("ticket", "POST", "/ws/ticket", { tries: 1 });
    const ticket = kept ?? answer?.data?.ticket;
    if (has("saved-ticket")) kept = ticket;
    if (has("slow-start") && ticket) await rest(12_000);
    const opened = ticket ? await open(ticket) : null;
    if (!opened && kept) kept = undefined;
    const since = Date.now();
    if (opened) {
      await connected(opened, connections > 0);
      connections += 1;
    }
    if (Date.now() - since > 20_000) [pause, chain] = [pauses(900, 35_000), -1];
    if (!opened || !has("first-at-once") || Date.now() - since < 20_000) {
      await rest(has("every-second") ? 1000 : has("lockstep") ? 1500 * 2 ** Math.min(5, (chain += 1)) : pause());
    }
    if (answer && !ticket) await rest(60_000);
  }
}
async function connected({ socket, head }, again) {
  live = socket;
  const state = { rest: Buffer.alloc(0), text: Buffer.alloc(0) };
  socket.on("error", () => socket.destroy());
  const closed = new Promise((done) => socket.on("close", done));
  socket.on("data", (chunk) => readFrames(state, chunk, socket));
  readFrames(state, head, socket);
  let count = 0;
  const ping = () => {
    const requestId = has("id-ping") ? "ping" : `p${(count += 1)}`;
    frame(socket, 1, Buffer.from(JSON.stringify({ type: "request", topic: "session.ping", requestId, data: {} })));
  };
  const beat = has("often-pings") ? 6000 : has("rare-pings") ? 75_000 : 28_000;
  const timer = setInterval(() => (has("mute") ? undefined : ping()), beat);
  if (has("often-pings")) ping();
  const blind = again && has("no-look-back");
  if (!blind) for (const device of has("one-device") && again ? devices.slice(0, 1) : devices) void refresh(device);
  await closed;
  clearInterval(timer);
  if (live === socket) live = undefined;
}

// What it does by itself, and what it is told.
async function rounds() {
  for (let on = true; ; on = !on) {
    await rest(between(13_000, 16_000));
    void setRelays(devices.at(-1), [3, 4].map((index) => ({ index, action: on ? "on" : "off" })));
    if (!["events-only", "no-look-back", "one-device"].some(has)) devices.forEach((device) => void refresh(device));
    if (has("restless")) devices.forEach((device) => void refresh(device));
    if (has("tries-refusals")) void call("gone", "GET", "/devices/attic");
  }
}
const acts = {
  setRelays: ({ deviceId, relays }) => setRelays(deviceId, relays),
  refresh: ({ deviceId }) => refresh(deviceId),
  transceive: ({ deviceId, data, timeoutMs = 500 }) => operate(deviceId, "rs485", "POST", "/rs485/transceive", { data, timeoutMs }),
  setBaudRate: ({ deviceId, baudRate }) => operate(deviceId, "config", "PUT", "/rs485/baud-rate", { baudRate }),
  setJogDuration: ({ deviceId, index, durationMs }) => operate(deviceId, "config", "PUT", `/relays/${index}/jog-config`, { durationMs }),
  listen: (rule) => void follows.push(rule),
  stop: () => process.exit(0),
};
createInterface({ input: process.stdin }).on("line", (line) => {
  const { do: act, ...order } = JSON.parse(line);
  void acts[act]?.(order);
});
process.on("SIGTERM", () => process.exit(0));
void rounds();
void keepConnected();
