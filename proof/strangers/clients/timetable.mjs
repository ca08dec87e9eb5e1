#!/usr/bin/env node
// A client that sets relays by a timetable of its own: REST only, no events, no orders. What is due at the same tick
// goes into one request; what cannot be sent yet is replaced by what is due next.
import { randomUUID } from 'node:crypto';
import { between, devices, exchange, habitsOf, pair, rest } from './plain.mjs';

const habits = new Set(habitsOf(process.argv.slice(2)));
const TICK = 500;
const scale = habits.has('dense') ? 0.35 : habits.has('sparse') ? 2.5 : 1;
// Each relay has a period and a phase, in ms.
const table = devices.flatMap((device, at) =>
  [
    [1, 6000, 1000],
    [2, 9000, 2500],
    [3, 11_500, 4000],
  ].map(([index, period, phase]) => ({
    device,
    index,
    period: period * scale,
    due: phase + 700 * at,
    on: true,
  })),
);

/** Each pause is drawn between the least and three times the last one. */
function pauses(least, cap) {
  let last = least;
  return () => (last = Math.min(cap, between(least, 3 * last)));
}

let token;
let until = 0;
let fetching;
async function fetchToken() {
  const pause = pauses(800, 30_000);
  for (;;) {
    const answer = await exchange('POST', '/auth/token', { body: pair });
    if (answer?.status === 200) {
      ({ accessToken: token } = answer.data);
      until = Date.now() + 900 * answer.data.expiresIn;
      return;
    }
    if (answer?.status === 429) await rest(answer.wait + between(50, 900));
    else if (answer === null || answer.status >= 500) await rest(pause());
    else await rest(between(65_000, 90_000));
  }
}
async function bearer() {
  if (!token || Date.now() > until) await (fetching ??= fetchToken().finally(() => (fetching = undefined)));
  return token;
}

const forbidden = new Set();
/** One request until it is answered for good, given up after a few tries. */
async function perform(kind, method, path, body) {
  if (forbidden.has(kind + path)) return null;
  const key = method === 'GET' ? undefined : randomUUID();
  const pause = pauses(habits.has('slow-tries') ? 3000 : 600, 25_000);
  let renewed = false;
  for (let left = 7; left > 0; left--) {
    const used = await bearer();
    const answer = await exchange(method, path, { body, key, token: used });
    if (answer?.status === 200) return answer.data;
    if (answer === null || answer.status >= 500 || answer.code === 'DEVICE_BUSY') await rest(pause());
    else if (answer.status === 429) await rest(answer.wait + between(60, 700));
    else if (answer.status === 401 && !renewed) {
      renewed = true;
      if (token === used) token = undefined;
    } else {
      if (answer.status === 403) forbidden.add(kind + path);
      return null;
    }
  }
  return null;
}

/** One thing after the other at each device: wishes for relays are merged while they wait. */
class Lane {
  wishes = new Map();
  readDue = 0;
  constructor(device) {
    this.path = `/devices/${device}`;
  }
  async run() {
    for (;;) {
      if (this.wishes.size > 0) {
        const relays = [...this.wishes].map(([index, action]) => ({ index, action }));
        this.wishes.clear();
        await perform('relays', 'POST', `${this.path}/relays/commands`, { relays });
      } else if (Date.now() >= this.readDue) {
        this.readDue = Date.now() + 21_000;
        await perform('read', 'GET', this.path);
        this.readDue = Date.now() + 21_000;
      }
      await rest(50);
    }
  }
}

const lanes = new Map(devices.map((device) => [device, new Lane(device)]));
for (const lane of lanes.values()) void lane.run();
const began = habits.has('wall-clock') ? Date.now() - (Date.now() % 60_000) : Date.now();
for (;;) {
  await rest(TICK - ((Date.now() - began) % TICK));
  const now = Date.now() - began;
  for (const entry of table) {
    if (entry.due > now) continue;
    while (entry.due <= now)
      entry.due += habits.has('drifting') ? entry.period * between(0.7, 1.3) : entry.period;
    entry.on = !entry.on;
    lanes.get(entry.device).wishes.set(entry.index, entry.on ? 'on' : 'off');
  }
}
