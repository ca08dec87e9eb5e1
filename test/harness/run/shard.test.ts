// Shards: together they are the whole, in whatever order the checks come, and none has much more to do than another.
import { expect, test } from 'vitest';
import { bundledFiles, loadScenarios } from '../../../src/cli/load/scenarios.js';
import { placeOfProgram } from '../../../src/harness/property/program-share.js';
import { certainWaits } from '../../../src/harness/run/waits.js';
import { type Plan, plan } from '../../../src/harness/run/plan.js';
import { shardOf } from '../../../src/harness/run/shard.js';
import { PROFILE } from '../scenario/support/run-scenario.js';

function everything(): Plan {
  const scenarios = loadScenarios(bundledFiles(), process.cwd());
  const planned = scenarios.ok ? plan(scenarios.value, PROFILE) : undefined;
  if (!planned?.ok) throw new Error('what comes with the program can be read');
  return planned.plan;
}

const whole = everything();
const shards = (of: Plan, count: number): readonly Plan[] =>
  Array.from({ length: count }, (_, at) => shardOf(of, { index: at + 1, count }));
const ids = ({ checks, skipped }: Plan): readonly string[] => [...checks, ...skipped].map(({ id }) => id);

test('all shards together have each check once', () => {
  expect(whole.checks.length).toBeGreaterThan(50);
  for (const count of [1, 2, 3, 7])
    expect(shards(whole, count).flatMap(ids).toSorted()).toEqual(ids(whole).toSorted());
});

test('a shard has the same checks in whatever order they come', () => {
  const turned = { checks: whole.checks.toReversed(), skipped: whole.skipped.toReversed() };
  for (const [at, shard] of shards(whole, 4).entries())
    expect(ids(shards(turned, 4)[at] ?? whole).toSorted()).toEqual(ids(shard).toSorted());
});

test('shards take about the same time', () => {
  const times = shards(whole, 4).map(({ checks }) =>
    checks.reduce((sum, check) => sum + certainWaits(check.case).span, 0),
  );
  expect(Math.max(...times) / Math.min(...times)).toBeLessThan(1.15);
});

test('all shares of random programs together have each program once, and each has all kinds of them', () => {
  for (const count of [1, 2, 3, 4, 6, 13]) {
    const shares = Array.from({ length: count }, (_, at) =>
      Array.from({ length: 120 }, (__, nth) => placeOfProgram(nth, { index: at + 1, count })),
    );
    expect(shares.flat().toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 120 * count }, (_, place) => place),
    );
    // Kinds of programs take turns, twelve or thirteen of them.
    for (const share of shares)
      for (const kinds of [12, 13]) expect(new Set(share.map((place) => place % kinds)).size).toBe(kinds);
    for (const share of shares) expect(share).toEqual(share.toSorted((a, b) => a - b));
  }
});
