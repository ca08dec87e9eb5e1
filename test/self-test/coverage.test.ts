// Holds the catalogue to its promise: each rule of a service has a check, or a written reason why nobody can
// check it; and each stated one has a defect that the check is tried on.
import { expect, it } from 'vitest';
import { coverageOf } from '../../src/cli/list/run.js';
import { allDefects } from '../../src/simulator/defects/registry.js';
import { SCENARIOS } from './run-in-virtual-time.js';

const COVERAGE = await coverageOf(SCENARIOS);

/** Rules whose scenarios and defects have yet to be written. A rule that has them must go from here. */
const AWAITED: readonly string[] = [];

it('has a scenario for each rule of a service, or a reason why there can be none', () => {
  const without = COVERAGE.filter(
    ({ scenarios, unobservable }) => scenarios.length === 0 && unobservable === undefined,
  );
  expect(without.map(({ rule }) => rule.id).toSorted()).toEqual(AWAITED.toSorted());
});

it('has a defect for each stated rule that can be seen from outside', () => {
  const broken = new Set<string>(allDefects().map(({ rule }) => rule));
  const without = COVERAGE.filter(({ rule, unobservable }) => {
    return rule.basis === 'stated' && unobservable === undefined && !broken.has(rule.id);
  });
  expect(without.map(({ rule }) => rule.id).toSorted()).toEqual(AWAITED.toSorted());
});

const TWICE = /^(idempotency|refresh|busy|events)\./;

it('has two defects for each rule about idempotency, refreshes, overlap and events', () => {
  const broken = allDefects().map(({ rule }) => rule);
  const rules = COVERAGE.filter(({ rule, unobservable }) => TWICE.test(rule.id) && !unobservable);
  const once = rules.filter(({ rule }) => broken.filter((id) => id === rule.id).length < 2);
  expect(once.map(({ rule }) => rule.id)).toEqual([]);
});

it('tells defects apart by their ids and their summaries', () => {
  for (const texts of [allDefects().map(({ id }) => id), allDefects().map(({ summary }) => summary)])
    expect(texts.filter((each, at) => texts.indexOf(each) !== at)).toEqual([]);
});
