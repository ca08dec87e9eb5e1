// Draws the programs of a run, for each tenant by turns in a large world and in a small one: the program of a place
// in it depends on nothing but the seed, the place and the profile.
import fc from 'fast-check';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { Random } from '../../kernel/random.js';
import type { ProgramCommand } from './commands.js';
import { type ProgramFacts, smallestWorld, withOneDevice } from './facts.js';
import { commandsFor, type DrawOptions, PROGRAM_PROFILES, type ProgramProfile } from './program-profiles.js';

export interface Drawn {
  readonly index: number;
  /** Place of the tenant. */
  readonly tenant: number;
  readonly profile: ProgramProfile;
  readonly commands: Iterable<ProgramCommand>;
}

export interface ProgramSource {
  /** Undefined where the facts leave nothing to be drawn. */
  profileOf(index: number): ProgramProfile | undefined;
  /** Undefined where the facts leave nothing to be drawn. */
  draw(index: number): Drawn | undefined;
}

export function createProgramSource(
  tenants: readonly ProgramFacts[],
  random: Random,
  options: DrawOptions,
): ProgramSource {
  const drawable = tenants.map((facts) => arbitrariesOf(facts, options));
  const turns = turnsOf(tenants.map(({ share = 1 }, at) => (drawable[at]?.length === 0 ? 0 : share)));
  const chosenFor = (index: number): (Arbitrary & { readonly tenant: number }) | undefined => {
    const turn = turns[index % Math.max(1, turns.length)];
    if (!turn) return undefined;
    const { tenant, before, ofRound } = turn;
    const own = drawable[tenant] ?? [];
    const place = Math.floor(index / turns.length) * ofRound + before;
    const chosen = own[place % own.length];
    return chosen && { ...chosen, tenant };
  };
  return {
    profileOf: (index) => chosenFor(index)?.profile,
    draw: (index) => {
      const chosen = chosenFor(index);
      if (!chosen) return undefined;
      const { profile, tenant, arbitrary } = chosen;
      const seed = random.stream(`property/program ${index}`).integer(0, 0x7fff_ffff);
      const { value } = arbitrary.generate(new fc.Random(xoroshiro128plus(seed)), undefined);
      return { index, tenant, profile, commands: value };
    },
  };
}

interface Arbitrary {
  readonly profile: ProgramProfile;
  readonly arbitrary: fc.Arbitrary<Iterable<ProgramCommand>>;
}

function arbitrariesOf(facts: ProgramFacts, options: DrawOptions): readonly Arbitrary[] {
  return [facts, smallestWorld(facts)].flatMap((world) =>
    PROGRAM_PROFILES.flatMap((profile) => {
      const own = options.longWaits || !ON_ONE_DEVICE.has(profile) ? world : withOneDevice(world);
      const arbitrary = commandsFor(profile, own, options);
      return arbitrary ? [{ profile, arbitrary }] : [];
    }),
  );
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
