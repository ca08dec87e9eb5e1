// WebSocket connections of the driver: opening, correlation, events, and every way of ending.
import { describe, expect, test } from 'vitest';
import type { Call } from '../../../src/harness/target/call.js';
import type { Peer } from '../../suites/transport.js';
import { answerTo, createRig, eventOf, type Frame, openOn, refusal, replyOf, success } from './rig.js';

const PING: Call = { name: 'ping' };
const REFRESH: Call = { name: 'refresh', deviceId: 'dev-1' };
const PERIPHERALS = { relays: [{ index: 1, on: true }], digitalInputs: [], analogInputs: [], sensors: [] };

describe('opening a connection', () => {
  test('fetches a ticket, presents it, and records both under one name', async () => {
    const paths: string[] = [];
    const rig = createRig({
      upgrade: (path) => {
        paths.push(path);
        return 'open';
      },
    });
    const connection = await openOn(rig);
    expect(paths).toEqual(['/svc/v1/ws?ticket=ticket-text-1']);
    expect(connection).toMatchObject({
      name: 'a',
      client: 'operator',
      openedAt: 1_000_000,
      closed: undefined,
    });
    expect(rig.records('connection')).toMatchObject([
      { connection: 'a', client: 'operator', state: 'opening', ticket: '<ticket 1>' },
      { connection: 'a', client: 'operator', state: 'open' },
    ]);
  });

  test('with a ticket of the caller fetches none, and null leaves it out', async () => {
    const paths: string[] = [];
    const rig = createRig({
      upgrade: (path) => {
        paths.push(path);
        return 401;
      },
    });
    await rig.target.connect('operator', { ticket: 'a b' });
    await rig.target.connect('operator', { ticket: null });
    expect(paths).toEqual(['/svc/v1/ws?ticket=a%20b', '/svc/v1/ws']);
    expect(rig.arrived).toEqual([]);
  });

  test('that is refused gives the status', async () => {
    const rig = createRig({ upgrade: () => 401 });
    const connected = await rig.target.connect('operator');
    expect(connected).toMatchObject({ kind: 'refused', stage: 'upgrade', status: 401, detail: 'HTTP 401' });
    expect(rig.records('connection').at(-1)).toMatchObject({ state: 'refused', status: 401 });
  });

  test('that is never answered ends when patience has run out', async () => {
    const rig = createRig({ upgrade: () => 'silence' });
    const connected = await rig.clock.runUntil(rig.target.connect('operator', { patience: 3000 }));
    expect(connected).toMatchObject({ kind: 'refused', detail: 'the upgrade was not answered within 3 s' });
    expect(connected).not.toHaveProperty('status');
  });

  test('without a ticket to be had is refused before any upgrade, with the reply that says why', async () => {
    const rig = createRig({
      http: ({ path }) =>
        path.endsWith('/ws/ticket') ? refusal(429, 'RATE_LIMITED', { retryAfterSeconds: 4 }) : undefined,
    });
    const connected = await rig.target.connect('operator');
    expect(connected).toMatchObject({
      kind: 'refused',
      stage: 'ticket',
      status: 429,
      detail: 'no ticket: 429 RATE_LIMITED',
      ticket: { outcome: { reply: { retryAfterSeconds: 4 } } },
    });
    expect(rig.records('connection')).toEqual([]);
  });

  test('under a name that the trace has already gets a number', async () => {
    const rig = createRig();
    const first = await openOn(rig);
    await first.close();
    const second = await openOn(rig);
    expect([first.name, second.name]).toEqual(['a', 'a#2']);
  });
});

describe('a request on a connection', () => {
  test('goes out as a frame of the dialect, and its reply is canonical', async () => {
    const frames: Frame[] = [];
    const rig = createRig({
      frame: (peer, frame) => {
        frames.push(frame);
        peer.send(answerTo(frame, { device: { deviceId: 'dev-1', extra: 1 }, peripherals: PERIPHERALS }));
      },
    });
    const connection = await openOn(rig);
    const exchange = await connection.request(REFRESH);
    expect(frames).toEqual([
      { type: 'request', topic: 'device.state.get', requestId: '1-1', data: { deviceId: 'dev-1' } },
    ]);
    expect(exchange).toMatchObject({
      channel: 'ws',
      call: REFRESH,
      sentAt: 1_000_000,
      answeredAt: 1_000_000,
    });
    expect(replyOf(exchange)).toEqual({
      code: 'SUCCESS',
      message: 'OK',
      requestId: '1-1',
      headers: {},
      data: { device: { deviceId: 'dev-1' }, peripherals: PERIPHERALS },
      mismatches: [],
    });
    expect(rig.records('request').at(-1)).toMatchObject({
      exchange: exchange.id,
      channel: 'ws',
      connection: 'a',
      what: 'device.state.get',
      deviceId: 'dev-1',
      requestId: '1-1',
      body: frames[0],
    });
    expect(rig.records('reply').at(-1)).toMatchObject({
      exchange: exchange.id,
      channel: 'ws',
      code: 'SUCCESS',
    });
  });

  test('carries operation and key', async () => {
    const frames: Frame[] = [];
    const rig = createRig({
      frame: (peer, frame) => {
        frames.push(frame);
        peer.send(answerTo(frame));
      },
    });
    const connection = await openOn(rig);
    const operation = { name: 'device.relay.set', params: { relays: [{ index: 1, action: 'on' }] } } as const;
    await connection.request({
      name: 'operate',
      deviceId: 'dev-1',
      operation: { ...operation, params: { relays: [{ index: 1, action: 'on' }] } },
      idempotencyKey: 'k',
    });
    expect(frames).toMatchObject([
      { topic: 'device.operation.execute', data: { deviceId: 'dev-1', idempotencyKey: 'k', operation } },
    ]);
    expect(rig.records('request').at(-1)).toMatchObject({ idempotencyKey: 'k', operation });
  });

  test('gets its own reply among fifty in flight, whatever their order', async () => {
    const waiting: [Peer, Frame][] = [];
    const rig = createRig({
      frame: (peer, frame) => {
        waiting.push([peer, frame]);
        if (waiting.length < 50) return;
        for (const [to, each] of waiting.toReversed()) to.send(answerTo(each, { ping: each.requestId }));
      },
    });
    const connection = await openOn(rig);
    const exchanges = await Promise.all(Array.from({ length: 50 }, () => connection.request(PING)));
    for (const exchange of exchanges) {
      const reply = replyOf(exchange);
      expect(reply.data).toEqual({ ping: reply.requestId });
    }
    expect(new Set(waiting.map(([, { requestId }]) => requestId)).size).toBe(50);
    const requests = rig.records('request').filter(({ channel }) => channel === 'ws');
    const idOf = new Map(requests.map(({ exchange, requestId }) => [exchange, requestId]));
    const replies = rig.records('reply').filter(({ channel }) => channel === 'ws');
    expect(replies.map(({ data }) => data)).toEqual(
      replies.map(({ exchange }) => ({ ping: idOf.get(exchange) })),
    );
  });

  test('times out, and its late reply is still recorded as its own', async () => {
    const server: { peer?: Peer; frame?: Frame } = {};
    const rig = createRig({ frame: (peer, frame) => void Object.assign(server, { peer, frame }) });
    const connection = await openOn(rig);
    const exchange = await rig.clock.runUntil(connection.request(PING, { patience: 500 }));
    expect(exchange.outcome).toEqual({ kind: 'broken', reason: 'timeout', detail: 'no reply within 500 ms' });
    server.peer!.send(answerTo(server.frame!));
    await rig.clock.advance(1);
    expect(rig.records('broken')).toMatchObject([{ exchange: exchange.id, reason: 'timeout' }]);
    expect(rig.records('reply').at(-1)).toMatchObject({ exchange: exchange.id, code: 'SUCCESS' });
  });

  test('that is answered twice, or not asked at all, leaves a stray frame', async () => {
    const rig = createRig({
      frame: (peer, frame) => {
        peer.send(answerTo(frame));
        peer.send(answerTo(frame));
        peer.send(answerTo({ ...frame, requestId: 'foreign' }));
      },
    });
    const connection = await openOn(rig);
    await connection.request(PING);
    await rig.clock.advance(1);
    expect(rig.records('stray').map(({ detail }) => detail)).toEqual([
      'a second reply to one request',
      'a reply to no request',
    ]);
  });

  test('written by hand correlates by the id that it has', async () => {
    const rig = createRig({
      frame: (peer, frame) => peer.send(answerTo({ ...frame, requestId: frame.requestId ?? 'none' })),
    });
    const connection = await openOn(rig);
    const text = '{"type":"request","topic":"no.such.topic","requestId":"mine"}';
    const exchange = await connection.request({ name: 'frame', text });
    expect(replyOf(exchange).requestId).toBe('mine');
    expect(rig.records('request').at(-1)).toMatchObject({ what: 'raw', requestId: 'mine' });
  });

  test('written by hand without an id takes the reply that belongs to nobody else', async () => {
    const rig = createRig({
      frame: (peer, _, text) => {
        if (text === '{') peer.send('{"type":"reply","code":"INVALID_REQUEST","message":"?"}');
      },
    });
    const connection = await openOn(rig);
    const exchange = await connection.request({ name: 'frame', text: '{' });
    expect(replyOf(exchange).code).toBe('INVALID_REQUEST');
  });

  test('with a reply whose type is missing is answered all the same', async () => {
    const rig = createRig({
      frame: (peer, { requestId }) =>
        peer.send(JSON.stringify({ requestId, code: 'SUCCESS', message: 'OK', data: {} })),
    });
    const connection = await openOn(rig);
    expect(replyOf(await connection.request(PING)).code).toBe('SUCCESS');
  });

  test('is refused, unsent, when too many others wait', async () => {
    const rig = createRig({}, { limits: { inFlight: 2 } });
    const connection = await openOn(rig);
    const waiting = [connection.request(PING), connection.request(PING)];
    const { outcome } = await connection.request(PING);
    expect(outcome).toMatchObject({ kind: 'broken', reason: 'refused' });
    connection.cut();
    await Promise.all(waiting);
  });

  test('that makes no sense on a connection is a bug', async () => {
    const connection = await openOn(createRig());
    await expect(connection.request({ name: 'listDevices' })).rejects.toThrow(
      'does not travel over WebSocket',
    );
  });
});

describe('an event', () => {
  const opened = (...frames: string[]) =>
    createRig({
      opened: (peer) => {
        for (const frame of frames) peer.send(frame);
      },
    });

  test.each([
    [
      'device.state.changed',
      { deviceId: 'dev-1', changes: [{ kind: 'relay', index: 1 }], peripherals: PERIPHERALS },
    ],
    ['device.connection.offline', { deviceId: 'dev-1' }],
    ['device.rs485.received', { deviceId: 'dev-1', data: '01ff' }],
  ])('%s is decoded, also when it comes with the opening', async (topic, data) => {
    const rig = opened(eventOf(topic, { ...data, extra: 1 }));
    const connection = await openOn(rig);
    await rig.clock.advance(1);
    expect(connection.events()).toMatchObject([
      { kind: 'event', connection: 'a', topic, eventId: 'e1', deviceId: 'dev-1', data },
    ]);
    expect(connection.events()[0]?.data).not.toHaveProperty('extra');
    const kinds = rig.trace.records().map((each) => (each.kind === 'connection' ? each.state : each.kind));
    expect(kinds.slice(-3)).toEqual(['opening', 'open', 'event']);
  });

  test('of an unknown topic is kept as it came', async () => {
    const rig = opened(eventOf('device.weather', { sun: true }));
    const connection = await openOn(rig);
    await rig.clock.advance(1);
    expect(connection.events()).toMatchObject([{ topic: 'device.weather', data: { sun: true } }]);
    expect(connection.events()[0]).not.toHaveProperty('mismatches');
  });

  test('whose data do not fit says where', async () => {
    const rig = opened(eventOf('device.power.lost', { deviceId: 5 }));
    const connection = await openOn(rig);
    await rig.clock.advance(1);
    expect(connection.events()).toMatchObject([
      { data: { deviceId: 5 }, mismatches: [expect.stringMatching(/^\/data\/deviceId: expected string/)] },
    ]);
    expect(connection.events()[0]).not.toHaveProperty('deviceId');
  });

  test('wakes those who listen, until they stop', async () => {
    const server: { peer?: Peer } = {};
    const rig = createRig({ opened: (peer) => void (server.peer = peer) });
    const connection = await openOn(rig);
    let heard = 0;
    const stop = connection.listen(() => heard++);
    server.peer!.send(eventOf('x', {}));
    await rig.clock.advance(1);
    stop();
    server.peer!.send(eventOf('x', {}));
    await rig.clock.advance(1);
    expect([heard, connection.events().length]).toEqual([1, 2]);
  });

  test('beyond the limit goes to the trace only, and is counted', async () => {
    const server: { peer?: Peer } = {};
    const rig = createRig({ opened: (peer) => void (server.peer = peer) }, { limits: { events: 2 } });
    const connection = await openOn(rig);
    for (let left = 5; left > 0; left--) server.peer!.send(eventOf('x', {}));
    await rig.clock.advance(1);
    expect([connection.events().length, connection.droppedEvents, rig.records('event').length]).toEqual([
      2, 3, 5,
    ]);
  });

  test.each([
    ['not JSON', /^the frame is a text that is not JSON$/],
    ['[]', /^the frame is JSON, but no object$/],
    ['{"type":"event"}', /^the frame is neither a reply nor an event of the dialect: \/topic: expected/],
  ])('that is none (%s) is a stray frame', async (text, detail) => {
    const rig = opened(text);
    await openOn(rig);
    await rig.clock.advance(1);
    expect(rig.records('stray')).toMatchObject([
      { connection: 'a', text, detail: expect.stringMatching(detail) },
    ]);
  });
});

describe('the end of a connection', () => {
  test('by the target breaks what waits, with the code', async () => {
    const rig = createRig({ frame: (peer) => peer.close(1012, 'restart') });
    const connection = await openOn(rig);
    const exchange = await connection.request(PING);
    expect(exchange.outcome).toEqual({
      kind: 'broken',
      reason: 'reset',
      detail: 'the target closed the connection with code 1012 before the reply',
    });
    expect(connection.closed).toEqual({ at: 1_000_000, code: 1012, by: 'target' });
    expect(rig.records('connection').at(-1)).toMatchObject({
      state: 'closed',
      closeCode: 1012,
      by: 'target',
      detail: 'restart',
    });
  });

  test('in good order is waited for, and wakes those who listen', async () => {
    const rig = createRig();
    const connection = await openOn(rig);
    let heard = 0;
    connection.listen(() => heard++);
    await connection.close();
    expect(connection.closed).toMatchObject({ code: 1000, by: 'harness' });
    expect(heard).toBe(1);
    await connection.close();
    expect(rig.records('connection').filter(({ state }) => state === 'closed')).toHaveLength(1);
  });

  test('by a cut breaks what waits, as the doing of the harness', async () => {
    const rig = createRig();
    const connection = await openOn(rig);
    const waiting = connection.request(PING);
    await rig.clock.advance(1);
    connection.cut();
    expect(await waiting).toMatchObject({ outcome: { kind: 'broken', reason: 'cut' } });
    expect(connection.closed).toMatchObject({ by: 'harness', code: 1006 });
  });

  test('by a cut after sending lets the frame through', async () => {
    const seen: string[] = [];
    const rig = createRig({
      frame: (peer, frame) => {
        seen.push(frame.topic);
        peer.send(answerTo(frame));
      },
    });
    const connection = await openOn(rig);
    const other = connection.request(REFRESH, { patience: 60_000 });
    const exchange = await connection.request(PING, { cutAfterSending: true });
    await rig.clock.advance(1);
    expect(exchange.outcome).toMatchObject({ kind: 'broken', reason: 'cut' });
    expect(seen).toContain('session.ping');
    await other;
    expect(connection.closed).toMatchObject({ by: 'harness' });
  });

  test('leaves later requests unsent', async () => {
    const seen: string[] = [];
    const rig = createRig({ frame: (_, frame) => seen.push(frame.topic) });
    const connection = await openOn(rig);
    await connection.close();
    const { outcome } = await connection.request(PING);
    expect(outcome).toEqual({
      kind: 'broken',
      reason: 'refused',
      detail: 'nothing was sent: connection a was closed by the harness with code 1000',
    });
    expect(seen).toEqual([]);
  });

  test('comes with the end of the view that opened it, and of no other', async () => {
    const rig = createRig();
    const mine = rig.target.recordingTo(rig.trace);
    const connected = await mine.connect('operator', { name: 'mine' });
    const other = await openOn(rig, 'operator', 'other');
    await mine.close();
    expect(connected).toMatchObject({ connection: { closed: { by: 'harness' } } });
    expect(other.closed).toBeUndefined();
    await rig.target.close();
    expect(other.closed).toMatchObject({ by: 'harness' });
  });
});

test('a ticket reply that succeeds and fits opens a connection whatever else it holds', async () => {
  const rig = createRig({
    http: ({ path }) => (path.endsWith('/ws/ticket') ? success({ ticket: 'x', more: 1 }) : undefined),
  });
  expect((await openOn(rig)).closed).toBeUndefined();
});
