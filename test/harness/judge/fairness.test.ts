// Whatever a right server and a bad network do together, no judge calls it wrong.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judge } from '../../../src/harness/judge/judge.js';
import { legalTrace } from './legal-traces.js';

const breaches = (records: Parameters<typeof judge>[0], dropped = 0): readonly unknown[] =>
  judge(records, { strict: true, dropped }).filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');

describe('a legal trace', () => {
  it('is never called wrong', () => {
    fc.assert(
      fc.property(legalTrace, (records) => {
        expect(breaches(records)).toEqual([]);
      }),
      { numRuns: 300, seed: 7 },
    );
  });

  it('is not called wrong when records of it are lost, either', () => {
    fc.assert(
      fc.property(legalTrace, fc.array(fc.nat(100), { minLength: 1, maxLength: 10 }), (records, lost) => {
        const left = records.filter((_, at) => !lost.includes(at));
        expect(breaches(left, records.length - left.length)).toEqual([]);
      }),
      { numRuns: 100, seed: 7 },
    );
  });

  it('gives the judges something to judge', () => {
    const seen = new Set<string>();
    for (const records of fc.sample(legalTrace, { numRuns: 200, seed: 7 }))
      for (const { rule } of judge(records, { strict: true, dropped: 0 })) seen.add(rule);
    for (const rule of [
      'refresh.min-interval',
      'refresh.across-clients',
      'idempotency.same-command-rest',
      'idempotency.new-key-new-command',
      'events.changes',
      'ws.correlation',
      'ws.ticket-once',
      'limits.shape',
    ])
      expect([...seen]).toContain(rule);
  });
});
