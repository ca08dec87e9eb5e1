// The verb awaitEvent: a precondition.
import { describe, expect, it } from 'vitest';
import { command, inTurn, runSteps } from '../support/run-scenario.js';
import { listen, THEN_PING } from '../support/verb-runs.js';

describe('awaitEvent', () => {
  it('awaitEvent makes the check inconclusive when the event does not come', async () => {
    const steps = listen('- awaitEvent: device.state.changed\n  on: left\n  within: 1s') + THEN_PING;
    const { result } = await runSteps(steps, inTurn({ operate: [command('a'), command('b'), command('c')] }));
    expect(result.verdict).toBe('inconclusive');
  });

  it('goes on without the event where it is optional', async () => {
    const step = '- awaitEvent: device.state.changed\n  on: left\n  within: 1s\n  optional: true';
    const { result } = await runSteps(
      listen(step) + THEN_PING,
      inTurn({ operate: [command('a'), command('b'), command('c')] }),
    );
    expect(result.verdict).toBe('pass');
  });
});
