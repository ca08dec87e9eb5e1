// Draws the programs of a run, by turns in a large world and in a small one: the program of a place in it depends
// on nothing but the seed and the place.
import fc from 'fast-check';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { smallestWorld } from './facts.js';
import { commandsFor, PROGRAM_PROFILES } from './program-profiles.js';
export function createProgramSource(facts, random, options) {
    const arbitraries = [facts, smallestWorld(facts)].flatMap((world) => PROGRAM_PROFILES.flatMap((profile) => {
        const arbitrary = commandsFor(profile, world, options);
        return arbitrary ? [{ profile, arbitrary }] : [];
    }));
    const chosenFor = (index) => arbitraries[index % Math.max(1, arbitraries.length)];
    return {
        profileOf: (index) => chosenFor(index)?.profile,
        draw: (index) => {
            const chosen = chosenFor(index);
            if (!chosen)
                return undefined;
            const seed = random.stream(`property/program ${index}`).integer(0, 0x7fff_ffff);
            const value = chosen.arbitrary.generate(new fc.Random(xoroshiro128plus(seed)), undefined);
            return { index, profile: chosen.profile, commands: value.value };
        },
    };
}
