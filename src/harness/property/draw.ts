// Draws the programs of a run, by turns in a large world and in a small one: the program of a place in it depends
// on nothing but the seed and the place.
import fc from 'fast-check';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { Random } from '../../kernel/random.js';
import type { ProgramCommand } from './commands/command.js';
import { type ProgramFacts, smallestWorld } from './facts.js';
import { commandsFor, type DrawOptions, PROGRAM_PROFILES, type ProgramProfile } from './program-profiles.js';

export interface Drawn {
  readonly index: number;
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
  facts: ProgramFacts,
  random: Random,
  options: DrawOptions,
): ProgramSource {
  const arbitraries = [facts, smallestWorld(facts)].flatMap((world) =>
    PROGRAM_PROFILES.flatMap((profile) => {
      const arbitrary = commandsFor(profile, world, options);
      return arbitrary ? [{ profile, arbitrary }] : [];
    }),
  );
  const chosenFor = (index: number): (typeof arbitraries)[number] | undefined =>
    arbitraries[index % Math.max(1, arbitraries.length)];
  return {
    profileOf: (index) => chosenFor(index)?.profile,
    draw: (index) => {
      const chosen = chosenFor(index);
      if (!chosen) return undefined;
      const seed = random.stream(`property/program ${index}`).integer(0, 0x7fff_ffff);
      const value = chosen.arbitrary.generate(new fc.Random(xoroshiro128plus(seed)), undefined);
      return { index, profile: chosen.profile, commands: value.value };
    },
  };
}
