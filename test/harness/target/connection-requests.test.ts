// Requests on a WebSocket connection: frames, correlation, late and stray replies.
import { describe, expect, test } from 'vitest';
import type { Call } from '../../../src/harness/target/call.js';
import type { Peer } from '../../suites/transport.js';
import { answerTo, createRig, type Frame, openOn, replyOf } from './rig.js';

const PING: Call = { name: 'ping' };
const REFRESH: Call = { name: 'refresh', deviceId: 'dev-1' };
const PERIPHERALS = { relays: [{ index: 1, on: true }], digitalInputs: [], analogInputs: [], sensors: [] };

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

  test('is given up at once when nobody waits for it any more, or was never to be sent', async () => {
    const rig = createRig({ frame: () => undefined });
    const connection = await openOn(rig);
    const stop = new AbortController();
    rig.clock.setTimer('test', 300, () => stop.abort());
    const detail = 'the run was interrupted before the reply';
    const given = await rig.clock.runUntil(connection.request(PING, { signal: stop.signal }));
    expect(given).toMatchObject({ answeredAt: given.sentAt + 300, outcome: { reason: 'cut', detail } });
    const late = await connection.request(PING, { signal: stop.signal });
    expect(late).toMatchObject({ answeredAt: late.sentAt, outcome: { reason: 'cut', detail } });
    expect(connection.closed).toBeUndefined();
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
