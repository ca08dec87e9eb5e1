// The verb expectNoEvent.
import { describe, expect, it } from 'vitest';
import { command, inTurn, runSteps } from '../support/run-scenario.js';
import { change, emitting, listen } from '../support/verb-runs.js';

describe('expectNoEvent', () => {
  it('expectNoEvent holds when none comes, and fails when one comes each time', async () => {
    const steps = listen('- expectNoEvent: device.state.changed\n  on: left\n  since: change\n  for: 500ms');
    const operate = [command('a'), command('b'), command('c')];
    expect((await runSteps(steps, inTurn({ operate }))).result.verdict).toBe('pass');
    const { answer, onTarget } = emitting(change(3, true));
    const loud = await runSteps(steps, answer, { onTarget });
    expect(loud.result).toMatchObject({ verdict: 'fail', attempts: 3 });
  });
});
