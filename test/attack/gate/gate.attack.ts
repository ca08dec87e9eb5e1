// The gate in front of a server that takes whatever comes for a command, in full size: `npm run attack -- gate`.
import { describe, expect, test } from 'vitest';
import { createRandom } from '../../../src/kernel/random.js';
import { attackSeed, sized } from '../size.js';
import { createAssault, dialectOf } from './assault.js';
import { storm } from './storm.js';

const WHOLE = 100_000;

describe('mutations of real writes', () => {
  test('do nothing that the profile does not permit, and permitted writes go out', async () => {
    const count = sized(WHOLE);
    const random = createRandom(attackSeed()).stream('attack/gate');
    const told = await storm(createAssault(dialectOf('default')), random, count);
    console.info(told.summary);
    expect(told.forbidden).toEqual([]);
    expect(told.gateErrors).toEqual([]);
    expect(told.bare.heldBack).toEqual([]);
    expect(told.without.forbidden).toBeGreaterThan(count / 20);
    expect(told.passed).toBeGreaterThan(count / 100);
  });
});
