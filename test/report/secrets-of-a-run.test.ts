// Every output of a run, searched for every secret that was issued in it: a small share of `npm run proof -- attack print`.
import { describe, expect, test } from 'vitest';
import { runQuietly } from '../attack/print/quiet-run.js';
import { leaksIn, poisonIn } from '../attack/print/search.js';

const WHAT = ['auth/*', 'scope/*', 'ws/ticket*', 'envelope/*'];

describe('the outputs of a run', () => {
  test.each([
    ['default', undefined],
    ['scrambled', undefined],
    ['default', 'token-useless'],
    ['default', 'ticket-reusable'],
  ])('in the dialect %s show no secret, with the defect %s', async (dialect, defect) => {
    const how = defect === undefined ? {} : { defect };
    const { outputs, secrets, result } = await runQuietly({ seed: 3, dialect, what: WHAT, ...how });
    expect(result.checks.length).toBeGreaterThan(15);
    expect(secrets.size).toBeGreaterThan(15);
    expect(leaksIn(outputs, secrets)).toEqual([]);
    expect(poisonIn(outputs)).toEqual([]);
  });
});
