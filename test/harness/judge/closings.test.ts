// Connections that are closed by what happens on them.
import { expect, test } from 'vitest';
import { judge } from '../../../src/harness/judge/judge.js';
import type { TraceEntry } from '../../../src/trace/record.js';
import { type Line, ok, refused, traceOf } from './traces.js';

const MINUTE = 60_000;

interface Told {
  readonly times?: number;
  readonly body?: unknown;
  /** From the request to the close, in ms. */
  readonly closesAfter?: number;
  readonly code?: number;
  readonly by?: 'target' | 'harness';
}

/** Each minute a connection on which one request is sent, and which is closed. */
function told({ times = 4, body, closesAfter = 500, code = 1011, by = 'target' }: Told): readonly string[] {
  const minutes = Array.from({ length: times }, (_, at) => at * MINUTE);
  const lines = minutes.map((from): Line => ({
    ...{ from: from + 40_000, to: from + 40_010, what: 'device.operation.execute' },
    ...{ channel: 'ws', connection: `c${from}`, body: body ?? ok() },
  }));
  const life = minutes.flatMap((from): (TraceEntry & { at: number })[] => {
    const connection = { kind: 'connection', connection: `c${from}` } as const;
    return [
      { ...connection, at: from, state: 'open' },
      { ...connection, at: from + 40_000 + closesAfter, state: 'closed', closeCode: code, by },
    ];
  });
  const records = traceOf(lines, life).filter(({ kind }) => body !== undefined || kind !== 'reply');
  return judge(records, { strict: false, dropped: 0, ofTraffic: true })
    .filter(({ where }) => where === 'invariant closings')
    .map(({ rule }) => rule);
}

const limited = refused('RATE_LIMITED', { retryAfterSeconds: 1 });

test('connections that close in place of a reply break the rule that promises it', () => {
  expect(told({})).toEqual(['ws.operation-execute']);
  expect(told({ times: 2 })).toEqual([]);
});

test('connections that close at refusals break ws.errors-keep-connection', () => {
  expect(told({ body: limited, code: 1008 })).toEqual(['ws.errors-keep-connection']);
});

test.each<[string, Told]>([
  ['closes at another time', { closesAfter: 5000 }],
  ['is closed by its client', { by: 'harness' }],
  ['is closed for what its client has sent', { code: 1009 }],
  ['is answered, and closes then', { body: ok() }],
])('nothing is said of a connection that %s', (_, how) => {
  expect(told(how)).toEqual([]);
});
