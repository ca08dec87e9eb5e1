// Which deliveries of an event are copies.
import { expect, test } from 'vitest';
import { withoutCopies } from '../../../src/harness/judge/copies.js';
import type { EventRecord } from '../../../src/trace/record.js';

const OPENED: Readonly<Record<string, number>> = { a: 0, b: 0, 'a#2': 1500, c: 1500 };

/** Each delivery as `connection at`; what is left of them. */
function fresh(...deliveries: readonly string[]): readonly string[] {
  const events = deliveries.map((told): EventRecord & { readonly at: number; readonly told: string } => {
    const [connection = '', at] = told.split(' ');
    return { told, kind: 'event', connection, at: Number(at), topic: 'device.state.changed', eventId: 'e1' };
  });
  return withoutCopies(events, (connection) => OPENED[connection]).map(({ told }) => told);
}

test('what a connection has heard is a copy', () => {
  expect(fresh('a 1000', 'b 1000', 'a 1300', 'b 1300')).toEqual(['a 1000', 'b 1000']);
});

test('the first delivery on a connection that was open is none, also beside a copy on another', () => {
  expect(fresh('a 1000', 'a 1300', 'b 1300')).toEqual(['a 1000', 'b 1300']);
});

test('what all get again is a copy also on a connection that was opened in between', () => {
  expect(fresh('a 1000', 'a 3000', 'c 3000')).toEqual(['a 1000']);
});

test('what only a younger connection gets is none', () => {
  expect(fresh('a 1000', 'c 3000')).toEqual(['a 1000', 'c 3000']);
});

test('what the connection before had heard is a copy', () => {
  expect(fresh('a 1000', 'a#2 3000')).toEqual(['a 1000']);
});
