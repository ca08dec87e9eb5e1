// Which channels of a device the names of a scenario stand for.
import type { ChannelPlace } from '../scenario/needs.js';

/** @param listed the channels of one kind that the profile lists, one at least where there is a name. */
export function channelsAt<T>(
  place: ChannelPlace,
  names: readonly string[],
  listed: readonly T[] = [],
): Readonly<Record<string, T>> {
  return Object.fromEntries(
    names.flatMap((name, at) => {
      const channel = listed[positionOf(place, at, names.length, listed.length)];
      return channel === undefined ? [] : [[name, channel] as const];
    }),
  );
}

function positionOf(place: ChannelPlace, at: number, names: number, listed: number): number {
  const spare = Math.max(0, listed - names);
  switch (place) {
    case 'first':
      return at;
    case 'middle':
      return Math.floor(spare / 2) + at;
    case 'last':
      return spare + at;
    case 'ends':
      // The first name is the first channel, the last name the last one, and the others lie in between.
      return names === 1 ? listed - 1 : Math.floor((at * (listed - 1)) / (names - 1));
    default:
      return place satisfies never;
  }
}
