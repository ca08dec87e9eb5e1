// An API client that keeps a tank full: the pump follows a float switch (a digital input), but runs and rests for a least time, so that
// most of its commands come a good while after the event that they answer. Tickets are fetched ahead while a connection is down.
import { randomUUID } from 'node:crypto';
import { between, connect, devices, exchange, habitsOf, pair, rest } from '../plain.mjs';

const ways = new Set(habitsOf(process.argv.slice(2)));
const RUNS = ways.has('short-runs') ? 1_500 : 5_500;
const tanks = devices.slice(0, 2).map((id) => ({ id, wanted: undefined, running: undefined, since: 0, free: 0, seen: new Set() }));
const state = { token: undefined, socket: undefined, waiting: new Map() };

async function bearer() {
  if (state.token) return state.token;
  state.asked ??= signIn().finally(() => (state.asked = undefined));
  return (state.token = await state.asked);
}

async function signIn() {
  for (let tries = 0; ; tries += 1) {
    const answer = await exchange('POST', '/auth/token', { body: pair });
    if (answer?.code === 'SUCCESS') return answer.data.accessToken;
    if (answer && answer.status !== 429 && answer.status < 500) process.exit(6);
    await rest(Math.max(answer?.wait ?? 0, 1_000 * 2 ** Math.min(tries, 5)) * between(1.05, 1.5));
  }
}

/** A ticket, or the pause until the next try. */
async function ticket() {
  const used = await bearer();
  const answer = await exchange('POST', '/ws/ticket', { token: used });
  if (answer?.status === 401 && state.token === used) state.token = undefined;
  if (answer?.status === 403) process.exit(7);
  return { value: answer?.data?.ticket, wait: answer?.status === 429 ? answer.wait : 0 };
}

async function connection() {
  let held = 0;
  for (let tries = 0; ; tries += 1) {
    // The ticket is asked for a moment before it is needed.
    const pause = tries === 0 ? 0 : Math.max(held + 90, between(0.5, 1.5) * 1_000 * 2 ** Math.min(tries - 1, 5));
    const ahead = Math.min(pause - held, 1_200);
    await rest(pause - ahead);
    const ready = await ticket();
    held = ready.wait;
    if (!ready.value) continue;
    await rest(ways.has('old-tickets') ? Math.max(ahead, 12_000) : ahead);
    const since = Date.now();
    if ((await live(ready.value)) && Date.now() - since > 22_000) tries = 0;
  }
}

async function live(value) {
  let beats;
  const socket = await connect(value, (frame) => (frame.type === 'reply' ? settle(frame) : heard(frame)));
  if (!socket) return false;
  state.socket = socket;
  beats = setInterval(() => void ask('session.ping', {}), 27_500);
  for (const tank of tanks) void look(tank);
  await socket.closed;
  clearInterval(beats);
  state.socket = undefined;
  for (const done of [...state.waiting.values()]) done(null);
  return true;
}

function settle(frame) {
  state.waiting.get(frame.requestId)?.(frame);
}

function ask(topic, data) {
  if (!state.socket) return Promise.resolve(null);
  const requestId = ways.has('ids-of-seconds') ? `${topic}-${Math.floor(Date.now() / 10_000)}` : randomUUID();
  return new Promise((done) => {
    const finish = (reply) => {
      clearTimeout(timer);
      state.waiting.delete(requestId);
      done(reply);
    };
    const timer = setTimeout(() => finish(null), 10_000);
    state.waiting.set(requestId, finish);
    state.socket.send({ type: 'request', topic, requestId, data });
  });
}

function heard({ topic, eventId, data, ...others }) {
  if (ways.has('knows-all-fields') && Object.keys(others).some((name) => !['type', 'occurredAt'].includes(name))) process.exit(8);
  if (topic !== 'device.state.changed') return;
  const tank = tanks.find(({ id }) => id === data?.deviceId);
  if (!tank) return;
  if (tank.seen.has(eventId) && !ways.has('each-copy')) return;
  tank.seen.add(eventId);
  if (ways.has('looks-each-time')) {
    tank.free = 0;
    void look(tank);
  }
  if (!data.changes?.some(({ kind, index }) => kind === 'digitalInput' && index === 3)) return;
  level(tank, data.peripherals);
  if (ways.has('each-copy')) void set(tank, tank.wanted);
}

function level(tank, peripherals) {
  const input = peripherals?.digitalInputs?.find(({ index }) => index === 3);
  if (typeof input?.active === 'boolean') tank.wanted = input.active;
}

const HOLD = new Set(['RATE_LIMITED', 'DEVICE_BUSY', 'INTERNAL_ERROR']);

/** One reading of a tank at a time. */
async function look(tank) {
  if (tank.looking && !ways.has('looks-each-time')) return;
  tank.looking = true;
  for (let tries = 0; tries < 5; tries += 1) {
    await rest(tank.free - Date.now());
    const answer = await ask('device.state.get', { deviceId: tank.id });
    tank.free = Date.now() + 3_150;
    if (answer?.code === 'SUCCESS') {
      level(tank, answer.data.device?.peripherals);
      break;
    }
    if (!answer || !HOLD.has(answer.code)) break;
    const wait = 1_000 * Number(answer.data?.retryAfterSeconds ?? 0) + 120;
    tank.free = Date.now() + Math.max(3_150, wait, 1_600 * 2 ** tries * between(1, 1.3));
  }
  tank.looking = false;
}

/** The pump of one tank: looks at what is wanted five times a second, and acts when the least time is over. */
async function pump(tank) {
  for (;;) {
    await rest(200);
    if (tank.wanted === undefined || tank.wanted === tank.running || tank.barred) continue;
    if (Date.now() - tank.since < RUNS || !state.socket) continue;
    await set(tank, tank.wanted);
  }
}

async function set(tank, on) {
  const params = { relays: [{ index: 4, action: on ? 'on' : 'off' }] };
  // What was not settled keeps its key, also when it is taken up again later.
  if (tank.open?.on !== on || ways.has('each-copy')) tank.open = { on, key: randomUUID() };
  const data = { deviceId: tank.id, idempotencyKey: tank.open.key, operation: { name: 'device.relay.set', params } };
  for (let tries = 0; tries < 6; tries += 1) {
    const answer = await ask('device.operation.execute', data);
    if (answer?.code === 'SUCCESS') Object.assign(tank, { running: on, since: Date.now() });
    if (answer && !HOLD.has(answer.code)) {
      tank.open = undefined;
      return void (tank.barred ||= answer.code !== 'SUCCESS');
    }
    const wait = 1_000 * Number(answer?.data?.retryAfterSeconds ?? 0) + 120;
    await rest(Math.max(wait, 1_100 * 2 ** tries * between(1, 1.6)));
  }
}

await Promise.all([connection(), ...tanks.map(pump)]);
