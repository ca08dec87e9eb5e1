// What a whole check comes to.
import { describe, expect, it, test } from 'vitest';
import {
  command,
  inTurn,
  limited,
  PROFILE,
  runSteps,
  runText,
  state,
  withSteps,
} from '../support/run-scenario.js';

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

describe('an announced delay', () => {
  const PREPARES = '- setRelays: plant\n  relays: { lamp: on }\n- ping:\n  via: ws\n  expect: SUCCESS';
  const CHECKS = '- setRelays: plant\n  relays: { lamp: on }\n  expect: SUCCESS';
  const WAITS = `
- setRelays: plant
  relays: { lamp: on }
  as: set
  patient: false
- wait: { until: set.retryAt }
- ping:
  via: ws
  expect: SUCCESS`;

  test.each([
    ['prepares', PREPARES],
    ['checks', CHECKS],
    ['waits for it', WAITS],
  ])('over longestWait ends a check at once, where a step %s', async (_what, steps) => {
    const { result } = await runSteps(steps, ({ call }) => (call.name === 'operate' ? limited(3600) : OK));
    expect(result.verdict).toBe('inconclusive');
    expect(result.reason).toMatch(/announced (?:an? )?wait of 3600 s, longer than .*60 s/);
    expect(result.attempts).toBe(1);
    expect(result.endedAt - result.startedAt).toBeLessThan(1000);
  });

  test.each([
    [5000, 5, 'pass'],
    [5000, 6, 'inconclusive'],
  ])('is waited for up to the %d ms of the profile: %d s is %s', async (longestWait, announced, verdict) => {
    const answers = inTurn({ operate: [limited(announced), command('c')] });
    const profile = { ...PROFILE, longestWait };
    expect((await runSteps(PREPARES, answers, { profile })).result.verdict).toBe(verdict);
  });

  test.each([1e9, 1e308, Number.MAX_VALUE])(
    'of %d s is a delay like any other that is too long',
    async (delay) => {
      const { result } = await runSteps(PREPARES, () => limited(delay));
      // A header that is no whole number is a finding as well.
      expect(['inconclusive', 'fail']).toContain(result.verdict);
      expect(result.attempts).toBe(1);
      expect(result.endedAt - result.startedAt).toBeLessThan(1000);
    },
  );
});
