// Each attempt begins afresh, and cleans up.
import { describe, expect, it } from 'vitest';
import { command, inTurn, RESET, runSteps, runText, withSteps } from '../support/run-scenario.js';

const OK = {};

describe('an attempt', () => {
  it('uses new connections and new keys in a new attempt, and leaves none open', async () => {
    const steps = `
- setRelays: plant
  relays: { lamp: on }
  key: k
- connect: line
- ping:
  via: line
  expect: SUCCESS`;
    const { asked, target } = await runSteps(steps, inTurn({ ping: [RESET, OK], operate: [command('c')] }));
    expect(
      new Set(asked.flatMap(({ call }) => (call.name === 'operate' ? call.idempotencyKey : []))).size,
    ).toBe(2);
    expect(asked.flatMap(({ connection }) => connection ?? [])).toEqual(['line#1', 'line#2']);
    expect(target.open()).toEqual([]);
  });

  it('runs its clean-up after each attempt, and does not judge it', async () => {
    const text = `${withSteps('- ping:\n  via: ws\n  expect: SUCCESS')}cleanup:\n  - setRelays: plant\n    relays: { lamp: off }\n`;
    const { result, asked } = await runText(text, inTurn({ ping: [RESET, OK], operate: [{ code: 'ODD' }] }));
    expect(result.verdict).toBe('pass');
    expect(asked.map(({ call }) => call.name)).toEqual(['ping', 'operate', 'ping', 'operate']);
  });
});
