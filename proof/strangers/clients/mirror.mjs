#!/usr/bin/env node
// A client that polls inputs and lets relays follow them: one loop, one request at a time, REST only. Orders wait in the
// same loop.
import { randomBytes } from 'node:crypto';
import http from 'node:http';
import { createInterface } from 'node:readline';
import { between, devices, exchange, habitsOf, pair, rest } from './plain.mjs';

const habits = new Set(habitsOf(process.argv.slice(2)));
const agent = new http.Agent({ keepAlive: !habits.has('no-keep-alive'), maxSockets: 1 });
const round = habits.has('slow-rounds') ? 9000 : 3600;

/** Doubled each time, the upper half of it by chance. */
const pauseOf = (at) => between(0.5, 1) * Math.min(30_000, 900 * 2 ** at);

if (habits.has('wrong-secret')) pair.clientSecret += '?';
let token;
async function fetchToken() {
  for (let at = 0; ; at++) {
    const answer = await exchange('POST', '/auth/token', { body: pair, agent });
    if (answer?.status === 200) return void ({ accessToken: token } = answer.data);
    if (answer?.status === 429) await rest(answer.wait + 150);
    else if (answer === null || answer.status >= 500) await rest(pauseOf(at));
    else await rest(habits.has('wrong-secret') ? 4000 : 120_000);
  }
}

/** Earliest moments, by subject: what announced delays and the refresh budget leave. */
const notBefore = new Map();
const gone = new Set();
async function ask(subject, method, path, body) {
  if (gone.has(subject)) return undefined;
  let isOld = false;
  const key = body && randomBytes(10).toString('hex');
  let renewed = false;
  for (let at = 0; at < 6; at++) {
    await rest((notBefore.get(subject) ?? 0) - Date.now());
    if (!token) await fetchToken();
    const [to, what] = isOld ? oldForm(path, body) : [path, body];
    const answer = await exchange(method, to, { body: what, key, token, agent, patience: 15_000 });
    if (habits.has('falls-back') && body?.relays && answer?.status !== 200 && answer?.status !== 429)
      isOld = !isOld;
    if (answer?.status === 200) return answer.data;
    if (answer === null || answer.status >= 500 || answer.code === 'DEVICE_BUSY') {
      // The budget of refreshes counts from the last one that may have been granted.
      await rest(method === 'GET' ? Math.max(3100, pauseOf(at + 2)) : pauseOf(at));
    } else if (answer.status === 429) notBefore.set(subject, Date.now() + answer.wait + between(60, 300));
    else if (answer.status === 401 && !renewed) {
      renewed = true;
      token = undefined;
    } else {
      if (answer.status === 401) token = undefined;
      gone.add(subject);
      setTimeout(() => gone.delete(subject), 90_000);
      return undefined;
    }
  }
  return undefined;
}

const oldForm = (path, { relays: [{ index, action }] }) => [
  path.replace('/relays/', `/relays/${index}/`),
  { action },
];

const inputs = new Map();
async function look(device) {
  const subject = `refresh ${device}`;
  const data = await ask(subject, 'GET', `/devices/${device}`);
  notBefore.set(subject, Math.max(notBefore.get(subject) ?? 0, Date.now() + 3050));
  const relays = [];
  for (const { index, active } of data?.device?.peripherals?.digitalInputs ?? []) {
    const mark = `${device} ${index}`;
    const known = inputs.get(mark);
    if (habits.has('twice-sure') && known?.now !== active && known?.next !== active) {
      inputs.set(mark, { ...known, next: active });
      continue;
    }
    if (known && known.now !== active && index <= 4) relays.push({ index, action: active ? 'on' : 'off' });
    inputs.set(mark, { now: active });
  }
  if (relays.length > 0) await set(device, relays);
}
const set = (device, relays) =>
  ask(`command ${device}`, 'POST', `/devices/${device}/relays/commands`, { relays });

const orders = [];
createInterface({ input: process.stdin }).on('line', (line) => orders.push(JSON.parse(line)));
async function obey({ do: act, deviceId, relays, data, timeoutMs }) {
  if (act === 'setRelays') await set(deviceId, relays);
  if (act === 'transceive')
    await ask(`command ${deviceId}`, 'POST', `/devices/${deviceId}/rs485/transceive`, { data, timeoutMs });
  if (act === 'stop') process.exit(0);
}

for (;;) {
  const began = Date.now();
  if (habits.has('list-first')) await ask('list', 'GET', '/devices');
  for (const device of devices) await look(device);
  while (orders.length > 0 && Date.now() - began < round) await obey(orders.shift());
  await rest(round - (Date.now() - began));
}
