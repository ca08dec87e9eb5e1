// Follows events and does nothing else: a relay takes the state of the input that has its number. Everything but token
// and ticket goes over its WebSocket connection; it has no schedule, so each act is an answer to what it was told.
import { randomUUID } from 'node:crypto';
import { between, exchange, growing, openSocket, pause } from './cord.mjs';

const argument = (name) => process.argv[process.argv.indexOf(name) + 1];
const breach = process.argv.includes('--breach') ? argument('--breach') : '';
const habit = process.argv.includes('--habit') ? argument('--habit') : '';
const devices = process.env.CONFORM_DEVICE_IDS.split(',').slice(0, 3);
const credentials = { clientId: process.env.CONFORM_CLIENT_ID, clientSecret: process.env.CONFORM_CLIENT_SECRET };

const state = new Map(devices.map((id) => [id, { wanted: new Map(), sent: new Map(), mayRead: 0, mayCommand: 0 }]));
const pending = new Map();
let denied = false;
let socket;
let token;
let count = 0;
let stored;
let mayTicket = 0;

// --- one request over the connection; undefined when no answer came

function ask(topic, data) {
  const connection = socket;
  if (connection === undefined) return Promise.resolve(undefined);
  const requestId = breach === 'topic-ids' ? topic : habit === 'uuid-ids' ? randomUUID() : `e-${++count}`;
  return new Promise((done) => {
    const timer = setTimeout(() => settle(undefined), habit === 'short-patience' ? 6000 : 25_000);
    const settle = (reply) => {
      clearTimeout(timer);
      if (pending.get(requestId) === settle) pending.delete(requestId);
      done(reply);
    };
    pending.set(requestId, settle);
    connection.send({ type: 'request', topic, requestId, data });
  });
}

// --- reading

async function look(deviceId, connection) {
  const device = state.get(deviceId);
  if (device.reading) return;
  device.reading = true;
  for (let failed = 0; failed < 6 && socket === connection; failed += 1) {
    await pause(device.mayRead - Date.now());
    if (socket !== connection) break;
    const reply = await ask('device.state.get', { deviceId });
    if (reply?.code === 'SUCCESS') {
      device.mayRead = Date.now() + 3150;
      learn(device, reply.data.device);
      break;
    }
    if (reply?.code === 'RATE_LIMITED') device.mayRead = Date.now() + wait(reply) + between(60, 600);
    else if (reply === undefined || reply.code === 'DEVICE_BUSY' || reply.code === 'INTERNAL_ERROR')
      device.mayRead = Date.now() + growing(failed, 500, 20_000);
    else break;
  }
  device.reading = false;
}

const wait = (reply) => reply.data.retryAfterSeconds * 1000;

function learn(device, shown) {
  for (const relay of shown?.peripherals?.relays ?? []) device.sent.set(relay.index, relay.on);
}

// --- commanding: what is wanted, in one array, one command at a time

async function act(deviceId) {
  const device = state.get(deviceId);
  if (device.acting || denied) return;
  device.acting = true;
  while (device.wanted.size > 0 && !denied) {
    await pause(device.mayCommand - Date.now());
    const relays = [...device.wanted].map(([index, on]) => ({ index, action: on ? 'on' : 'off' }));
    for (const { index, action } of relays) device.sent.set(index, action === 'on');
    device.wanted.clear();
    await command(deviceId, device, relays);
    device.mayCommand = Math.max(device.mayCommand, Date.now() + 1600);
  }
  device.acting = false;
}

async function command(deviceId, device, relays) {
  const idempotencyKey = randomUUID();
  const data = { deviceId, idempotencyKey, operation: { name: 'device.relay.set', params: { relays } } };
  for (let failed = 0; failed < 7; failed += 1) {
    while (socket === undefined) await pause(300);
    const reply = await ask('device.operation.execute', data);
    if (reply === undefined) {
      if (habit === 'gives-up') return;
      await pause(growing(failed, 700, 20_000));
    } else if (reply.code === 'RATE_LIMITED') await pause(wait(reply) + between(80, 900));
    else if (reply.code === 'DEVICE_BUSY' || reply.code === 'INTERNAL_ERROR') await pause(growing(failed, 600, 25_000));
    else {
      denied = reply.code === 'AUTH_SCOPE_DENIED';
      if (reply.code === 'AUTH_INVALID') token = undefined;
      return;
    }
  }
}

// --- events

const topics = [
  'device.connection.online',
  'device.connection.offline',
  'device.state.changed',
  'device.power.lost',
  'device.power.restored',
  'device.rs485.received',
];
const fields = ['type', 'topic', 'eventId', 'occurredAt', 'data'];
let deaf = false;

function onMessage(message, connection) {
  if (message.type === 'reply') return pending.get(message.requestId)?.(message);
  if (deaf || !message.topic) return;
  if (!topics.includes(message.topic)) {
    if (breach === 'deaf-after-unknown') deaf = true;
    return;
  }
  if (breach === 'strict-schema' && Object.keys(message).some((name) => !fields.includes(name))) return connection.close();
  const deviceId = message.data?.deviceId;
  const device = state.get(deviceId);
  if (device === undefined) return;
  if (message.topic === 'device.connection.online') look(deviceId, connection);
  if (message.topic !== 'device.state.changed') return;
  for (const change of message.data.changes ?? []) {
    if (change.kind !== 'digitalInput') continue;
    const input = message.data.peripherals?.digitalInputs?.find((each) => each.index === change.index);
    const relay = message.data.peripherals?.relays?.find((each) => each.index === change.index);
    if (input === undefined || relay === undefined) continue;
    const known = device.wanted.get(change.index) ?? device.sent.get(change.index);
    if (breach === 'each-copy' || known !== input.active) device.wanted.set(change.index, input.active);
  }
  act(deviceId);
  if (habit === 'reads-on-copies') look(deviceId, connection);
}

// --- the connection

async function newTicket() {
  await pause(mayTicket - Date.now());
  const reply = await exchange('POST', '/ws/ticket', { token, body: {} });
  if (reply?.status === 429) mayTicket = Date.now() + reply.wait + between(60, 500);
  return reply;
}

async function ticket() {
  if (token === undefined) {
    const reply = await exchange('POST', '/auth/token', { body: credentials });
    if (reply?.code !== 'SUCCESS') return { wait: reply === undefined || reply.status === 500 ? 0 : Math.max(reply.wait, 62_000) };
    token = reply.data.accessToken;
  }
  if (stored !== undefined) {
    const kept = stored;
    stored = undefined;
    return { value: kept };
  }
  const reply = await newTicket();
  if (reply?.code === 'SUCCESS') return { value: reply.data.ticket };
  if (reply?.status === 401) token = undefined;
  if (reply?.status === 403) return { wait: 62_000 };
  return { wait: reply?.wait ?? 0 };
}

async function connectOnce() {
  const got = await ticket();
  if (got.value === undefined) return { wait: got.wait };
  const headers = breach === 'origin-at-upgrade' ? { origin: 'https://panel.example' } : {};
  let closed;
  const end = new Promise((done) => (closed = done));
  let mine;
  mine = await openSocket(got.value, {
    headers,
    onText: (text) => onMessage(JSON.parse(text), mine),
    onClose: () => closed(),
  });
  if (mine === undefined) return { wait: 0 };
  socket = mine;
  const opened = Date.now();
  const every = breach === 'slow-heart' ? 90_000 : habit === 'quick-heart' ? 5000 : between(25_000, 30_000);
  const heart = setInterval(() => (breach === 'frame-heart' ? mine.pingFrame() : ask('session.ping', {})), every);
  if (breach === 'stored-ticket') newTicket().then((reply) => (stored = reply?.data.ticket));
  if (breach !== 'no-baseline') for (const id of devices) look(id, mine);
  if (habit === 'leaves-itself') setTimeout(() => mine.close(), 45_000);
  const extra = habit === 'spare-tickets' && setInterval(newTicket, 20_000);
  await end;
  clearInterval(heart);
  clearInterval(extra);
  socket = undefined;
  for (const settle of [...pending.values()]) settle(undefined);
  return { lived: Date.now() - opened };
}

for (let failed = 0; ; failed += 1) {
  const { wait: announced = 0, lived } = await connectOnce();
  if (lived > 25_000) failed = 0;
  if (habit === 'first-at-once' && lived > 25_000) continue;
  const plain = Math.min(60_000, 1000 * 2 ** failed);
  await pause(breach === 'metronome' ? Math.max(plain, announced) : announced + growing(failed, 1000, 60_000));
}
