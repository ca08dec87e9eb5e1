import type { TargetOptions } from '../run/run-options.js';
export type RecordedOptions = Pick<TargetOptions, 'dialect' | 'fleet' | 'speed'> & {
    readonly target: string;
};
/** Undefined when they are others than a run records: the file may have been written by anybody. */
export declare function optionsOf(words: readonly string[]): RecordedOptions | undefined;
