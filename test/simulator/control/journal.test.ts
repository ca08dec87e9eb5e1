import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createManualClock } from '../../../src/kernel/manual-clock.js';
import { type JournalRecord, journalNdjson } from '../../../src/simulator/control/journal/entry.js';
import { createJournal } from '../../../src/simulator/control/journal/journal.js';
import type { RestOrigin } from '../../../src/simulator/service/origin.js';
import { startSimulator } from '../../../src/simulator/start-simulator.js';
import { dialectNamed } from '../dialect-named.js';
import { fleetSpec, inTime, type Rig, startRig } from './rig.js';

const stimulus = (deviceId: string, name = 'cut-power') =>
  ({ kind: 'stimulus', name, deviceId, outcome: 'applied' }) as const;

describe('a journal', () => {
  it('asks the service with what it was given, and with nothing more', async () => {
    const given: number[] = [];
    const { simulator, close } = await startSimulator({
      fleet: fleetSpec(),
      dialect: dialectNamed('default'),
      clock: createManualClock(),
      listen: false,
      edges: [
        {
          calls: (service) => ({
            listProfiles: (...asked) => {
              given.push(asked.length);
              return service.listProfiles(...asked);
            },
            listDevices: (...asked) => {
              given.push(asked.length);
              return service.listDevices(...asked);
            },
          }),
        },
      ],
    });
    const caller = { clientId: 'anybody', scopes: [], sees: () => true, allow: () => undefined };
    simulator.service.listProfiles(caller);
    simulator.service.listDevices(caller, {});
    expect(given).toEqual([1, 2]);
    await close();
  });

  it('numbers its records without gaps, and stamps them with the time', async () => {
    const clock = createManualClock(1000);
    const journal = createJournal(clock);
    journal.note(stimulus('a'));
    await clock.advance(5);
    journal.note(stimulus('b'));
    expect(journal.records().map(({ seq, at }) => [seq, at])).toEqual([
      [1, 1000],
      [2, 1005],
    ]);
  });

  it('drops the oldest when it is full, and says how many', () => {
    const journal = createJournal(createManualClock(), 2);
    for (const id of ['a', 'b', 'c']) journal.note(stimulus(id));
    expect(journal.records().map(({ seq }) => seq)).toEqual([2, 3]);
    expect(journal).toMatchObject({ dropped: 1, lastSeq: 3 });
  });

  it('is read from any record on, as far as it goes back, and tells of devices without its records', () => {
    const journal = createJournal(createManualClock(), 4);
    for (const id of ['a', 'b', 'c', 'd', 'e', 'c']) journal.note(stimulus(id));
    const seqs = (last: number, most: number) => journal.after(last, most).map(({ seq }) => seq);
    expect([seqs(0, 2), seqs(4, 9), seqs(6, 9)]).toEqual([[3, 4], [5, 6], []]);
    expect([...(journal.devicesAfter(3, 3) ?? [])]).toEqual(['d', 'e', 'c']);
    expect([...(journal.devicesAfter(6, 3) ?? [])]).toEqual([]);
    expect(journal.devicesAfter(2, 3)).toBeUndefined();
    expect(journal.devicesAfter(1, 9)).toBeUndefined();
  });

  it('counts its records, by the words that tell them apart, and no more words than it has room for', () => {
    const journal = createJournal(createManualClock(), 1);
    for (const name of ['x', 'x', 'y']) journal.note(stimulus('a', name));
    const event = { kind: 'event', topic: 't', eventId: 'e' } as const;
    journal.note({ ...event, connection: '*' });
    journal.note({ ...event, connection: 'ws-1' });
    for (let nth = 0; nth < 1200; nth++) {
      const asked = { origin: undefined, channel: 'ws', client: 'op', request: { what: 'w' } } as const;
      journal.answered(journal.asked(asked), { code: `C${nth}` });
    }
    expect([...journal.counts.of('stimulus')]).toEqual([
      ['x', 2],
      ['y', 1],
    ]);
    expect([...journal.counts.of('event')]).toEqual([['t', 1]]);
    const replies = journal.counts.replies();
    expect(replies).toHaveLength(1001);
    expect(replies.at(-1)).toEqual({ channel: 'ws', what: 'w', code: 'other', count: 200 });
  });

  it('shows of each record only its own when its rows have been used before', async () => {
    const clock = createManualClock(1000);
    const journal = createJournal(clock, 3);
    const origin: RestOrigin = {
      channel: 'rest',
      ordinal: 1,
      at: 1000,
      row: undefined,
      method: 'POST',
      path: '/p',
      endpoint: undefined,
      seen: {
        from: 1,
        to: 2,
        token: 1,
        client: 'op',
        digest: [1, 2],
        socket: 4,
        instance: 'i',
        headers: { origin: 'o' },
      },
    };
    const request = { what: 'devices.read', deviceId: 'a', idempotencyKey: 'k' };
    for (let time = 0; time < 2; time++) {
      const row = journal.asked({ origin: { ...origin }, channel: 'rest', client: 'op', request });
      await clock.advance(7);
      journal.answered(row, { status: 409, code: 'DEVICE_BUSY', commandId: 'c', data: { a: 1 } });
      journal.note(stimulus('b'));
    }
    const late = journal.asked({
      origin: undefined,
      channel: 'ws',
      client: undefined,
      request: { what: 'raw' },
    });
    journal.note(stimulus('c'));
    journal.answered(late, { code: 'SUCCESS' });
    expect(journal.records()).toEqual([
      { seq: 7, at: 1014, kind: 'request', exchange: 3, channel: 'ws', what: 'raw' },
      { seq: 8, at: 1014, ...stimulus('c') },
      { seq: 9, at: 1014, kind: 'reply', exchange: 3, channel: 'ws', what: 'raw', took: 0, code: 'SUCCESS' },
    ]);
  });

  it('finds records by device, client, kind and number', () => {
    const journal = createJournal(createManualClock());
    journal.note(stimulus('a'));
    journal.note(stimulus('b'));
    journal.note({
      kind: 'request',
      exchange: 1,
      channel: 'rest',
      what: 'devices.read',
      deviceId: 'a',
      client: 'op',
    });
    const seqs = (filter: Parameters<typeof journal.records>[0]) =>
      journal.records(filter).map(({ seq }) => seq);
    expect(seqs({ device: 'a' })).toEqual([1, 3]);
    expect(seqs({ client: 'op' })).toEqual([3]);
    expect(seqs({ kinds: ['stimulus'] })).toEqual([1, 2]);
    expect(seqs({ since: 1, device: 'a' })).toEqual([3]);
  });
});

describe('the journal of a simulator', () => {
  it('tells of a request, what the device did, the event, and the reply', async () => {
    const rig = await startRig();
    const token = await rig.logIn();
    await inTime(rig.clock, switchRelay(rig, token));
    await rig.clock.advance(100);
    const told = rig.simulator.journal.records({ device: 'plant-1' });
    expect(told.map(({ kind }) => kind)).toEqual([
      'request',
      'physical',
      'physical',
      'event',
      'reply',
      'event',
    ]);
    expect(told[0]).toMatchObject({
      channel: 'rest',
      what: 'relays.set',
      client: 'operator',
      operation: { name: 'device.relay.set' },
      idempotencyKey: 'key-1',
      method: 'POST',
      path: '/svc/v1/devices/plant-1/relays/commands',
    });
    expect(told[1]).toMatchObject({ act: 'operation', detail: { operation: { name: 'device.relay.set' } } });
    expect(told[2]).toMatchObject({ act: 'relay', detail: { index: 1, closed: true } });
    expect(told[3]).toMatchObject({
      topic: 'device.state.changed',
      data: { changes: [{ kind: 'relay', index: 1 }] },
    });
    expect(told[4]).toMatchObject({
      code: 'SUCCESS',
      commandId: expect.any(String),
      commandStatus: 'succeeded',
    });
  });

  it('tells of requests that are refused or make no sense', async () => {
    const { service, simulator, logIn } = await startRig();
    const reader = await logIn('reader');
    await service('POST', '/devices/plant-1/relays/commands', { relays: [] }, reader);
    await service('GET', '/devices', undefined, 'nobody');
    await service('GET', '/nowhere', undefined, reader);
    await service('POST', '/devices', '{', await logIn());
    const replies = simulator.journal
      .records({ kinds: ['reply'] })
      .filter((each) => 'what' in each && each.what !== 'token.create');
    expect(replies.map((each) => ('what' in each && 'code' in each ? [each.what, each.code] : []))).toEqual([
      ['relays.set', 'AUTH_SCOPE_DENIED'],
      ['devices.list', 'AUTH_INVALID'],
      ['raw', 'NOT_FOUND'],
      ['devices.add', 'INVALID_REQUEST'],
    ]);
  });

  it('tells of connections and their messages', async () => {
    const { service, simulator } = await startRig();
    const { ticket } = (await service('POST', '/ws/ticket')).body.data;
    const socket = new WebSocket(`${simulator.url!.replace('http', 'ws')}/svc/v1/ws?ticket=${ticket}`);
    await new Promise((resolve) => socket.addEventListener('open', resolve));
    const frames = [
      { topic: 'session.ping', requestId: '1', data: {} },
      { topic: 'device.state.get', requestId: '2', data: { deviceId: 'plant-9' } },
      { topic: 'no.such.topic', requestId: '3', data: {} },
      { requestId: '4' },
    ];
    const answered = new Promise<void>((resolve) => {
      let count = 0;
      socket.addEventListener('message', () => ++count === frames.length && resolve());
    });
    for (const frame of frames) socket.send(JSON.stringify({ type: 'request', ...frame }));
    await answered;
    const closed = new Promise<void>((resolve) => {
      simulator.journal.listen(({ kind }) => kind === 'connection' && resolve());
    });
    socket.close();
    await closed;
    const told = simulator.journal
      .records()
      .filter((each) => 'connection' in each && each.connection === 'ws-1');
    expect(told.filter(({ kind }) => kind === 'connection')).toMatchObject([
      { state: 'open', client: 'operator' },
      { state: 'closed', by: 'harness' },
    ]);
    const exchanges = told.filter((each) => each.kind === 'request').map(({ exchange }) => exchange);
    const replies = simulator.journal.records({ kinds: ['reply'] }) as Extract<
      JournalRecord,
      { kind: 'reply' }
    >[];
    expect(
      replies.filter(({ exchange }) => exchanges.includes(exchange)).map(({ what, code }) => [what, code]),
    ).toEqual([
      ['session.ping', 'SUCCESS'],
      ['device.state.get', 'DEVICE_NOT_FOUND'],
      ['raw', 'INVALID_REQUEST'],
      ['raw', 'INVALID_REQUEST'],
    ]);
  });

  it('names the connection of a message that a fault has delayed, and tells of a malformed one', async () => {
    const { simulator, clock } = await startRig();
    simulator.faults.order({ fault: 'latency', with: { delay: '1s', over: 'websocket' } });
    const caller = simulator.simulator.ports.access.look('operator')!;
    const socket = { send: () => undefined, close: () => undefined, backlog: () => 0 };
    const session = simulator.simulator.openSession(caller, socket);
    for (const [topic, data] of [
      ['session.ping', {}],
      ['device.state.get', { deviceId: 7 }],
    ]) {
      session.receive(JSON.stringify({ type: 'request', topic, requestId: 'r', data }));
    }
    await clock.advance(1000);
    const told = simulator.journal.records({ kinds: ['request', 'reply'] });
    expect(told).toMatchObject([
      { kind: 'request', what: 'session.ping', connection: 'ws-1', client: 'operator' },
      { kind: 'reply', what: 'session.ping', code: 'SUCCESS' },
      { kind: 'request', what: 'raw', connection: 'ws-1' },
      { kind: 'reply', what: 'raw', code: 'INVALID_REQUEST' },
    ]);
    expect(simulator.journal.records({ kinds: ['refusal'] })).toMatchObject([
      {
        channel: 'ws',
        problems: [{ pointer: expect.stringContaining('deviceId') }],
        sent: { topic: 'device.state.get', data: { deviceId: 7 } },
        returned: { code: 'INVALID_REQUEST' },
      },
    ]);
  });

  it('never holds a secret, an access token, a ticket or a password', async () => {
    const rig = await startRig();
    const token = await rig.logIn();
    const { ticket } = (await rig.service('POST', '/ws/ticket', undefined, token)).body.data;
    await rig.service('GET', `/ws?ticket=${ticket}`, undefined, token);
    await rig.service('GET', `/devices?access_token=${token}`, undefined, token);
    await rig.service('POST', '/auth/token', { clientId: 'operator', clientSecret: 'wrong-secret' });
    const addition = { deviceId: 'new-1', name: 'New', profileId: 'io', password: 'first-password' };
    expect((await rig.service('POST', '/devices', addition, token)).status).toBe(200);
    const change = { currentPassword: 'first-password', newPassword: 'second-password' };
    expect((await rig.service('PUT', '/devices/new-1/password', change, token)).status).toBe(200);
    await rig.service('POST', '/devices', '{"clientSecret": "broken-secret"', token);
    const text = (await rig.control('GET', '/journal.ndjson')).text;
    expect(text.split('\n').length).toBeGreaterThan(10);
    for (const secret of [token, ticket, '-secret', '-password']) expect(text).not.toContain(secret);
  });

  it('is the same to the byte for the same seed, time, requests and faults', async () => {
    const [first, second] = [await tellOfABadDay(5), await tellOfABadDay(5)];
    expect(first).toBe(second);
    for (const kind of ['request', 'reply', 'physical', 'event', 'fault', 'stimulus', 'connection']) {
      expect(first).toContain(`"kind":"${kind}"`);
    }
    expect(await tellOfABadDay(6)).not.toBe(first);
  });
});

const PLAN = `
faults:
  - { fault: internal-error, probability: 0.3 }
  - { fault: response-lost, every: 3 }
  - { fault: flapping, on: { device: plant-2 }, with: { up: { from: 4s, to: 9s }, down: 2s } }
  - { fault: slow, on: { device: plant-1 }, with: { delay: { from: 100ms, to: 900ms } } }
  - { fault: stuck-relay, on: { device: plant-3 }, after: 10s }
`;

/** Without sockets: between two machines of the same speed the network is never as even as this. */
async function tellOfABadDay(seed: number): Promise<string> {
  const clock = createManualClock(1_700_000_000_000);
  const running = await startSimulator({
    fleet: fleetSpec(),
    dialect: dialectNamed('default'),
    clock,
    seed,
    listen: false,
  });
  expect(running.faults.apply(PLAN, 'plan').ok).toBe(true);
  const { rest, openSession, ports } = running.simulator;
  const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    clock.runUntil(
      rest({
        method,
        target: `/svc/v1${path}`,
        headers,
        body: body === undefined ? '' : JSON.stringify(body),
      }),
    );
  const credentials = { clientId: 'operator', clientSecret: 'operator-secret' };
  const caller = ports.access.look('operator')!;
  const session = openSession(caller, { send: () => undefined, close: () => undefined, backlog: () => 0 });
  for (let nth = 0; nth < 12; nth++) {
    const token = JSON.parse((await send('POST', '/auth/token', credentials)).body).data?.accessToken;
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': `key-${nth >> 1}` };
    const relays = [{ index: 1, action: nth % 4 < 2 ? 'on' : 'off' }];
    await send('POST', '/devices/plant-1/relays/commands', { relays }, headers);
    await send('POST', '/devices/plant-3/relays/commands', { relays }, headers);
    await send('GET', '/devices/plant-2', undefined, headers);
    session.receive(
      JSON.stringify({ type: 'request', topic: 'session.ping', requestId: `${nth}`, data: {} }),
    );
    running.device('plant-2')?.stimuli.setInput(2, nth % 2 === 0);
    await clock.advance(2345);
  }
  session.end();
  const text = journalNdjson(running.journal.records());
  await running.close();
  return text;
}

function switchRelay({ simulator }: Rig, token: string, key = 'key-1'): Promise<unknown> {
  return fetch(`${simulator.url}/svc/v1/devices/plant-1/relays/commands`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ relays: [{ index: 1, action: 'on' }] }),
  });
}
