// Draws the programs of a run: the program of a place in it depends on nothing but the seed and the place.
import fc from 'fast-check';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { Random } from '../../kernel/random.js';
import type { ProgramCommand } from './commands/command.js';
import type { ProgramFacts } from './facts.js';
import { commandsFor, type DrawOptions, FOCI, type Focus } from './foci.js';

export interface Drawn {
  readonly index: number;
  readonly focus: Focus;
  readonly commands: Iterable<ProgramCommand>;
}

export interface ProgramSource {
  /** Undefined where the facts leave nothing to be drawn. */
  draw(index: number): Drawn | undefined;
}

export function createProgramSource(
  facts: ProgramFacts,
  random: Random,
  options: DrawOptions,
): ProgramSource {
  const arbitraries = FOCI.flatMap((focus) => {
    const arbitrary = commandsFor(focus, facts, options);
    return arbitrary ? [{ focus, arbitrary }] : [];
  });
  return {
    draw: (index) => {
      const chosen = arbitraries[index % Math.max(1, arbitraries.length)];
      if (!chosen) return undefined;
      const seed = random.stream(`property/program ${index}`).integer(0, 0x7fff_ffff);
      const value = chosen.arbitrary.generate(new fc.Random(xoroshiro128plus(seed)), undefined);
      return { index, focus: chosen.focus, commands: value.value };
    },
  };
}
