// Verdicts by the basis of a rule, and what a finding names.
import { describe, expect, it } from 'vitest';
import { judge } from '../../../src/harness/judge/judge.js';
import { ok, traceOf } from './traces.js';

describe('the judge', () => {
  const derived = traceOf([
    { from: 0, to: 10, what: 'devices.read', deviceId: 'd1', body: ok() },
    { from: 20, to: 30, what: 'devices.read', deviceId: 'd1', client: 'other', body: ok() },
  ]);

  it('warns of a breach of a derived rule, unless it is strict', () => {
    const verdict = (strict: boolean): string | undefined =>
      judge(derived, { strict, dropped: 0 }).find(({ rule }) => rule === 'refresh.across-clients')?.verdict;
    expect([verdict(false), verdict(true)]).toEqual(['warn', 'fail']);
  });

  it('proves nothing from a trace with holes', () => {
    expect(judge(derived, { strict: true, dropped: 1 }).map(({ verdict }) => verdict)).not.toContain('fail');
  });

  it('names the exchanges and the invariant', () => {
    expect(judge(derived, { strict: true, dropped: 0 }).at(-1)).toMatchObject({
      where: 'invariant refresh-spacing',
      exchanges: [1, 2],
      expected: 'refreshes of one device at least 3000 ms apart',
      actual: 'two accepted ones at most 30 ms apart',
    });
  });
});
