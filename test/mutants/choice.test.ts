// Which mutants are tried, and which checks on them first.
import { describe, expect, it } from 'vitest';
import { readArguments } from '../../proof/mutants/arguments.js';
import type { Coverage } from '../../proof/mutants/coverage.js';
import { createReach } from '../../proof/mutants/order.js';
import { chosen } from '../../proof/mutants/sample.js';

const MUTANTS = Array.from({ length: 40 }, (_, at) => ({
  id: `m${at}`,
  key: String(at),
  file: at < 20 ? 'service/quotas.ts' : 'device/relay.ts',
  mutator: 'M',
  from: 'a',
  to: 'b',
}));

describe('a sample', () => {
  const idsOf = (seed: number, sample: number): string[] =>
    chosen(MUTANTS, { seed, sample, only: [], mutants: [] }).map(({ id }) => id);

  it('is drawn by the seed, and in the order of the files', () => {
    expect(idsOf(1, 10)).toEqual(idsOf(1, 10));
    expect(idsOf(1, 10)).not.toEqual(idsOf(2, 10));
    expect(idsOf(1, 10)).toHaveLength(10);
    expect(chosen(MUTANTS, { seed: 1, sample: 99, only: [], mutants: [] })).toEqual(MUTANTS);
  });

  it('is in a larger one of the same seed', () => {
    expect(idsOf(1, 30)).toEqual(expect.arrayContaining(idsOf(1, 10)));
  });

  it('stays the same but for what is new', () => {
    const more = [{ ...MUTANTS[0]!, id: 'new' }, ...MUTANTS.slice(1)];
    const before = new Set(idsOf(1, 20));
    const after = chosen(more, { seed: 1, sample: 20, only: [], mutants: [] });
    expect(after.filter(({ id }) => !before.has(id)).length).toBeLessThanOrEqual(1);
  });

  it('is of the files that are asked for', () => {
    const choice = { seed: 1, sample: undefined, mutants: [] };
    const some = chosen(MUTANTS, { ...choice, only: ['service/*'] });
    expect(new Set(some.map(({ file }) => file))).toEqual(new Set(['service/quotas.ts']));
    expect(some).toHaveLength(20);
    expect(chosen(MUTANTS, { ...choice, only: [], mutants: ['m3', 'm30'] }).map(({ id }) => id)).toEqual([
      'm3',
      'm30',
    ]);
  });
});

describe('what reaches a mutant', () => {
  const coverage: Coverage = {
    checks: { wide: ['1', '2', '3', '4'], narrow: ['1', '2'] },
    before: ['2'],
    suite: ['1', '2', '3', '4'],
    programs: ['3', '5'],
    sockets: ['1', '6'],
    loaded: ['7'],
  };
  const reachOf = createReach(coverage);

  it('is tried with the narrowest checks first', () => {
    expect(reachOf('1')).toMatchObject({
      first: ['narrow', 'wide'],
      checks: ['narrow', 'wide'],
      bySockets: true,
      onlyBySockets: false,
    });
  });

  it('is the whole suite where the look before the checks comes there', () => {
    expect(reachOf('2')).toMatchObject({ checks: 'all' });
  });

  it('may be programs, sockets, loading or nothing', () => {
    expect(reachOf('5')).toMatchObject({ byPrograms: true, unreached: false });
    expect(reachOf('6')).toMatchObject({ onlyBySockets: true, unreached: false });
    expect(reachOf('7')).toMatchObject({ atLoading: true, unreached: false });
    expect(reachOf('8')).toMatchObject({ unreached: true });
  });
});

describe('the words of the command line', () => {
  it('have defaults', () => {
    expect(readArguments([])).toMatchObject({
      ok: true,
      options: {
        seed: 1,
        sample: undefined,
        mutants: [],
        resume: false,
        whole: false,
        share: 95,
        survivors: 0,
        reports: [],
      },
    });
  });

  it('are taken', () => {
    const words = ['--sample', '300', '--seed', '7', '--only', 'service/*', '--report', 'markdown=a=b.md'];
    expect(readArguments(words)).toMatchObject({
      options: {
        sample: 300,
        seed: 7,
        only: ['service/*'],
        reports: [{ format: 'markdown', path: 'a=b.md' }],
      },
    });
  });

  it.each([
    ['--sample', '0'],
    ['--jobs', 'two'],
    ['--report', 'pdf=x'],
    ['--report', 'markdown='],
    ['--mystery'],
    ['--share', '101'],
  ])('are refused: %s %s', (...words) => {
    expect(readArguments(words.filter((word) => word !== undefined))).toMatchObject({ ok: false });
  });
});
