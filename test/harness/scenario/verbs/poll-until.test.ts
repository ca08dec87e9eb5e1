// The verb pollUntil.
import { describe, expect, it } from 'vitest';
import { command, inTurn, runSteps } from '../support/run-scenario.js';

describe('pollUntil', () => {
  it('pollUntil repeats its steps until what they check holds', async () => {
    const poll = (rest: string): string =>
      `- pollUntil:\n    - readCommand: c\n      expect: { command: { status: succeeded } }\n${rest}`;
    const answers = { readCommand: [command('c', 'pending'), command('c', 'pending'), command('c')] };
    const done = await runSteps(poll('  every: 1s'), inTurn(answers));
    expect(done.result).toMatchObject({ verdict: 'pass', attempts: 1 });
    expect(done.asked).toHaveLength(3);
    const never = await runSteps(poll('  rounds: 2'), inTurn({ readCommand: [command('c', 'pending')] }));
    expect(never.result.verdict).toBe('fail');
    expect(never.asked).toHaveLength(2);
  });
});
