import { describe, expect, test } from 'vitest';
import type { Day } from '../../../src/audit/days/day.js';
import type { Ruling } from '../../../src/audit/rules/ruling.js';
import { type Exploration, type FoundDay, searchSeeds, shortened } from '../../../src/lab/audit/explore.js';
import type { Audited } from '../../../src/lab/audit/run-audit.js';
import type { StagedDay } from '../../../src/lab/days/stage-day.js';
import { lived } from '../../audit/outcome/lived.js';

const RULE = 'client.key-per-command';
const { day: EMPTY } = lived({ name: 'busy' });
const order = (at: number, deviceId = 'bench-01'): Day['orders'][number] => ({
  do: 'setRelays',
  at,
  times: 1,
  deviceId,
});
const BUSY: Day = {
  ...EMPTY,
  exercises: [RULE],
  faults: [{ fault: 'latency' }, { fault: 'internal-error' }, { fault: 'close' }],
  stimuli: [{ do: 'set-input', device: 'bench-01', at: 2000, again: 7000, times: 10 }],
  orders: [order(1000), { ...order(5000, 'bench-02'), again: 10_000, times: 9 }],
};

const staged = (day: Day): StagedDay => {
  return { day, credentials: { clientId: 'c', clientSecret: 's' }, fleet: {} as StagedDay['fleet'] };
};

/** @param breakAt times of breaches on a day, from its beginning; none, and the rule holds. */
function auditedAs(
  days: readonly StagedDay[],
  seed: number,
  breakAt: (day: Day) => readonly number[],
  p?: number,
): Audited {
  const from = 1_000_000;
  const breaches = days.flatMap(({ day }) =>
    breakAt(day).map((at) => ({ day: day.id, at: from + at, exchanges: [], done: 'done', right: 'right' })),
  );
  const chance = p === undefined ? {} : { chance: { p, above: 0, best: 0 } };
  const ruling: Ruling =
    breaches.length > 0 ? { kind: 'broken', n: 1, breaches, ...chance } : { kind: 'holds', n: 1 };
  return {
    ruled: { client: 'c', rulings: new Map([[RULE, ruling]]) },
    days: days.map(({ day }) => lived({ name: day.id, day, from, seed })),
    again: [],
    advice: [],
  };
}

interface Client {
  readonly breaks: (day: Day, seed: number) => readonly number[];
  readonly p?: number;
  readonly signal?: AbortSignal;
}

function explorationOf({ breaks, p, signal = new AbortController().signal }: Client, days = [staged(BUSY)]) {
  const looks: Day[] = [];
  const exploration: Exploration = {
    ...{ days, rules: [RULE], seed: 1, seeds: 10, signal },
    first: auditedAs(days, 1, (day) => breaks(day, 1), p),
    look: (some, _, seed) => {
      looks.push(...some.map(({ day }) => day));
      return Promise.resolve(auditedAs(some, seed, (day) => breaks(day, seed), p));
    },
  };
  return { exploration, looks };
}

describe('the search over seeds', () => {
  test('finds the day that breaks the rule soonest', async () => {
    const after: Readonly<Record<number, number>> = { 3: 40_000, 6: 8000, 9: 20_000 };
    const { exploration } = explorationOf({ breaks: (_, seed) => (after[seed] ? [after[seed]] : []) });
    const told: number[] = [];
    const { found } = await searchSeeds(exploration, ({ seed }) => told.push(seed));
    expect(found).toMatchObject([{ rule: RULE, seed: 6, after: 8000 }]);
    expect(told).toEqual([3, 6]);
  });

  test('takes for chance what ten audits would show by chance', async () => {
    const breaks = (): readonly number[] => [1000];
    expect(await searchSeeds(explorationOf({ breaks, p: 1e-6 }).exploration, () => undefined)).toEqual({
      found: [],
      tried: 10,
    });
    const certain = explorationOf({ breaks, p: 1e-9 });
    expect((await searchSeeds(certain.exploration, () => undefined)).found).toHaveLength(1);
  });

  test('ends when it is told to, with what it has found', async () => {
    const ending = new AbortController();
    const breaks = (_: Day, seed: number): readonly number[] => {
      if (seed === 4) ending.abort();
      return seed === 1 ? [9000] : [100];
    };
    const { exploration, looks } = explorationOf({
      breaks: (day, seed) => (seed > 1 && seed < 4 ? [] : breaks(day, seed)),
      signal: ending.signal,
    });
    const { found, tried } = await searchSeeds(exploration, () => undefined);
    expect([found, tried]).toMatchObject([[{ seed: 1, after: 9000 }], 3]);
    expect(looks).toHaveLength(3);
  });
});

describe('a day that was found', () => {
  const foundOn = (after: number): FoundDay => {
    const ruling = { kind: 'broken', n: 1, breaches: [] } as const;
    return { rule: RULE, seed: 6, staged: staged(BUSY), others: [], after, ruling };
  };

  test('keeps the fault and the one order that it takes, and ends after the breach', async () => {
    const breaks = ({ faults, orders, lasts }: Day): readonly number[] => {
      const isFailing = faults.some(({ fault }) => fault === 'internal-error');
      const times = orders
        .filter(({ deviceId }) => deviceId === 'bench-02')
        .flatMap(({ at, again = 0, times: many }) =>
          Array.from({ length: many }, (_, turn) => at + turn * again),
        );
      return isFailing ? times.filter((at) => at >= 25_000 && at <= lasts) : [];
    };
    const { exploration } = explorationOf({ breaks });
    const short = await shortened(foundOn(25_000), exploration);
    expect(short?.staged.day).toMatchObject({
      id: 'busy',
      lasts: 26_000,
      exercises: [RULE],
      faults: [{ fault: 'internal-error' }],
      stimuli: [],
      orders: [{ do: 'setRelays', at: 25_000, times: 1, deviceId: 'bench-02' }],
    });
  });

  test('is left with nothing where the rule is broken in any case', async () => {
    const { exploration, looks } = explorationOf({ breaks: () => [500] });
    const short = await shortened(foundOn(500), exploration);
    expect(short?.staged.day).toMatchObject({ lasts: 2000, faults: [], stimuli: [], orders: [] });
    expect(looks.length).toBeLessThan(10);
  });

  test('keeps what comes again and again as it is where much of it is needed', async () => {
    const breaks = ({ stimuli }: Day): readonly number[] =>
      stimuli.reduce((sum, { times }) => sum + times, 0) >= 9 ? [60_000] : [];
    const all: Day = {
      ...BUSY,
      stimuli: [{ do: 'set-input', device: 'bench-01', at: 0, again: 4000, times: 15 }],
    };
    const short = await shortened(
      { ...foundOn(60_000), staged: staged(all) },
      explorationOf({ breaks }).exploration,
    );
    expect(short?.staged.day.stimuli).toEqual(
      Array.from({ length: 9 }, () => expect.objectContaining({ do: 'set-input', times: 1 }) as unknown),
    );
    const many = ({ stimuli }: Day): readonly number[] =>
      stimuli.reduce((sum, { times }) => sum + times, 0) >= 14 ? [60_000] : [];
    const long = await shortened(
      { ...foundOn(60_000), staged: staged(all) },
      explorationOf({ breaks: many }).exploration,
    );
    expect(long?.staged.day.stimuli).toMatchObject([{ again: 4000, times: 15 }]);
  });

  test('is the next one on which it was seen where the first shows it beside that one only', async () => {
    const other: Day = { ...BUSY, id: 'other' };
    const { exploration } = explorationOf({ breaks: ({ id }) => (id === 'other' ? [500] : []) });
    const short = await shortened({ ...foundOn(500), others: [staged(other)] }, exploration);
    expect(short?.staged.day).toMatchObject({ id: 'other', lasts: 2000 });
  });

  test('is left as it was found at an interrupt', async () => {
    const { exploration, looks } = explorationOf({ breaks: () => [500], signal: AbortSignal.abort() });
    expect(await shortened(foundOn(500), exploration)).toEqual(foundOn(500));
    expect(looks).toEqual([]);
  });

  test('is no day of its own where it shows beside others only', async () => {
    const { exploration } = explorationOf({ breaks: () => [] });
    expect(await shortened(foundOn(500), exploration)).toBeUndefined();
  });
});
