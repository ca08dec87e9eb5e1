import type { Random } from '../../kernel/random.js';
import type { ProgramCommand } from './commands/command.js';
import { type ProgramFacts } from './facts.js';
import { type DrawOptions, type ProgramProfile } from './program-profiles.js';
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
export declare function createProgramSource(facts: ProgramFacts, random: Random, options: DrawOptions): ProgramSource;
