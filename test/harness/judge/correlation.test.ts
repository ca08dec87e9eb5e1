// Which reply on a WebSocket connection is whose.
import { describe, expect, it } from 'vitest';
import type { TraceEntry } from '../../../src/trace/record.js';
import { hear, type Line, ok, refused, traceOf } from './traces.js';

const socket = { channel: 'ws', connection: 'w' } as const;
const ping = (body: object, what = 'session.ping'): Line => ({ ...socket, from: 0, to: 5, what, body });
const second = (code: string, connection = 'w'): TraceEntry & { at: number } => ({
  at: 9,
  kind: 'stray',
  connection,
  text: JSON.stringify({ type: 'reply', requestId: 'r1', code, message: 'x' }),
  detail: 'a second reply to one request',
});
const heard = (lines: readonly Line[], more: readonly (TraceEntry & { at: number })[] = []) =>
  hear(traceOf(lines, more), /correlation/)
    .findings.filter(({ where }) => where === 'invariant correlation')
    .map(({ verdict, actual }) => `${verdict}: ${actual}`);

describe('a second reply to a request', () => {
  it('may say the same again', () => {
    expect(heard([ping(ok())], [second('SUCCESS')])).toEqual(['pass: first SUCCESS, then SUCCESS']);
  });

  it('may not say something else: that is the reply to something else', () => {
    expect(heard([ping(ok())], [second('RATE_LIMITED')])).toEqual(['fail: first SUCCESS, then RATE_LIMITED']);
  });

  it('may tell of a failure of the server, which can happen at any time', () => {
    expect(heard([ping(ok())], [second('INTERNAL_ERROR')])).toEqual([
      'pass: first SUCCESS, then INTERNAL_ERROR',
    ]);
    expect(heard([ping(refused('INTERNAL_ERROR'))], [second('SUCCESS')])).toHaveLength(1);
  });

  it('proves nothing where malformed frames were sent, or on another connection, or when it is no JSON', () => {
    expect(heard([ping(ok()), ping(ok(), 'raw')], [second('ODD')])).toEqual([]);
    expect(heard([ping(ok())], [second('ODD', 'v')])).toEqual([]);
    expect(
      heard([ping(ok())], [{ ...second('ODD'), text: '{"type":"reply' } as TraceEntry & { at: number }]),
    ).toEqual([]);
  });
});

describe('the state of a device', () => {
  const state = (from: number, asked: string, told: string): Line => ({
    ...socket,
    from,
    to: from + 20,
    what: 'device.state.get',
    deviceId: asked,
    body: ok({ device: { deviceId: told } }),
  });

  it('goes to the request that asked for it', () => {
    expect(heard([state(0, 'd1', 'd1'), state(10, 'd2', 'd2')])).toEqual(['pass: so in all of 2 cases']);
    expect(heard([state(0, 'd1', 'd2'), state(10, 'd2', 'd1')])).toEqual([
      'fail: the state of d2',
      'fail: the state of d1',
    ]);
  });

  it('may call the device by another name, which nobody asked for', () => {
    expect(heard([state(0, 'd1', 'D1'), state(10, 'd2', 'D2')])).toEqual([]);
    expect(heard([state(0, 'd1', 'd2'), state(100, 'd2', 'd2')])).toEqual(['pass: the state of d2']);
  });
});
