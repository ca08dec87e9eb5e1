// Which trials a selection leads to.
import { describe, expect, it } from 'vitest';
import { planTrials, type TrialSelection } from '../../../src/lab/self-test/trial.js';

const SUBJECTS = {
  defects: ['budget-missing', 'budget-shared'],
  variants: ['early', 'late', 'other-names', 'third-names'],
  dialects: ['other-names', 'third-names'],
  gallery: [],
};

function ids(selection: Partial<TrialSelection>): readonly string[] {
  const planned = planTrials(SUBJECTS, { seed: 1, pairs: 2, ...selection });
  if (planned.ok) return planned.value.map(({ id }) => id);
  return planned.diagnostics.map((each) =>
    each.kind === 'words' ? `${each.message} ${each.hint ?? ''}` : '',
  );
}

describe('the trials', () => {
  it('are the usual service, each defect, each variant and as many pairs as asked for', () => {
    expect(ids({}).slice(0, 7)).toEqual(['usual', ...SUBJECTS.defects, ...SUBJECTS.variants]);
    expect(ids({}).slice(7)).toHaveLength(2);
  });

  it('are drawn by the seed, each pair once, and never with two dialects', () => {
    expect(ids({ seed: 5 })).toEqual(ids({ seed: 5 }));
    const drawn = [1, 2, 3, 4, 5].map((seed) => ids({ seed, pairs: 1 }).at(-1));
    expect(new Set(drawn).size).toBeGreaterThan(1);
    const all = ids({ pairs: 100 }).slice(7);
    expect(all).toHaveLength(5);
    expect(new Set(all).size).toBe(5);
    expect(all).not.toContain('other-names+third-names');
  });

  it('have the usual service in each dialect of the gallery', () => {
    const planned = planTrials({ ...SUBJECTS, gallery: ['some-manner'] }, { seed: 1, pairs: 0 });
    const trials = planned.ok ? planned.value : [];
    expect(trials.filter(({ kind }) => kind === 'dialect')).toEqual([
      { id: 'some-manner', kind: 'dialect', defects: [], variants: [], dialect: 'some-manner', seed: 1 },
    ]);
  });

  it('may be picked by id and by glob, a pair also when it was not drawn', () => {
    expect(ids({ only: ['budget-*', 'usual'] })).toEqual(['usual', 'budget-missing', 'budget-shared']);
    expect(ids({ only: ['late+early'], pairs: 0 })).toEqual(['late+early']);
  });

  it('are dealt out to shards, each to one of them', () => {
    const shards = [1, 2, 3].map((index) => ids({ shard: { index, count: 3 } }));
    expect(shards.flat().toSorted()).toEqual([...ids({})].toSorted());
    expect(ids({ only: ['budget-*'], shard: { index: 2, count: 2 } })).toEqual(['budget-shared']);
  });

  it.each([
    ['budget-mising', 'there is no trial "budget-mising" Did you mean "budget-missing"?'],
    ['early+early', 'there is no trial "early+early"'],
    ['zzz*', 'Known: usual, budget-missing'],
  ])('%s is refused, with what to do', (only, words) => {
    expect(ids({ only: [only] }).join()).toContain(words);
  });
});
