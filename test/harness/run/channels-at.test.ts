// Which channels of a device the names of a scenario stand for.
import { describe, expect, it } from 'vitest';
import { channelsAt } from '../../../src/harness/run/run-planned.js';

describe('the names of a scenario', () => {
  it.each([
    ['first', ['a'], { a: 1 }],
    ['middle', ['a'], { a: 2 }],
    ['last', ['a'], { a: 4 }],
    ['ends', ['a'], { a: 4 }],
    ['first', ['a', 'b'], { a: 1, b: 2 }],
    ['middle', ['a', 'b'], { a: 2, b: 3 }],
    ['last', ['a', 'b'], { a: 3, b: 4 }],
    ['ends', ['a', 'b'], { a: 1, b: 4 }],
    ['ends', ['a', 'b', 'c'], { a: 1, b: 2, c: 4 }],
  ] as const)('at the place %s %j stand for %j of four channels', (place, names, channels) => {
    expect(channelsAt(place, names, [1, 2, 3, 4])).toEqual(channels);
  });

  it('share the only channel that there is', () => {
    expect(channelsAt('ends', ['a', 'b'], ['t0'])).toEqual({ a: 't0', b: 't0' });
  });
});
