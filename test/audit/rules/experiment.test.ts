// What chance says of occasions, and that it says it rightly: of right clients every p is as likely as any other.
import { describe, expect, test } from 'vitest';
import {
  chanceOf,
  chanceOfMany,
  isBeyondChance,
  type Occasion,
  pWords,
  ruleOn,
} from '../../../src/audit/rules/experiment.js';
import type { Ruling } from '../../../src/audit/rules/ruling.js';
import { createRandom, type RandomStream } from '../../../src/kernel/random.js';
import { connectionOf, dayOf, deliveryOf, judge, relays } from '../day-of.js';

const how = { day: 'd', at: 0, exchanges: [], done: '', right: '' };

/** Occasions of one kind: treated ones with these scores, and untreated ones. */
const occasions = (treated: readonly number[], untreated: readonly number[], kind = 'k'): Occasion[] => [
  ...treated.map((score) => ({ kind, treated: true, score, how })),
  ...untreated.map((score) => ({ kind, treated: false, score, how })),
];

describe('chance over occasions', () => {
  test('is Fisher’s exact test where scores are 0 and 1', () => {
    // The lady tasting tea: 3 of 4 and 1 of 4.
    expect(chanceOf(occasions([1, 1, 1, 0], [1, 0, 0, 0])).p).toBeCloseTo(17 / 70, 12);
    expect(chanceOf(occasions([1, 1, 1, 1], [0, 0, 0, 0])).p).toBeCloseTo(1 / 70, 12);
  });

  test('takes kinds together, and counts how often something followed', () => {
    const kinds = [...occasions([1, 1], [0, 0], 'a'), ...occasions([2], [0, 0], 'b')];
    expect(chanceOf(kinds).p).toBeCloseTo((1 / 6) * (1 / 3), 12);
    expect(chanceOf(occasions([2, 0], [1, 1])).p).toBeCloseTo(4 / 6, 12);
  });

  test('says nothing where there is nothing to compare with, and how little it could say at best', () => {
    expect(chanceOf(occasions([1, 1, 1], []))).toEqual({ p: 1, above: 0, best: 1 });
    const enough = chanceOf(occasions(Array<number>(12).fill(0), Array<number>(12).fill(0)));
    expect([enough.p, isBeyondChance(enough.best)]).toEqual([1, true]);
    expect(isBeyondChance(chanceOf(occasions([0, 0, 0], [0, 0, 0])).best)).toBe(false);
  });

  test('of many that come by chance is the binomial tail', () => {
    expect(chanceOfMany(3, 3, 0.5)).toBeCloseTo(0.125, 12);
    expect(chanceOfMany(0, 9, 0.1)).toBeCloseTo(1, 12);
  });
});

test.each([
  [1, 'p = 1'],
  [1 / 3, 'p = 0.33'],
  [0.00000123, 'p = 0.0000012'],
  [0.00000099, 'p < 0.000001'],
])('%d is said as "%s"', (p, words) => expect(pWords(p)).toBe(words));

describe('a breach that is a reaction', () => {
  const turn = (at: number, treated: boolean, kind = 'k'): Occasion => ({
    kind,
    treated,
    score: treated ? 1 : 0,
    how: { ...how, at, done: `${treated ? 'twice' : 'once'} at ${at}` },
  });
  const alternating = Array.from({ length: 30 }, (_, at) => turn(1000 + at * 10, at % 2 === 0));
  const ruleOf = (all: readonly Occasion[]): Ruling =>
    ruleOn({ occasions: all, names: ['treated', 'others'], n: 15, needs: '' });

  test('stands beside the nearest occasion of its kind on which the client did otherwise, once', () => {
    const ruling = ruleOf([turn(1001, false, 'another kind'), ...alternating]);
    expect(ruling.kind === 'broken' ? ruling.breaches.slice(0, 2).map(({ done }) => done) : []).toEqual([
      'twice at 1000; otherwise: once at 1010',
      'twice at 1020',
    ]);
  });

  test('says the numbers and p', () => {
    const ruling = ruleOf(alternating);
    expect(ruling.kind === 'broken' && ruling.breaches[0]?.right).toBe(
      ' (it followed 15 of 15 treated, 0 of 15 others; p < 0.000001)',
    );
  });
});

const LENGTH = 100_000;

/** Moments of chance, so many a second in the mean. */
function moments(chance: RandomStream, perSecond: number): number[] {
  const all: number[] = [];
  for (let at = 0; at < LENGTH; at -= (1000 / perSecond) * Math.log(1 - chance.fraction())) all.push(at);
  return all.slice(1).map(Math.round);
}

/** A client that switches two relays at moments of its own, while events come, some of them twice. */
function withCopies(chance: RandomStream): Ruling {
  const commands = moments(chance, 1.5).map(
    (at, key) => [at, 'relays.set', relays(`k${key}`, { [chance.integer(1, 2)]: 'on' })] as const,
  );
  const deliveries = Array.from({ length: 30 }, (_, turn) => {
    const at = 1000 + turn * 3000;
    const first = deliveryOf(at, `e${turn}`);
    return chance.chance(0.5) ? [first, deliveryOf(at + 800, `e${turn}`, { copy: true })] : [first];
  }).flat();
  return judge(
    'client.handles-events-idempotently',
    dayOf(commands, { deliveries, to: LENGTH, isDrawn: true }),
  );
}

/** A client that sends the same command at moments of its own, each time as a new one, while replies are lost. */
function withLosses(chance: RandomStream): Ruling {
  const commands = moments(chance, 0.1).map(
    (at, key) =>
      [
        at,
        'relays.set',
        { ...relays(`k${key}`), ...(chance.chance(0.5) && { reply: 'lost' as const }) },
      ] as const,
  );
  return judge('client.key-kept-on-retry', dayOf(commands, { to: LENGTH, isDrawn: true }));
}

/** A client that ends its connections at moments of its own, while unknown topics come. */
function withTopics(chance: RandomStream): Ruling {
  const ends = moments(chance, 0.15);
  const connections = ends.map((at, index) =>
    connectionOf(`ws-${index}`, ends[index - 1] ?? 0, at, { closedBy: 'client' }),
  );
  const draws = Array.from({ length: 49 }, (_, turn) => {
    return { at: 1000 + turn * 2000, fault: 'unknown-topics', treated: chance.chance(0.3) };
  });
  const deliveries = [deliveryOf(1000, 'odd', { odd: 'topic', connection: 'ws-0' })];
  return judge(
    'client.ignores-unknown-fields',
    dayOf([], { connections, draws, deliveries, to: LENGTH, isDrawn: true }),
  );
}

const CLIENTS = 300;
/** Of Kolmogorov and Smirnov: a flat distribution is farther from it once in a thousand times. */
const FARTHEST = 1.95;

describe('p over right clients', () => {
  test.each([
    ['copies of events', withCopies],
    ['lost replies', withLosses],
    ['unknown topics', withTopics],
  ])('is flat: %s', (name, live) => {
    const chance = createRandom(7).stream(name);
    const drawn: number[] = [];
    for (let client = 0; client < CLIENTS; client++) {
      const { chance: tested, kind } = live(chance);
      expect(kind).not.toBe('broken');
      // Between two values that counts can give lies chance: within a step each value is as likely.
      if (tested) drawn.push(tested.above + chance.fraction() * (tested.p - tested.above));
    }
    const sorted = drawn.toSorted((a, b) => a - b);
    const distance = Math.max(...sorted.map((p, at) => Math.abs(p - (at + 0.5) / sorted.length)));
    expect(sorted.length).toBe(CLIENTS);
    expect(distance * Math.sqrt(sorted.length)).toBeLessThan(FARTHEST);
  });

  test('is not where clients react', () => {
    const chance = createRandom(7).stream('reacting');
    const small = Array.from({ length: 50 }, () => {
      const turns = Array.from({ length: 30 }, (_, turn) => ({
        at: 1000 + turn * 3000,
        isCopied: chance.chance(0.5),
      }));
      const commands = turns.flatMap(({ at, isCopied }) =>
        (isCopied ? [50, 850] : [50]).map(
          (after) => [at + after, 'relays.set', relays(`${at + after}`)] as const,
        ),
      );
      const deliveries = turns.flatMap(({ at, isCopied }) => [
        deliveryOf(at, `e${at}`),
        ...(isCopied ? [deliveryOf(at + 800, `e${at}`, { copy: true })] : []),
      ]);
      return judge(
        'client.handles-events-idempotently',
        dayOf(commands, { deliveries, to: LENGTH, isDrawn: true }),
      );
    });
    expect(small.filter(({ kind }) => kind === 'broken').length).toBe(50);
  });
});
