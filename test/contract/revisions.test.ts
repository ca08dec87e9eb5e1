// A second revision of the interface, which adds two rules, changes one and withdraws one: simulator, harness and audit do
// by each revision what it says, and what came later fails nothing.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { clientResult } from '../../src/audit/client-result.js';
import { loadDialect } from '../../src/cli/load/dialect.js';
import { loadFleet } from '../../src/cli/load/fleet.js';
import { loadService, loadVariants } from '../../src/cli/load/variants.js';
import { rulesAsOf, type RuleSet } from '../../src/contract/rules/as-of.js';
import type { ClientRuleId } from '../../src/contract/rules/client.js';
import { type Revision, REVISIONS } from '../../src/contract/rules/revisions.js';
import type { Result } from '../../src/document/diagnostic.js';
import { parseScenario } from '../../src/harness/scenario/parse-scenario.js';
import type { Scenario } from '../../src/harness/scenario/scenario.js';
import { runInProcess } from '../../src/lab/in-process/open-in-process.js';
import { conformHere } from '../cli/command-line.js';
import { SCENARIOS } from '../self-test/run-in-virtual-time.js';

/** One before the real ones, by which these came about. */
const TABLE: readonly Revision[] = [
  { id: '2025-01' },
  {
    ...{ id: '2026-11', adds: ['devices.profiles', 'client.heartbeat'], withdraws: ['relay.compatibility'] },
    changes: { 'auth.missing': { basis: 'derived', sentence: 'A request without a token gets 401.' } },
    before: ['header-case'],
  },
];
const BEFORE = required(rulesAsOf('2025-01', TABLE));
const NOW = required(rulesAsOf('2026-11', TABLE));

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('it is not there');
  return value;
}

function read<T>(outcome: Result<T>): T {
  if (outcome.ok) return outcome.value;
  throw new Error(JSON.stringify(outcome.diagnostics));
}

/** The worst that a run said of the rule; in words why there was no run. */
async function judged(
  ruleSet: RuleSet,
  rule: string,
  defect?: string,
  scenarios: readonly Scenario[] = SCENARIOS,
) {
  const fleet = read(loadFleet(undefined, process.cwd())).spec;
  const dialect = read(loadDialect('default', process.cwd()));
  const defects = defect === undefined ? [] : [defect];
  const ran = await runInProcess({ fleet, dialect, defects }, scenarios, { rules: [rule], ruleSet });
  if (!ran.ok) return ran.diagnostics.map((each) => ('message' in each ? each.message : '')).join();
  const findings = ran.value.result.checks.flatMap((check) => check.findings);
  const verdicts = findings.filter((each) => each.rule === rule).map(({ verdict }) => verdict);
  return (['fail', 'warn', 'pass'] as const).find((each) => verdicts.includes(each));
}

const NOTHING = 'nothing of what is chosen belongs to revision';

test('a rule that was added later fails nobody who is judged by the revision before', async () => {
  const added = ['devices.profiles', 'last-profile-not-listed'] as const;
  expect(await judged(NOW, ...added)).toBe('fail');
  expect(await judged(BEFORE, ...added)).toBe(`${NOTHING} 2025-01`);
});

test('a rule that was implied before warns by the revision before, and fails by the new one', async () => {
  const changed = ['auth.missing', 'authentication-optional'] as const;
  expect(await judged(NOW, ...changed)).toBe('fail');
  expect(await judged(BEFORE, ...changed)).toBe('warn');
  expect(BEFORE.rule('auth.missing')?.sentence).toBe('A request without a token gets 401.');
});

test('a rule that is withdrawn is judged by the revision before only', async () => {
  const withdrawn = ['relay.compatibility', 'compatibility-off-by-one'] as const;
  expect(await judged(BEFORE, ...withdrawn)).toBe('fail');
  expect(await judged(NOW, ...withdrawn)).toBe(`${NOTHING} 2026-11`);
});

test('a scenario that came later is not run by the revision before', async () => {
  const text = readFileSync('scenarios/auth/token.yaml', 'utf8');
  const later = parseScenario(text.replace(/^rules:/m, 'since: 2026-11\nrules:'), 'later/token.yaml');
  if (!later.ok) throw new Error(JSON.stringify(later.problems));
  expect(await judged(NOW, 'auth.token-issued', undefined, [later.value])).toBe('pass');
  expect(await judged(BEFORE, 'auth.token-issued', undefined, [later.value])).toBe(`${NOTHING} 2025-01`);
});

test('a simulator of the revision before does as services did then', () => {
  const fleet = read(loadFleet(undefined, process.cwd())).spec;
  const styles = ({ variants }: RuleSet): readonly string[] =>
    read(loadVariants(variants, fleet, process.cwd())).styles.map(({ id }) => id);
  expect(styles(BEFORE)).toEqual(['header-case']);
  expect(styles(NOW)).toEqual([]);
});

test('a client is judged by the rules of its revision', () => {
  const rulings = new Map([['client.heartbeat' as ClientRuleId, BROKEN]]);
  const verdicts = (ruleSet: RuleSet) =>
    clientResult([{ client: 'a', rulings }], {
      ...{ target: '', dialect: '', seed: 1, strict: false, startedAt: 0, endedAt: 1, ruleSet },
    }).checks.map(({ verdict }) => verdict);
  expect(verdicts(NOW)).toEqual(['fail']);
  expect(verdicts(BEFORE)).toEqual([]);
});

const BROKEN = {
  ...{ kind: 'broken' as const, n: 1 },
  breaches: [{ day: 'calm', at: 0, done: 'no ping', right: 'a ping', exchanges: [] }],
};

test.each(REVISIONS)('--revision $id is told in the report, and no other one is taken', async ({ id }) => {
  const { out } = await conformHere('run', 'auth/token', '--revision', id);
  expect(out).toContain(`revision ${id}`);
  expect(await conformHere('run', 'auth/token', '--revision', '1999-01')).toMatchObject({ code: 2 });
  expect((await loadService({ revision: id }, process.cwd())).ok).toBe(true);
});

test.each(REVISIONS)(
  'what revision $id says does not change: other words get a row of their own',
  async ({ id }) => {
    const lines = rulesAsOf(id)?.rules.map(
      ({ id: rule, basis, sentence }) => `${rule}  ${basis}  ${sentence}\n`,
    );
    await expect(lines?.join('')).toMatchFileSnapshot(`__snapshots__/rules-${id}.txt`);
  },
);
