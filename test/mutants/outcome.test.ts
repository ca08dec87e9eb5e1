// What a run saw is sorted by whether a rule was named.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type KeptOutcome, type Outcome, outcomeOf } from '../../proof/mutants/outcome.js';
import type { Seen } from '../../proof/mutants/question.js';
import { keptIn, takeOver } from '../../proof/mutants/try-mutants.js';

const NOTHING: Seen = {
  breaches: [],
  errors: [],
  undecided: [],
  differs: [],
  notRestored: [],
  bugs: [],
  reached: [],
  loaded: [],
};

const sorted = (seen: Partial<Seen>): ReturnType<typeof outcomeOf> =>
  outcomeOf('m', { kind: 'ran', seen: { ...NOTHING, ...seen } });

describe('the outcome of a mutant', () => {
  it('is a survivor when all went well', () => {
    expect(sorted({})).toMatchObject({ sort: 'survived', rules: [] });
  });

  it('is killed when a rule is named, whatever else went wrong', () => {
    const breaches = [
      { check: 'a/b', rule: 'devices.unknown', verdict: 'warn' },
      { check: 'a/c', rule: 'relay.effect', verdict: 'fail' },
    ] as const;
    const outcome = sorted({ breaches, errors: ['x'], undecided: ['y'] });
    expect(outcome).toMatchObject({ sort: 'killed', rules: ['relay.effect', 'devices.unknown'] });
  });

  it.each([
    ['differs', { differs: ['no token'] }],
    ['error', { errors: ['a/b: TypeError'] }],
    ['undecided', { undecided: ['a/b: no reply'] }],
    ['undecided', { notRestored: ['relay 1'] }],
    ['undecided', { cutShort: 'the target no longer answers' }],
    ['endless', { endless: true, cutShort: 'interrupted' }],
  ] as const)('is red as %s where no rule is named: %j', (cause, seen) => {
    expect(sorted(seen)).toMatchObject({ sort: 'red', cause, rules: [] });
  });

  it('is red when the thread hung or died', () => {
    expect(outcomeOf('m', { kind: 'hung' })).toMatchObject({ sort: 'red', cause: 'hung' });
    expect(outcomeOf('m', { kind: 'died', why: 'Error: x' })).toMatchObject({
      sort: 'red',
      cause: 'died',
      words: ['Error: x'],
    });
  });

  it('is no judgement where there is no server', () => {
    expect(sorted({ unstarted: 'TypeError' })).toMatchObject({ sort: 'unstarted' });
    expect(sorted({ unreachable: 'no reply within 6 s' })).toMatchObject({ sort: 'unstarted' });
  });

  it('quotes what the service threw beside a survivor, too', () => {
    expect(sorted({ bugs: ['TypeError'] })).toMatchObject({ sort: 'survived', words: ['threw TypeError'] });
  });
});

it('takes over from an earlier state what was killed there, the newest first, and nothing else', () => {
  const folder = mkdtempSync(join(tmpdir(), 'conform-outcomes-'));
  const [newer, older, own] = ['newer', 'older', 'own'].map((name) => join(folder, name));
  const of = (id: string, sort: Outcome['sort'], rules: Outcome['rules']): KeptOutcome => ({
    id,
    sort,
    rules,
    breaches: [],
    words: [],
    judgedBy: 'abc1234',
    took: 1,
  });
  const write = (path: string, outcomes: readonly KeptOutcome[]): void =>
    outcomes.forEach((each) => keptIn(path).add(each));
  write(newer!, [of('a', 'killed', ['ws.ping']), of('b', 'survived', [])]);
  write(older!, [of('a', 'killed', ['ws.ticket-once']), of('c', 'killed', ['ws.ping']), of('d', 'red', [])]);
  write(own!, [of('e', 'survived', [])]);
  takeOver(keptIn(own!), [newer!, older!], new Set(['a', 'b', 'd', 'e']));
  expect([...keptIn(own!).known.values()].map(({ id, rules }) => [id, rules])).toEqual([
    ['e', []],
    ['a', ['ws.ping']],
  ]);
  rmSync(folder, { recursive: true });
});
