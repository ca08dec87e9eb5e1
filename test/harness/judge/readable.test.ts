// A command that a client has just been given can be read.
import { expect, it } from 'vitest';
import type { TraceRecord } from '../../../src/trace/record.js';
import { commandBody, hear, refused, traceOf } from './traces.js';

function trace(readAt: number, status: number, client = 'op'): readonly TraceRecord[] {
  const records = traceOf([
    { from: 0, to: 50, what: 'relays.set', deviceId: 'd1', key: 'k', body: commandBody('c1') },
    {
      from: readAt,
      to: readAt + 10,
      what: 'commands.read',
      client,
      status,
      body: status === 200 ? commandBody('c1') : refused('COMMAND_NOT_FOUND'),
    },
  ]);
  return records.map((each) =>
    each.kind === 'request' && each.what === 'commands.read' ? { ...each, commandId: 'c1' } : each,
  );
}
const heard = (readAt: number, status: number, client?: string): readonly string[] =>
  hear(trace(readAt, status, client), /readable/)
    .findings.filter(({ where }) => where === 'invariant readable')
    .map(({ verdict }) => verdict);

it('is found, and not gone', () => {
  expect(heard(100, 200)).toEqual(['pass']);
  expect(heard(100, 404)).toEqual(['fail']);
  expect(heard(100, 410)).toEqual(['fail']);
});

it('is kept for a minute: how long after that is not stated', () => {
  expect(heard(59_980, 404)).toEqual(['fail']);
  expect(heard(60_100, 404)).toEqual([]);
});

it('is judged for the client that was given it', () => {
  expect(heard(100, 404, 'other')).toEqual([]);
});
