#!/usr/bin/env node
// A lazy client: one timer of a second drives everything. It keeps what it has read for a while, gathers wishes for three
// seconds, lets a lamp follow its cached picture of an input, and is slow to reconnect.
import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import { connect, devices, exchange, habitsOf, pair, rest } from './plain.mjs';

const habits = new Set(habitsOf(process.argv.slice(2)));
const STALE = habits.has('long-cache') ? 60_000 : 15_000;
const GATHER = habits.has('no-gathering') ? 0 : 3000;
const now = () => Date.now();

let token;
let tokenDue = 0;
let tokenTries = 0;
/** At most one try at each call; the tick comes again. */
let fetching = false;
async function needToken() {
  if (token) return true;
  if (fetching || now() < tokenDue) return false;
  fetching = true;
  const answer = await exchange('POST', '/auth/token', { body: pair, patience: 30_000 });
  fetching = false;
  if (answer?.status === 200) [token, tokenTries] = [answer.data.accessToken, 0];
  else if (answer?.status === 429) tokenDue = now() + answer.wait + 500;
  else if (answer === null || answer.status >= 500) tokenDue = now() + 2000 * 2 ** Math.min(4, tokenTries++);
  else tokenDue = now() + 180_000;
  return Boolean(token);
}

/** A task at a device: tried on a tick when its time has come, with pauses of 2, 4, 8, 16 and 32 s. */
class Device {
  wishes = new Map();
  wishedAt = 0;
  inputs = new Map();
  dirty = true;
  readAt = 0;
  triedAt = 0;
  answeredAt = 0;
  task;
  working = false;
  closedFor = new Map();
  constructor(id) {
    this.id = id;
  }
  wish(relays) {
    if (this.wishes.size === 0) this.wishedAt = now();
    for (const { index, action } of relays) this.wishes.set(index, action);
  }
  chooseTask() {
    const isOpen = (kind) => now() >= (this.closedFor.get(kind) ?? 0);
    if (this.wishes.size > 0 && now() - this.wishedAt >= GATHER) {
      const relays = [...this.wishes].map(([index, action]) => ({ index, action }));
      this.wishes.clear();
      if (!isOpen('relays')) return undefined;
      return {
        kind: 'relays',
        method: 'POST',
        tail: '/relays/commands',
        body: { relays },
        key: randomBytes(8).toString('hex'),
      };
    }
    if (this.dirty && isOpen('read') && now() - Math.max(this.readAt, this.triedAt - STALE + 3500) >= STALE) {
      this.dirty = false;
      return { kind: 'read', method: 'GET', tail: '' };
    }
    return undefined;
  }
  async tick() {
    if (this.working || !(await needToken()) || this.working) return;
    this.task ??= this.chooseTask();
    const { task } = this;
    if (!task || now() < (task.due ?? 0)) return;
    this.working = true;
    const used = token;
    const path = `/devices/${this.id}${task.tail}`;
    const answer = await exchange(task.method, path, {
      body: task.body,
      key: task.key,
      token: used,
      patience: 45_000,
    });
    this.working = false;
    this.settle(task, answer, used);
  }
  settle(task, answer, used) {
    task.tries = (task.tries ?? 0) + 1;
    const giveUp = () => {
      this.task = undefined;
      if (task.kind === 'read') this.dirty = true;
    };
    if (answer?.status === 200) {
      this.task = undefined;
      if (task.kind === 'read') this.triedAt = now();
      if (task.kind === 'read') this.learn(answer.data.device.peripherals);
    } else if (answer === null || answer.status >= 500 || answer.code === 'DEVICE_BUSY') {
      if (task.tries > 5) giveUp();
      task.due = now() + 2000 * 2 ** task.tries;
    } else if (answer.status === 429) task.due = now() + answer.wait + 100;
    else if (answer.status === 401 && !task.renewed) {
      task.renewed = true;
      if (token === used) token = undefined;
    } else {
      if (answer.status === 401 && token === used) token = undefined;
      this.closedFor.set(task.kind, now() + 150_000);
      giveUp();
    }
  }
  learn({ digitalInputs }) {
    this.readAt = now();
    for (const { index, active } of digitalInputs) this.inputs.set(index, active);
  }
}

const all = new Map(devices.map((id) => [id, new Device(id)]));
const lamps = [{ deviceId: devices[0], input: 1, relay: 1 }];
const lit = new Map();
/** The picture is looked at every five seconds, however often events came. */
function lookAtPicture() {
  for (const { deviceId, input, relay } of lamps) {
    const device = all.get(deviceId);
    const active = device?.inputs.get(input);
    const mark = `${deviceId} ${relay}`;
    if (active === undefined || lit.get(mark) === active) continue;
    lit.set(mark, active);
    device.wish([{ index: relay, action: active ? 'on' : 'off' }]);
  }
}
function onMessage({ type, topic, data }) {
  if (type !== 'event' || topic !== 'device.state.changed') return;
  const device = all.get(data.deviceId);
  if (!device) return;
  device.learn(data.peripherals);
  if (habits.has('eager-lamp')) lookAtPicture();
}

const acts = {
  setRelays: ({ deviceId, relays }) => all.get(deviceId)?.wish(relays),
  refresh: ({ deviceId }) => all.get(deviceId) && (all.get(deviceId).dirty = true),
  listen: (order) => void lamps.push(order),
  stop: () => process.exit(0),
};
createInterface({ input: process.stdin }).on('line', (line) => {
  const { do: act, ...order } = JSON.parse(line);
  acts[act]?.(order);
});

async function stayConnected() {
  let tries = 0;
  for (;;) {
    while (!(await needToken())) await rest(1000);
    const used = token;
    const answer = await exchange('POST', '/ws/ticket', { token: used });
    const link = answer?.status === 200 ? await connect(answer.data.ticket, onMessage) : null;
    const since = now();
    if (link) {
      for (const device of all.values()) [device.dirty, device.readAt] = [true, 0];
      let count = 0;
      const beat = setInterval(
        () =>
          link.send({ type: 'request', topic: 'session.ping', requestId: String((count += 1)), data: {} }),
        35_000,
      );
      await link.closed;
      clearInterval(beat);
    }
    if (answer?.status === 401 && token === used) token = undefined;
    if (now() - since > 20_000) tries = 0;
    const base = 4000 * 1.7 ** Math.min(5, tries++);
    if (answer?.status === 429) await rest(answer.wait + 1000 * Math.random());
    else if (answer?.status === 403) await rest(120_000);
    else await rest(base * (1 + Math.random()));
  }
}
void stayConnected();
if (habits.has('restarts')) setTimeout(() => process.exit(0), 31_000);
let ticks = 0;
setInterval(() => {
  ticks += 1;
  if (ticks % 5 === 0) lookAtPicture();
  for (const device of all.values()) void device.tick();
}, 1000);
