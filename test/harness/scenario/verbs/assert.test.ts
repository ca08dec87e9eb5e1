// The verb assert: comparing what was captured.
import { describe, expect, it } from 'vitest';
import { command, inTurn, RESET, runSteps } from '../support/run-scenario.js';
import { OK } from '../support/verb-runs.js';

describe('assert', () => {
  it('assert compares captures, and points at their exchanges', async () => {
    const steps = `
- setRelays: plant
  relays: { lamp: on }
  as: first
- setRelays: plant
  relays: { lamp: off }
  as: second
- assert: { that: $second.command.commandId, is: { not: $first.command.commandId } }`;
    const apart = await runSteps(steps, inTurn({ operate: [command('a'), command('b')] }));
    expect(apart.result.verdict).toBe('pass');
    const same = await runSteps(steps, inTurn({ operate: [command('a'), command('a')] }));
    expect(same.result.findings[0]).toMatchObject({
      verdict: 'fail',
      expected: '$second.command.commandId is not a',
      actual: 'a',
    });
    expect(same.result.findings[0]?.exchanges).toHaveLength(2);
  });

  it('assert takes a field that is missing as a deviation, and interference as none', async () => {
    const steps =
      '- ping:\n  via: ws\n  patient: false\n  as: reply\n- assert: { that: $reply.data.answer, is: { type: string } }';
    expect((await runSteps(steps, OK)).result.verdict).toBe('fail');
    expect((await runSteps(steps, () => RESET)).result.verdict).toBe('inconclusive');
  });

  it('assert says of a request without an answer that it wants one', async () => {
    const steps =
      '- ping:\n  via: ws\n  patient: false\n  as: odd\n- assert: { that: $odd.reason, is: { not: timeout } }\n  insist: broken';
    const { result } = await runSteps(steps, () => ({ broken: 'timeout' }));
    expect(result.findings[0]).toMatchObject({
      expected: 'an answer to odd',
      actual: expect.stringContaining('none came in time'),
    });
    const answered = await runSteps(steps, OK);
    expect(answered.result.verdict).toBe('pass');
    expect(JSON.stringify(answered.result.findings)).not.toContain('none came in time');
  });

  it('assert takes nothing of a connection that gave way to another one, however often, as evidence', async () => {
    const steps = `
- ping:
  via: ws
  patient: false
  as: reply
- assert: { that: $reply.outcome, is: reply }
  insist: broken`;
    const displaced = { ...RESET, displaced: true as const };
    expect((await runSteps(steps, () => RESET)).result.verdict).toBe('fail');
    expect((await runSteps(steps, () => displaced)).result.verdict).toBe('inconclusive');
  });
});
