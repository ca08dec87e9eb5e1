import { type ActDriver } from '../../profile/stimuli/act.js';
import type { CommandHow } from '../../profile/stimuli/declaration.js';
export interface CommandOptions {
    readonly folder: string | undefined;
    /** It prints a number. */
    readonly witness: boolean;
}
export declare function commandDriver(how: CommandHow, { folder, witness }: CommandOptions): ActDriver;
