// WebSocket connections of the driver: every way of opening one, and every way of its ending.
import { describe, expect, test } from 'vitest';
import type { Call } from '../../../src/harness/target/call.js';
import { answerTo, createRig, openOn, refusal, success } from './rig.js';

const PING: Call = { name: 'ping' };
const REFRESH: Call = { name: 'refresh', deviceId: 'dev-1' };

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
    expect(connected).toMatchObject({ kind: 'refused', context: 'upgrade', status: 401, detail: 'HTTP 401' });
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
      context: 'ticket',
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

test('a ticket reply that succeeds and fits opens a connection whatever else it holds', async () => {
  const rig = createRig({
    http: ({ path }) => (path.endsWith('/ws/ticket') ? success({ ticket: 'x', more: 1 }) : undefined),
  });
  expect((await openOn(rig)).closed).toBeUndefined();
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
