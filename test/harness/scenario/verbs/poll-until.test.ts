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

  it('skips what the target is without only when the last round has shown it', async () => {
    const poll = `- pollUntil:
    - readCommand: c
      as: read
      patient: false
    - assume: { that: $read.command.status, is: succeeded }
      needs: commands that end
  rounds: 2`;
    const slow = { readCommand: [command('c', 'pending'), command('c')] };
    const steps = `${poll}\n- assert: { that: $read.command.status, is: succeeded }`;
    expect((await runSteps(steps, inTurn(slow))).result.verdict).toBe('pass');
    const never = await runSteps(steps, inTurn({ readCommand: [command('c', 'pending')] }));
    expect(never.asked).toHaveLength(2);
    expect(never.result).toMatchObject({
      verdict: 'skipped',
      reason: expect.stringContaining('commands that end'),
    });
  });
});
