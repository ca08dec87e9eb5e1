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

  it('goes together with another that writes the same header in capitals', async () => {
    const rig = await rigOf(['header-case', 'fractional-delays']);
    await rig.operator('GET', '/devices/bench-01');
    const { headers } = await rig.operator('GET', '/devices/bench-01');
    expect(Object.keys(headers).filter((name) => /^retry-after$/i.test(name))).toHaveLength(1);
    await rig.close();
  });

  it('is looked at here, whichever comes with the program', () => {
    const files = readdirSync('fixtures/variants').map((name) => name.replace(/\.yaml$/, ''));
    expect(DIFFERENCES.map(({ variant }) => variant).toSorted()).toEqual(files.toSorted());
    expect(files.length).toBeGreaterThanOrEqual(20);
  });
});
