#!/usr/bin/env node
// A client that does everything over its WebSocket: an input that becomes active opens a gate (relay on), a timer closes
// it again, and each further event lets the timer begin anew. Commands that got no reply come again after reconnecting.
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { between, connect, devices, exchange, habitsOf, pair, rest } from './plain.mjs';

const habits = new Set(habitsOf(process.argv.slice(2)));
const HELD = habits.has('short-pulse') ? 900 : 4500;
const full = (at, cap = 32_000) => Math.random() * Math.min(cap, 1000 * 2 ** at);

let token;
async function bearer() {
  for (let at = 0; !token; at++) {
    const answer = await exchange('POST', '/auth/token', { body: pair });
    if (answer?.status === 200) {
      const fresh = answer.data.accessToken;
      token = fresh;
      setTimeout(() => token === fresh && (token = undefined), 750 * answer.data.expiresIn);
    } else if (answer?.status === 429) await rest(answer.wait + 200);
    else if (answer === null || answer.status >= 500) await rest(full(at + 1));
    else await rest(70_000);
  }
  return token;
}

/** @returns a ticket, or how long to wait for the next try. */
async function ticketOnce(at) {
  const used = await bearer();
  const answer = await exchange('POST', '/ws/ticket', { token: used });
  if (answer?.status === 200) return answer.data;
  if (answer?.status === 401 && token === used) token = undefined;
  if (answer?.status === 401) return { wait: full(at) };
  if (answer?.status === 429) return { wait: answer.wait + between(50, 500) };
  return { wait: answer === null || answer.status >= 500 ? full(at) : 65_000 };
}

let live;
let number = 0;
const waiting = new Map();
function onMessage(message) {
  if (message.type === 'reply') {
    waiting.get(message.requestId)?.(message);
    waiting.delete(message.requestId);
  } else if (message.type === 'event') onEvent(message);
}
/** @returns the reply, or null when none came in time or the connection is gone. */
function request(topic, data, { patience = 9000, id } = {}) {
  const link = live;
  if (!link) return Promise.resolve(null);
  const requestId = id ?? `${process.pid}-${(number += 1)}`;
  return new Promise((done) => {
    const timer = setTimeout(() => settle(null), patience);
    const settle = (reply) => {
      clearTimeout(timer);
      waiting.delete(requestId);
      done(reply);
    };
    waiting.set(requestId, settle);
    void link.closed.then(() => settle(null));
    link.send({ type: 'request', topic, requestId, data });
  });
}

async function untilLive() {
  while (!live) await rest(100);
}

/** One at a time for each device, with all its tries. */
const lanes = new Map();
function inLane(device, work) {
  const next = (lanes.get(device) ?? Promise.resolve()).then(work).catch(() => undefined);
  lanes.set(device, next);
  return next;
}

const denied = new Set();
async function persist(topic, data, mark) {
  const id = habits.has('same-id') ? `${process.pid}-${(number += 1)}` : undefined;
  for (let at = 0; at < 6 && !denied.has(mark); at++) {
    await untilLive();
    const reply = await request(topic, data, { id });
    if (reply === null || reply.code === 'INTERNAL_ERROR' || reply.code === 'DEVICE_BUSY') {
      // A refresh that may have been granted has spent the budget.
      await rest(topic === 'device.state.get' ? Math.max(3200, full(at + 2)) : full(at));
    } else if (reply.code === 'RATE_LIMITED')
      await rest(1000 * reply.data.retryAfterSeconds + between(80, 400));
    else {
      if (reply.code === 'AUTH_SCOPE_DENIED') denied.add(mark);
      return reply;
    }
  }
  return null;
}

const readAt = new Map();
const read = (deviceId) =>
  inLane(deviceId, async () => {
    await rest((readAt.get(deviceId) ?? 0) + 3200 - Date.now());
    const reply = await persist('device.state.get', { deviceId }, `read ${deviceId}`);
    readAt.set(deviceId, Date.now());
    for (const { index, active } of reply?.data?.device?.peripherals?.digitalInputs ?? [])
      inputs.set(`${deviceId} ${index}`, active);
  });
const execute = (deviceId, name, params) =>
  inLane(deviceId, () => {
    const data = { deviceId, idempotencyKey: randomUUID(), operation: { name, params } };
    return persist('device.operation.execute', data, `${name} ${deviceId}`);
  });
const setRelay = (deviceId, index, on) =>
  execute(deviceId, 'device.relay.set', { relays: [{ index, action: on ? 'on' : 'off' }] });

const seen = new Set();
const inputs = new Map();
const follows = [];
const closers = new Map();
function onEvent({ topic, eventId, data }) {
  if (topic !== 'device.state.changed') return;
  if (!habits.has('by-state')) {
    if (seen.has(eventId)) return;
    seen.add(eventId);
  }
  for (const { kind, index } of data.changes) {
    if (kind !== 'digitalInput') continue;
    const mark = `${data.deviceId} ${index}`;
    const active = data.peripherals.digitalInputs.find((each) => each.index === index)?.active;
    const isChanged = inputs.get(mark) !== active;
    inputs.set(mark, active);
    if (!isChanged) continue;
    if (index === 1) trigger(data.deviceId, active);
    for (const each of follows)
      if (each.deviceId === data.deviceId && each.input === index)
        void setRelay(each.deviceId, each.relay, active);
  }
}
function trigger(device, active) {
  if (habits.has('blinks')) {
    for (const [at, on] of [true, false, true, false].entries())
      setTimeout(() => void setRelay(device, 1, on), 550 * at);
    return;
  }
  if (!active && !closers.has(device)) return;
  if (closers.has(device)) clearTimeout(closers.get(device));
  else void setRelay(device, 1, true);
  const close = () => {
    closers.delete(device);
    void setRelay(device, 1, false);
  };
  closers.set(device, setTimeout(close, HELD));
}

const acts = {
  setRelays: ({ deviceId, relays }) => execute(deviceId, 'device.relay.set', { relays }),
  refresh: ({ deviceId }) => read(deviceId),
  transceive: ({ deviceId, data, timeoutMs }) =>
    execute(deviceId, 'device.rs485.transceive', { data, timeoutMs }),
  listen: (order) => void follows.push(order),
  stop: () => process.exit(0),
};
createInterface({ input: process.stdin }).on('line', (line) => {
  const { do: act, ...order } = JSON.parse(line);
  void acts[act]?.(order);
});

for (let at = 0; ; at++) {
  const { ticket, wait } = await ticketOnce(at);
  const link = ticket ? await connect(ticket, onMessage) : null;
  const opened = Date.now();
  if (link) {
    live = link;
    for (const device of devices) void read(device);
    const beat = setInterval(
      () => void request('session.ping', {}),
      habits.has('quick-beat') ? 11_000 : 27_000,
    );
    await link.closed;
    live = undefined;
    clearInterval(beat);
  }
  if (link && Date.now() - opened > 20_000) at = -1;
  await rest(
    habits.has('every-five-seconds')
      ? Math.max(5000, wait > 60_000 ? wait : 0)
      : (wait ?? full(Math.max(0, at))),
  );
}
