// Which breach of a program tells most: every law has its place from cause to consequence.
import { describe, expect, it, test } from 'vitest';
import { INVARIANTS } from '../../../src/harness/judge/judge.js';
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

/** A law whose place nobody has thought about comes after all that have one. */
function hasPlace(law: string): boolean {
  return ranked(finding('of nobody'), finding(law))[0] === law;
}

describe('the breaches of a program', () => {
  test.each(INVARIANTS.map(({ name }) => name))('have a place for those of the law %s', (law) => {
    expect(hasPlace(law)).toBe(true);
  });

  it('have none for those of a law that was forgotten', () => {
    expect(hasPlace('of tomorrow')).toBe(false);
  });

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
