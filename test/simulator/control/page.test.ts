import { request } from 'node:http';
import { expect, it } from 'vitest';
import { judgeConduct } from '../../../src/cli/load/conduct.js';
import type { Conduct, DevicePast, LiveRecords, LiveState } from '../../../src/simulator/control/replies.js';
import { PAGE_LIMITS } from '../../../src/simulator/limits/limits.js';
import { createSseReader } from '../../../src/page/shared/stream.js';
import { inTime, type Rig, startRig } from './rig.js';

const ASSETS = new Map([['/', { contentType: 'text/html', text: '<p>page' }]]);
const PLANS = [
  {
    name: 'good',
    text: 'about: A day.\nfaults:\n  - { fault: offline, on: { device: plant-1 }, for: 1min }',
  },
  { name: 'bad', text: 'faults:\n  - { fault: offline, on: { device: nobody } }' },
];

async function startWithPage(): Promise<Rig & { readonly origin: string; readonly token: string }> {
  const rig = await startRig({
    control: { page: { assets: ASSETS, plans: PLANS, judge: async (records) => judgeConduct(records) } },
  });
  const { url, token } = rig.simulator.control!;
  return { ...rig, origin: new URL(url).origin, token };
}

/** With headers that fetch would not let through. */
function ask(url: string, headers: Record<string, string>): Promise<{ status: number; policy: unknown }> {
  return new Promise((resolve, reject) => {
    request(url, { headers }, (response) => {
      response.resume();
      resolve({ status: response.statusCode ?? 0, policy: response.headers['content-security-policy'] });
    })
      .on('error', reject)
      .end();
  });
}

it('serves the page without a token, under a strict policy, and carries the token in the fragment', async () => {
  const { simulator, origin, token } = await startWithPage();
  expect(simulator.control?.page).toBe(`${origin}/#token=${token}`);
  const { status, policy } = await ask(`${origin}/`, {});
  expect(status).toBe(200);
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
  expect(policy).not.toContain('unsafe');
});

it('serves no page where none was asked for', async () => {
  const { simulator } = await startRig();
  expect(simulator.control?.page).toBeUndefined();
  expect((await fetch(new URL('/', simulator.control!.url))).status).toBe(401);
});

it('takes its own origin and no other, and no other host, also for the page', async () => {
  const { origin, token } = await startWithPage();
  const { host, port } = new URL(origin);
  const authorization = `Bearer ${token}`;
  const clock = `${origin}/control/v1/clock`;
  expect((await ask(clock, { origin, host, authorization })).status).toBe(200);
  for (const other of [
    `http://127.0.0.1:1`,
    `https://${host}`,
    'http://rebound.example',
    'null',
    `http://localhost:${port}`,
  ])
    expect([other, (await ask(clock, { origin: other, host, authorization })).status]).toEqual([other, 403]);
  expect((await ask(`${origin}/`, { host: 'rebound.example' })).status).toBe(403);
});

it('pages, searches and filters the fleet', async () => {
  const { control, simulator } = await startWithPage();
  simulator.device('plant-2')?.stimuli.dropLink();
  const ids = async (query: string): Promise<unknown> => {
    const { body } = await control('GET', `/devices?${query}`);
    return [body.count, body.devices.map((each: { deviceId: string }) => each.deviceId)];
  };
  expect(await ids('limit=2&offset=1')).toEqual([4, ['plant-2', 'plant-3']]);
  expect(await ids('search=MINI')).toEqual([1, ['mini-1']]);
  expect(await ids('state=offline')).toEqual([1, ['plant-2']]);
  await control('POST', '/faults', { fault: 'offline', on: { device: 'plant-3' } });
  expect(await ids('state=faulty')).toEqual([1, ['plant-3']]);
});

it('tells what plans and orders would do, and what keeps a fleet from them', async () => {
  const { control } = await startWithPage();
  const { plans } = (await control('GET', '/plans')).body;
  expect(plans[0]).toMatchObject({ name: 'good', about: 'A day.', problems: [] });
  expect(plans[0].lines[0]).toContain('until 1 min');
  expect(plans[1].problems[0]).toContain('nobody');
  const preview = await control('POST', '/faults/preview', { fault: 'offline', for: '10s' });
  expect(preview.body.lines[0]).toContain('until 10');
  expect((await control('POST', '/faults/preview', { fault: 'offline', for: 'long' })).status).toBe(422);
  expect((await control('GET', '/faults')).body.faults).toEqual([]);
});

it('gives a form for every fault and every stimulus, of the schemas that check them', async () => {
  const { control } = await startWithPage();
  const { faults, stimuli } = (await control('GET', '/forms')).body;
  const stuck = faults.find((each: { type: string }) => each.type === 'stuck-relay');
  expect(stuck.schema.properties.with.properties.relays.type).toBe('array');
  expect(stuck.legal).toBe(false);
  expect(
    stimuli.map((each: { properties: { kind: { const: string } } }) => each.properties.kind.const),
  ).toContain('inject-rs485');
});

/** Reads the stream until `enough`, and closes it. */
async function live(
  { origin, token }: { origin: string; token: string },
  query: string,
  enough: (states: LiveState[], records: LiveRecords[]) => boolean,
  meanwhile: () => Promise<unknown> = async () => undefined,
): Promise<{ states: LiveState[]; records: LiveRecords[] }> {
  const abort = new AbortController();
  const response = await fetch(`${origin}/control/v1/live${query}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: abort.signal,
  });
  const states: LiveState[] = [];
  const records: LiveRecords[] = [];
  const read = createSseReader();
  const decoder = new TextDecoder();
  const done = meanwhile();
  for await (const bytes of response.body!) {
    for (const { event, data } of read(decoder.decode(bytes, { stream: true })))
      if (event === 'state') states.push(JSON.parse(data));
      else records.push(JSON.parse(data));
    if (enough(states, records)) break;
  }
  await done;
  abort.abort();
  return { states, records };
}

it('sends what changes: counters, devices and records; and keeps the bytes while somebody follows', async () => {
  const rig = await startWithPage();
  const before = rig.simulator.journal.lastSeq;
  const { states } = await live(
    rig,
    '',
    (all) => all.some(({ counts }) => counts.requests >= 2),
    () => inTime(rig.clock, rig.service('GET', '/devices/plant-1')),
  );
  expect(states.flatMap(({ devices }) => devices.map(({ deviceId }) => deviceId))).toContain('plant-1');
  const wire = (await rig.control('GET', '/exchanges/2')).body;
  expect(wire).toMatchObject({ method: 'GET', path: '/svc/v1/devices/plant-1', status: 200 });
  expect(wire.headers.authorization).toBe('<redacted>');
  expect(JSON.stringify(await rig.control('GET', '/exchanges/1'))).not.toContain('operator-secret');
  const { records } = await live(rig, `?since=${before + 1}`, (_, all) => all.length > 0);
  expect(records[0]?.records[0]?.seq).toBe(before + 2);
});

it('costs nothing with each request: nobody listens, and no bytes are kept while no page is open', async () => {
  const rig = await startWithPage();
  expect(rig.simulator.journal.listeners).toBe(0);
  await live(
    rig,
    '',
    (states) => states.length > 0,
    async () => expect(rig.simulator.journal.listeners).toBe(0),
  );
  // The simulator hears of the end of the stream some time after the page has closed it.
  const isKept = async (): Promise<boolean> => {
    await inTime(rig.clock, rig.service('GET', '/devices/plant-2/config'));
    const { exchange } = rig.simulator.journal.records({ kinds: ['reply'] }).at(-1) as { exchange: number };
    return (await rig.control('GET', `/exchanges/${exchange}`)).status === 200;
  };
  await expect.poll(isKept, { timeout: 10_000 }).toBe(false);
});

it('sends so many records and devices at once and no more, and names the last that it has left out', async () => {
  const rig = await startWithPage();
  const { maxRecords, maxWaiting } = PAGE_LIMITS;
  const { journal } = rig.simulator;
  const isCut = ({ records, lastSeq }: LiveRecords) => (records.at(-1)?.seq ?? 0) < lastSeq;
  const { records } = await live(
    rig,
    '',
    (_, all) => all.some(isCut),
    async () => {
      for (let at = 0; at < 3 * maxWaiting; at++)
        journal.note({ kind: 'stimulus', name: 'x', deviceId: 'plant-1', outcome: 'applied' });
    },
  );
  const full = records.find(isCut);
  expect(full?.records).toHaveLength(maxRecords);
  expect(full?.lastSeq).toBe(journal.lastSeq);
});

it('sends a page that was away the latest of what it has missed', async () => {
  const rig = await startWithPage();
  const { journal } = rig.simulator;
  for (let at = 0; at < 2500; at++) journal.note({ kind: 'stimulus', name: 'x', outcome: 'applied' });
  const { records } = await live(rig, '?since=1', (_, all) => all.length > 0);
  const [first] = records;
  expect(first?.records.map(({ seq }) => seq)).toEqual(
    Array.from({ length: 2000 }, (_, at) => journal.lastSeq - 1999 + at),
  );
  expect(first?.lastSeq).toBe(journal.lastSeq);
});

it('shows the truth of sensors beside what is read of them', async () => {
  const { control } = await startWithPage();
  await control('POST', '/devices/plant-1/stimuli', { kind: 'set-sensor', key: 'temperature', value: 20 });
  await control('POST', '/faults', { fault: 'frozen-sensor', on: { device: 'plant-1' } });
  await control('POST', '/devices/plant-1/stimuli', { kind: 'set-sensor', key: 'temperature', value: 90 });
  const { sensors } = (await control('GET', '/devices/plant-1')).body;
  expect(sensors).toEqual([{ key: 'temperature', value: 20, truth: 90 }]);
});

it('judges the clients in the journal, and tells which exchanges broke a rule', async () => {
  const { clock, control, logIn, service } = await startWithPage();
  const conduct = async (): Promise<Conduct> => (await control('GET', '/conduct')).body;
  expect(await conduct()).toMatchObject({ clients: [], dropped: 0 });
  const token = await logIn();
  const read = () => inTime(clock, service('GET', '/devices/plant-1', undefined, token));
  const statuses = [(await read()).status, (await read()).status];
  const ruling = ({ clients }: Conduct, rule: string) =>
    clients.find(({ client }) => client === 'operator')?.rulings.find((each) => each.rule === rule);
  expect(statuses).toEqual([200, 429]);
  expect(ruling(await conduct(), 'client.waits-after-429')).toMatchObject({ kind: 'holds', n: 1 });
  await clock.advance(100);
  await read();
  const broken = ruling(await conduct(), 'client.waits-after-429');
  expect(broken).toMatchObject({ kind: 'broken', more: 0, breaches: [{ exchanges: [3, 4] }] });
  expect(ruling(await conduct(), 'client.heartbeat')?.why).toContain('WebSocket');
});

it('tells what a device has shown before anybody looked: signals, settings and contacts', async () => {
  const { clock, control, service, simulator } = await startWithPage();
  const begun = clock.now();
  await clock.advance(10_000);
  await inTime(
    clock,
    service('POST', '/devices/plant-1/relays/commands', { relays: [{ index: 1, action: 'on' }] }),
  );
  await control('POST', '/devices/plant-1/stimuli', { kind: 'set-sensor', key: 'temperature', value: 33 });
  const set = clock.now();
  await clock.advance(10_000);
  const past: DevicePast = (await control('GET', '/devices/plant-1/past')).body;
  const [analog = [], temperature = [], relay = [], , input = []] = past.values;
  const at = (row: readonly (number | null)[], time: number) =>
    row[past.times.findLastIndex((each) => each <= time)];
  expect(past.values.map((row) => row.length)).toEqual(past.values.map(() => past.times.length));
  const middle = past.times.findLastIndex((each) => each <= begun + 5000);
  expect(analog[middle]).toBeCloseTo(((past.times[middle] ?? 0) - begun) / 1000, 1);
  expect(past.times[0]).toBeGreaterThanOrEqual(begun);
  expect([at(temperature, set - 1000), at(temperature, set + 1000)]).toEqual([null, 33]);
  expect([relay, input].map((row) => [at(row, begun + 9000), at(row, clock.now())])).toEqual([
    [0, 1],
    [0, 1],
  ]);
  simulator.reset();
  const later: DevicePast = (await control('GET', '/devices/plant-1/past')).body;
  expect(later.times[0]).toBe(clock.now());
  expect((await control('GET', '/devices/nobody/past')).status).toBe(404);
});
