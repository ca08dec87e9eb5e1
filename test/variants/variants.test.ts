// Each variant that comes with the program differs from the usual service where it says so, and only there is
// it looked at; that no check takes offence at it is the self-test's to say.
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DIFFERENCES } from './differences.js';
import { rigOf } from './rig.js';

describe('a variant', () => {
  it.each(DIFFERENCES.map((difference) => [difference.variant, difference.what, difference] as const))(
    '%s shows from outside: %s',
    async (variant, _, { see, usual, varied }) => {
      for (const [names, expected] of [
        [[], usual],
        [[variant], varied],
      ] as const) {
        const rig = await rigOf(names);
        expect(await see(rig)).toEqual(expected);
        await rig.close();
      }
    },
  );

  it('is looked at here, whichever comes with the program', () => {
    const files = readdirSync('fixtures/variants').map((name) => name.replace(/\.yaml$/, ''));
    expect(DIFFERENCES.map(({ variant }) => variant).toSorted()).toEqual(files.toSorted());
    expect(files.length).toBeGreaterThanOrEqual(20);
  });
});
