// Connections of an attempt: opened when they are needed, and anew when they broke.
import { describe, expect, it } from 'vitest';
import { command, inTurn, RESET, runSteps } from '../support/run-scenario.js';

describe('a connection that broke', () => {
  const steps = `
- setRelays: plant
  relays: { lamp: on }
  as: set
- ping:
  via: ws
  expect: SUCCESS`;

  it('opens a broken connection again', async () => {
    const over = steps.replace('relays: { lamp: on }', 'relays: { lamp: on }\n  via: ws');
    const { result, asked } = await runSteps(over, inTurn({ operate: [RESET, command('c')] }));
    expect(result.verdict).toBe('pass');
    expect(asked.map(({ connection }) => connection)).toEqual(['ws#1', 'ws#2', 'ws#2']);
  });
});
