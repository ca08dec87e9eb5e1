// Replies that carry what a neighbour on the same connection has asked for.
import { expect, it } from 'vitest';
import { commandBody, hear, type Line, ok, traceOf } from './traces.js';

const socket = { channel: 'ws', connection: 'w' } as const;
const ping = (body: object, from = 0): Line => ({
  ...socket,
  from,
  to: from + 50,
  what: 'session.ping',
  body,
});
const operate = (body: object, from = 10, key = 'k'): Line => ({
  ...socket,
  from,
  to: from + 50,
  what: 'device.operation.execute',
  deviceId: 'd1',
  key,
  body,
});
const heard = (...lines: readonly Line[]): readonly string[] =>
  hear(traceOf(lines), /correlation/)
    .findings.filter(({ where }) => where === 'invariant mixed-up')
    .map(({ verdict }) => verdict);

it('each reply shows what its own request asked for', () => {
  expect(heard(ping(ok({})), operate(commandBody('c1')))).not.toContain('fail');
});

it('a command in reply to a ping is that of the neighbour', () => {
  expect(heard(ping(commandBody('c1')), operate(ok({})))).toContain('fail');
});

it('one after the other proves nothing', () => {
  expect(heard(ping(commandBody('c1')), operate(ok({}), 500))).toEqual([]);
});
