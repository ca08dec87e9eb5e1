import { describe, expect, test } from 'vitest';
import { join } from 'node:path';
import { loadDays } from '../../src/cli/load/days.js';
import { loadFleet } from '../../src/cli/load/fleet.js';
import { parseDay } from '../../src/audit/days/day.js';
import { CLIENT_RULES } from '../../src/contract/rules/client.js';
import { CLIENT_DEFECTS } from '../../proof/clients/defects/registry.js';
import { CLIENT_VARIANTS } from '../../proof/clients/variants/registry.js';
import { tryOut } from '../../proof/clients/trial.js';
import { loadDialect } from '../../src/cli/load/dialect.js';

const fleet = loadFleet(undefined, process.cwd());
const dialect = loadDialect('default', process.cwd());
if (!fleet.ok || !dialect.ok) throw new Error('the program has lost its files');
const days = loadDays(join('scenarios', 'clients'), fleet.value.spec, process.cwd());

describe('the days of the program', () => {
  test('can all be staged, and exercise every rule', () => {
    expect(days.ok ? [] : days.diagnostics).toEqual([]);
    const exercised = days.ok ? days.value.flatMap(({ day }) => day.exercises) : [];
    expect(new Set(exercised)).toEqual(new Set(CLIENT_RULES.map(({ id }) => id)));
  });

  test('say what is wrong with a file, and where', () => {
    const text = 'title: T\nabout: A\nlasts: 10s\nexercises: [client.heartbeats]\n';
    const read = parseDay(text, 'mine.yaml');
    expect(read).toMatchObject({ ok: false, problems: [{ file: 'mine.yaml', line: 4 }] });
    expect(parseDay(text.replace('heartbeats', 'heartbeat'), 'days/mine.yaml')).toMatchObject({
      ok: true,
      value: { id: 'mine', lasts: 10_000, client: 'operator', faults: [] },
    });
  });
});

describe('the clients of the self-test', () => {
  test('break each rule in three ways at least, and ninety in all; thirty are odd and right', () => {
    for (const { id } of CLIENT_RULES)
      expect([id, CLIENT_DEFECTS.filter(({ rule }) => rule === id).length >= 3]).toEqual([id, true]);
    expect(CLIENT_DEFECTS.length).toBeGreaterThanOrEqual(90);
    expect(CLIENT_VARIANTS.length).toBeGreaterThanOrEqual(30);
    const ids = [...CLIENT_DEFECTS, ...CLIENT_VARIANTS].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  /** The whole of it takes minutes: `npm run proof -- self-test-clients`. */
  test.each([
    ['defect', 'limit-half-waited'],
    ['defect', 'no-baseline'],
    ['defect', 'copies-acted-upon'],
    ['variant', 'good'],
    ['variant', 'decorrelated-jitter'],
  ] as const)('the %s %s is judged rightly', async (kind, id) => {
    const stage = {
      days: days.ok ? days.value : [],
      dialect: dialect.ok ? dialect.value : (undefined as never),
    };
    expect((await tryOut(stage, { kind, id, seed: 11 })).wrong).toEqual([]);
  });
});
