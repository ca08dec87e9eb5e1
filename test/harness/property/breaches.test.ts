// Which breach of a program tells most: laws go from cause to consequence.
import { describe, expect, it } from 'vitest';
import { breachesIn, needsToBeAlone } from '../../../src/harness/property/confirm.js';
import type { Finding } from '../../../src/harness/verdict/verdict.js';

function finding(law: string, verdict: Finding['verdict'] = 'fail'): Finding {
  return {
    rule: 'relay.effect',
    verdict,
    where: `invariant ${law}`,
    expected: '',
    actual: '',
    exchanges: [],
  };
}

function ranked(...findings: readonly Finding[]): string[] {
  return breachesIn({ findings, trace: [], halt: undefined }).map(({ where }) => where.split(' ')[1] ?? '');
}

describe('the breaches of a program', () => {
  it('go from cause to consequence, and leave out what held', () => {
    expect(
      ranked(finding('state'), finding('keys', 'pass'), finding('lane', 'warn'), finding('envelope')),
    ).toEqual(['envelope', 'lane', 'state']);
  });

  it('are in doubt where others are at work, when their law reasons from what nobody did', () => {
    expect(needsToBeAlone(finding('state'))).toBe(true);
    expect(needsToBeAlone(finding('envelope'))).toBe(false);
  });
});
