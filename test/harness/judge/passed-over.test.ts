// Requests that get no reply, on a connection on which later ones get theirs.
import { expect, test } from 'vitest';
import { judge } from '../../../src/harness/judge/judge.js';
import { type Line, ok, traceOf } from './traces.js';

const MINUTE = 60_000;

/** A ping each two minutes, and a minute after each one that is answered. */
function told(pings: number, { connection = 'c', later = 70_000 } = {}) {
  const lines = Array.from({ length: pings }, (_, at): Line[] => {
    const from = at * 2 * MINUTE;
    const ping: Omit<Line, 'from' | 'to'> = {
      what: 'session.ping',
      channel: 'ws',
      connection: 'c',
      body: ok(),
    };
    return [
      { ...ping, from, to: from + 10 },
      { ...ping, connection, from: from + later, to: from + later + 10 },
    ];
  }).flat();
  const silent = (exchange: number): boolean => exchange % 2 === 1;
  const trace = traceOf(lines).filter((each) => each.kind !== 'reply' || !silent(each.exchange));
  return judge(trace, { strict: false, dropped: 0, ofTraffic: true })
    .filter(({ where }) => where === 'invariant passed-over')
    .map(({ rule }) => rule);
}

test('three pings that are passed over break ws.ping', () => {
  expect(told(3)).toEqual(['ws.ping']);
  expect(told(2)).toEqual([]);
});

test('nothing is said where only another connection goes on, or none for a minute', () => {
  expect(told(5, { connection: 'other' })).toEqual([]);
  // The last one may still be answered; those before it are not.
  expect(told(3, { later: 40_000 })).toEqual([]);
});
