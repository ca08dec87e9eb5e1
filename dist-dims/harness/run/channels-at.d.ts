import type { Place } from '../scenario/needs.js';
/** @param listed the channels of one kind that the profile lists, one at least where there is a name. */
export declare function channelsAt<T>(place: Place, names: readonly string[], listed?: readonly T[]): Readonly<Record<string, T>>;
