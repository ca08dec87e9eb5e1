// Waiting until a command has ended.
import { describe, expect, it } from 'vitest';
import { command, inTurn, runSteps } from '../support/run-scenario.js';

describe('a step that prepares a command', () => {
  const steps = `
- setRelays: plant
  relays: { lamp: on }
  as: set
- ping:
  via: ws
  expect: SUCCESS`;

  it('waits until its command has ended', async () => {
    const { asked, result } = await runSteps(
      steps,
      inTurn({ operate: [command('c', 'pending')], readCommand: [command('c', 'pending'), command('c')] }),
    );
    expect(result.verdict).toBe('pass');
    expect(asked.map(({ call }) => call.name)).toEqual(['operate', 'readCommand', 'readCommand', 'ping']);
  });
});
