// What a whole check comes to.
import { describe, expect, it } from 'vitest';
import { runSteps, runText, state, withSteps } from '../support/run-scenario.js';

const OK = {};

describe('a check', () => {
  it('warns for a derived rule, and fails for it when the run is strict', async () => {
    const text = withSteps('- readCommand: none\n  expect: { status: 404 }', 'devices.unknown');
    const answer = (): object => ({ code: 'ODD', status: 400 });
    expect((await runText(text, answer)).result.verdict).toBe('warn');
    expect((await runText(text, answer, { strict: true })).result.verdict).toBe('fail');
  });

  it('is skipped when a call would not be safe', async () => {
    const safety = { guard: () => 'relay 3 is not listed', restore: () => Promise.resolve([]) };
    const { result, asked } = await runSteps(
      '- setRelays: plant\n  relays: { lamp: on }\n- ping:\n  via: ws\n  expect: SUCCESS',
      () => OK,
      { safety },
    );
    expect(result).toMatchObject({ verdict: 'skipped', reason: 'not safe: relay 3 is not listed' });
    expect(asked).toEqual([]);
  });

  it('fails for an invariant that its trace breaks, whatever its steps say', async () => {
    const { result } = await runSteps('- refresh: plant\n- refresh: plant\n  expect: SUCCESS', () =>
      state({}),
    );
    expect(result.verdict).toBe('fail');
    expect(result.findings).toContainEqual(
      expect.objectContaining({
        rule: 'refresh.min-interval',
        verdict: 'fail',
        where: 'invariant refresh-spacing',
      }),
    );
  });
});
