// Draws the programs of a run, for each tenant by turns in a large world and in a small one: the program of a place
// in it depends on nothing but the seed, the place and the profile.
import fc from 'fast-check';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { Random, RandomStream } from '../../kernel/random.js';
import type { ProgramCommand } from './commands.js';
import { type ProgramFacts, smallestWorld, withOneDevice } from './facts.js';
import { commandsFor, type DrawOptions, PROGRAM_PROFILES, type ProgramProfile } from './program-profiles.js';
import { createValueRows } from './value-rows.js';

export interface Drawn {
  readonly index: number;
  /** Place of the tenant. */
  readonly tenant: number;
  readonly profile: ProgramProfile;
  readonly commands: Iterable<ProgramCommand>;
}

export type ProgramSource = ReturnType<typeof createProgramSource>;

export function createProgramSource(tenants: readonly ProgramFacts[], random: Random, options: DrawOptions) {
  const drawable = tenants.map((facts, at) =>
    kindsOf(facts, options, random.stream(`property/values ${at}`)),
  );
  const turns = turnsOf(tenants.map(({ share = 1 }, at) => (drawable[at]?.length === 0 ? 0 : share)));
  const chosenFor = (
    index: number,
  ): (Kind & { readonly tenant: number; readonly round: number }) | undefined => {
    const turn = turns[index % Math.max(1, turns.length)];
    if (!turn) return undefined;
    const { tenant, before, ofRound } = turn;
    const own = drawable[tenant] ?? [];
    const place = Math.floor(index / turns.length) * ofRound + before;
    const chosen = own[place % own.length];
    return chosen && { ...chosen, tenant, round: Math.floor(place / own.length) };
  };
  return {
    /** Undefined where the facts leave nothing to be drawn. */
    profileOf: (index: number) => chosenFor(index)?.profile,

    /** Undefined where the facts leave nothing to be drawn. */
    draw: (index: number): Drawn | undefined => {
      const chosen = chosenFor(index);
      if (!chosen) return undefined;
      const { profile, tenant, round, draw } = chosen;
      return { index, tenant, profile, commands: draw(random.stream(`property/program ${index}`), round) };
    },
  };
}

/** A kind of program, for a tenant. */
interface Kind {
  readonly profile: ProgramProfile;
  /** @param round how often each kind has had its turn before. */
  draw(random: RandomStream, round: number): Iterable<ProgramCommand>;
}

function kindsOf(facts: ProgramFacts, options: DrawOptions, random: RandomStream): readonly Kind[] {
  const rows = createValueRows(facts, random);
  const drawn = [facts, smallestWorld(facts)].flatMap((world) =>
    PROGRAM_PROFILES.flatMap((profile): Kind[] => {
      const own = options.longWaits || !ON_ONE_DEVICE.has(profile) ? world : withOneDevice(world);
      const arbitrary = commandsFor(profile, own, options);
      return arbitrary ? [{ profile, draw: (stream) => drawnFrom(arbitrary, stream) }] : [];
    }),
  );
  if (!rows) return drawn;
  const turns = Math.ceil(drawn.length / BETWEEN_VALUES);
  return drawn.flatMap((kind, at) =>
    at % BETWEEN_VALUES === 0
      ? [
          { profile: 'values', draw: (_, round) => rows.commandsAt(round * turns + at / BETWEEN_VALUES) },
          kind,
        ]
      : [kind],
  );
}

/** Programs of chance between two that go through the tables of values. */
const BETWEEN_VALUES = 2;

function drawnFrom<T>(arbitrary: fc.Arbitrary<T>, random: RandomStream): T {
  const seed = random.integer(0, 0x7fff_ffff);
  return arbitrary.generate(new fc.Random(xoroshiro128plus(seed)), undefined).value;
}

/** What these dwell on happens on one device: where programs take their time, they keep no second one from others. */
const ON_ONE_DEVICE: ReadonlySet<ProgramProfile> = new Set(['state', 'events', 'load']);

interface Turn {
  readonly tenant: number;
  /** Turns of the tenant in a round before this one, and in all of the round. */
  readonly before: number;
  readonly ofRound: number;
}

/** A round in which each tenant has its share of programs, spread over the round, and one at least. */
function turnsOf(shares: readonly number[]): readonly Turn[] {
  const sum = shares.reduce((all, share) => all + share, 0);
  const counts = shares.map((share) => (share === 0 ? 0 : Math.max(1, Math.round((share / sum) * ROUND))));
  const had = counts.map(() => 0);
  const turns: Turn[] = [];
  const lateness = (tenant: number): number => ((had[tenant] ?? 0) + 1) / (counts[tenant] ?? 1);
  while (turns.length < counts.reduce((all, count) => all + count, 0)) {
    const waiting = [...counts.keys()].filter((each) => (had[each] ?? 0) < (counts[each] ?? 0));
    const tenant = waiting.toSorted((a, b) => lateness(a) - lateness(b))[0] ?? 0;
    turns.push({ tenant, before: had[tenant] ?? 0, ofRound: counts[tenant] ?? 0 });
    had[tenant] = (had[tenant] ?? 0) + 1;
  }
  return turns;
}

/**
 * Programs of a round, nearly: few enough that each tenant has its turn in a short run, and one more than there are
 * kinds of programs, so that the first tenant has one of each kind before a small one has its turn.
 */
const ROUND = 13;
