// Like an app's back end for one screen: while the screen is open there is a connection and somebody taps now and then,
// and while it is closed there is none. A tap goes over the connection, and over REST where that has just been lost.
import { randomUUID } from 'node:crypto';
import { between, connect, devices as all, exchange, habitsOf, pair, rest } from '../plain.mjs';

const has = (id) => habitsOf(process.argv).includes(id);
const devices = all.slice(0, 2);
const readAt = new Map();
const quietUntil = new Map();
const denied = new Set();
let token = null;
let renewAt = 0;
let socket = null;
let pause = 1000;

const refused = (status) => [400, 401, 403, 404, 409, 422].includes(status);

async function login(stale) {
  while (!token || token === stale || Date.now() > renewAt) {
    const answer = await exchange('POST', '/auth/token', { body: pair });
    if (answer?.status === 200) {
      token = answer.data.accessToken;
      renewAt = Date.now() + answer.data.expiresIn * 800;
    } else if (answer && refused(answer.status)) process.exit(1);
    else await after(answer);
  }
  return token;
}

/** Waits as long as an answer asks for: what is announced, or twice as long as the last time. */
async function after(answer) {
  if (answer?.status === 429) return rest(answer.wait + between(200, 900));
  await rest(pause * between(0.7, 1));
  pause = Math.min(pause * 2, 40_000);
}

async function call(method, path, options = {}) {
  let renewed = false;
  pause = 700;
  for (let n = 0; n < 7; n += 1) {
    const used = await login();
    const answer = await exchange(method, path, { ...options, token: used });
    if (answer?.status === 401 && !renewed) {
      renewed = true;
      await login(used);
      continue;
    }
    const again = !answer || answer.status === 429 || answer.status >= 500 || answer.code === 'DEVICE_BUSY';
    if (!again) return answer;
    await after(answer);
  }
  return null;
}

let number = 0;
const open = new Map();
function ask(topic, data) {
  const requestId = `r${(number += 1)}`;
  return new Promise((done) => {
    const drop = setTimeout(() => {
      open.delete(requestId);
      done(null);
    }, 8000);
    open.set(requestId, (message) => {
      clearTimeout(drop);
      done(message);
    });
    socket?.send({ type: 'request', topic, requestId, ...(data && { data }) });
  });
}

function heard(message) {
  if (message.type === 'reply') {
    open.get(message.requestId)?.(message);
    open.delete(message.requestId);
  }
}

async function refresh(deviceId, bySocket) {
  if (denied.has(deviceId)) return;
  for (let n = 0; n < 5; n += 1) {
    const due = Math.max((readAt.get(deviceId) ?? 0) + 3200, quietUntil.get(deviceId) ?? 0);
    if (!has('both-channels')) await rest(due - Date.now());
    if (!bySocket || !socket) {
      const answer = await exchange('GET', `/devices/${deviceId}`, { token: await login() });
      if (answer?.status === 429) quietUntil.set(deviceId, Date.now() + answer.wait + 300);
      else if (answer && answer.status < 500 && answer.code !== 'DEVICE_BUSY') return void readAt.set(deviceId, Date.now());
      await rest(between(700, 1000) * 2 ** n);
      continue;
    }
    const reply = await ask('device.state.get', { deviceId });
    if (reply?.code === 'AUTH_SCOPE_DENIED') denied.add(deviceId);
    if (reply?.code === 'RATE_LIMITED') quietUntil.set(deviceId, Date.now() + 1000 * reply.data.retryAfterSeconds + 300);
    else if (reply && !['DEVICE_BUSY', 'INTERNAL_ERROR'].includes(reply.code)) return void readAt.set(deviceId, Date.now());
    if (!socket) return;
    await rest(between(700, 1000) * 2 ** n);
  }
}

async function tap() {
  const deviceId = devices[Math.floor(Math.random() * devices.length)];
  if (denied.has(deviceId)) return;
  const wish = () => (Math.random() < 0.5 ? 'on' : 'off');
  const relays = [1, 2, 3].slice(0, Math.random() < 0.5 ? 2 : 1).map((index) => ({ index, action: wish() }));
  const parts = has('tap-tap') ? relays.map((relay) => [relay]) : [relays];
  for (const part of parts) await command(deviceId, part);
}

async function command(deviceId, relays) {
  const key = has('key-of-relay') ? `${deviceId}-relay-${relays[0].index}` : randomUUID();
  const data = { deviceId, operation: { name: 'device.relay.set', params: { relays } } };
  if (!has('forgets-key')) data.idempotencyKey = key;
  let delay = 600;
  while (socket) {
    const reply = await ask('device.operation.execute', data);
    if (!reply) break;
    if (reply.code === 'RATE_LIMITED') await rest(1000 * reply.data.retryAfterSeconds + between(200, 900));
    else if (reply.code === 'AUTH_SCOPE_DENIED' && has('denied-is-busy')) await rest(2000);
    else if (reply.code === 'DEVICE_BUSY' || reply.code === 'INTERNAL_ERROR') {
      if (delay > 20_000) return;
      await rest(delay * between(0.8, 1));
      delay *= 2;
    } else {
      if (reply.code === 'AUTH_SCOPE_DENIED') denied.add(deviceId);
      return;
    }
  }
  const options = { body: { relays }, key: has('new-key-on-fallback') ? randomUUID() : key };
  const answer = await call('POST', `/devices/${deviceId}/relays/commands`, options);
  if (answer?.code === 'AUTH_SCOPE_DENIED') denied.add(deviceId);
}

let outage = 1000;
async function screen() {
  if (has('login-each-time')) token = null;
  await call('GET', '/devices');
  const until = Date.now() + between(25_000, 45_000);
  let taps = null;
  while (Date.now() < until) {
    const answer = await call('POST', '/ws/ticket');
    if (!answer || answer.status !== 200) return;
    const since = Date.now();
    const line = await connect(answer.data.ticket, heard);
    if (line) {
      socket = line;
      const ended = line.closed.then(() => (socket = null));
      const seen = Promise.all(devices.map((id) => refresh(id, true)));
      const beat = setInterval(() => void ask('session.ping'), 28_000);
      if (has('both-channels')) seen.then(() => Promise.all(devices.map((id) => refresh(id, false))));
      taps ??= tapping(until);
      const over = setTimeout(() => line.close(), Math.max(0, until - Date.now()));
      await ended;
      clearInterval(beat);
      clearTimeout(over);
    }
    if (Date.now() - since > 20_000) outage = 1000;
    if (Date.now() >= until) break;
    await rest(outage * between(0.5, 1));
    outage = Math.min(outage * 2, 60_000);
  }
  await taps;
}

async function tapping(until) {
  while (Date.now() < until) {
    await rest(between(2500, 6000));
    if (Date.now() < until) await tap();
  }
}

for (;;) {
  await screen();
  await rest(between(4000, 9000));
}
