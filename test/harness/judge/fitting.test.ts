// What does not fit, and is the target's fault, breaks the rule that says so.
import { expect, it } from 'vitest';
import { judge } from '../../../src/harness/judge/judge.js';
import { ok, traceOf } from './traces.js';

const BREACH = { rule: 'devices.config-read', expected: '/data/config: an object', actual: 'null' };

it('is told of replies and of events, and nothing else is', () => {
  const records = traceOf(
    [{ from: 0, to: 5, what: 'devices.config', body: ok({}) }],
    [
      {
        kind: 'event',
        at: 9,
        connection: 'events',
        topic: 'device.power.lost',
        breaches: [{ rule: 'events.power-lost', expected: '/data/deviceId: a string', actual: '7' }],
      },
      {
        kind: 'event',
        at: 9,
        connection: 'events',
        topic: 'device.power.lost',
        mismatches: ['of the dialect'],
      },
    ],
  ).map((record) => (record.kind === 'reply' ? { ...record, breaches: [BREACH] } : record));
  const told = judge(records, { strict: false, dropped: 0 }).filter(
    ({ where }) => where === 'invariant fitting',
  );
  expect(told.map(({ rule, verdict, actual, exchanges }) => [rule, verdict, actual, exchanges])).toEqual([
    ['devices.config-read', 'fail', 'null', [1]],
    ['events.power-lost', 'fail', '7 in an event device.power.lost on events', []],
  ]);
});
