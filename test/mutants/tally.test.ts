// What is demanded of all mutants together.
import { describe, expect, it } from 'vitest';
import { createExcuseBook } from '../../proof/mutants/excuses.js';
import type { Outcome, Sort } from '../../proof/mutants/outcome.js';
import { markdown, summary } from '../../proof/mutants/report.js';
import { type Judged, shortcomings, tallyOf } from '../../proof/mutants/tally.js';

const judged = (name: string, sort: Sort): Judged => {
  const mutant = { id: name, key: '0', file: 'service/a.ts', mutator: 'M', from: 'a', to: 'b' };
  const rules: Outcome['rules'] = sort === 'killed' ? ['relay.effect'] : [];
  return {
    mutant,
    outcome: { id: name, sort, rules, breaches: [], words: [], judgedBy: 'abc1234', took: 1 },
  };
};

const ALL = [
  judged('a', 'killed'),
  judged('b', 'killed'),
  judged('c', 'killed'),
  judged('d', 'red'),
  judged('e', 'survived'),
  judged('f', 'unreached'),
  judged('g', 'unstarted'),
];

const excusing = (...ids: readonly string[]): ReturnType<typeof createExcuseBook> =>
  createExcuseBook([
    {
      reason: 'no change on the wire',
      why: 'nobody sees it',
      mutants: Object.fromEntries(ids.map((id) => [id, 'x'])),
      files: [],
    },
  ]);

describe('the tally', () => {
  it('judges what is reached, started and not excused', () => {
    const tally = tallyOf(ALL, excusing('e'), 0);
    expect(tally).toMatchObject({ tried: 7, unreached: 1, unstarted: 1, judged: 4, share: 0.75 });
    expect(tally.judges).toEqual({ abc1234: 6 });
    expect(tally.survived).toEqual([]);
  });

  it('demands a share and a number of survivors', () => {
    const tally = tallyOf(ALL, excusing(), 0);
    expect(shortcomings(tally, { share: 0.6, survivors: 1 })).toEqual([]);
    expect(shortcomings(tally, { share: 0.61, survivors: 1 })).toEqual([
      '60.0 % are killed under a rule; 61.0 % have to be',
    ]);
    expect(shortcomings(tally, { share: 0.6, survivors: 0 })).toEqual([
      '1 survive without a reason; at most 0 may',
    ]);
  });

  it('complains of an excuse for what is found', () => {
    expect(shortcomings(tallyOf(ALL, excusing('a', 'e'), 0), { share: 0.6, survivors: 0 })).toEqual([
      'a is excused, but breaks relay.effect',
    ]);
  });

  it('is shown with all its parts', () => {
    const tally = tallyOf(ALL, excusing('e'), 2);
    expect(summary(tally, { seed: 1, all: 20 })).toContain('9 of 20 mutants, seed 1');
    const page = markdown(tally, { seed: 1, all: 9 });
    expect(page).toContain('| service/a.ts | 3 | 1 | 0 | 1 |');
    expect(page).toContain('- a: `a` -> `b`: relay.effect');
  });
});
