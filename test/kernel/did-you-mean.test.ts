import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { closest } from '../../src/kernel/did-you-mean.js';

const NAMES = ['refresh.min-interval', 'refresh.per-device', 'relay.effect', 'ws.ping'];

describe('the closest name', () => {
  it.each([
    ['refresh.min-interval', 'refresh.min-interval'],
    ['Refresh.Min-Interval', 'refresh.min-interval'],
    ['refresh.mininterval', 'refresh.min-interval'],
    ['relay.efect', 'relay.effect'],
    ['relay.effects', 'relay.effect'],
    ['realy.effect', 'relay.effect'],
    ['ws.pong', 'ws.ping'],
  ])('to %s is %s', (name, expected) => {
    expect(closest(name, NAMES)).toBe(expected);
  });

  it.each(['', 'nothing-like-it', 'w', 'relay'])('to "%s" does not exist', (name) => {
    expect(closest(name, NAMES)).toBeUndefined();
  });

  it('is the nearer one when several are near', () => {
    expect(closest('limits.shap', ['limits.share', 'limits.shape', 'limits.sharp'])).toBe('limits.shape');
  });

  it('undoes any one typing mistake', () => {
    const mistake = fc.record({
      name: fc.constantFrom(...NAMES),
      at: fc.nat(6),
      kind: fc.constantFrom('drop', 'double', 'replace', 'swap'),
    });
    fc.assert(
      fc.property(mistake, ({ name, at, kind }) => {
        const [here = '', next = ''] = [name[at], name[at + 1]];
        const typed = { drop: next, double: here + here + next, replace: `#${next}`, swap: next + here }[
          kind
        ];
        expect(closest(name.slice(0, at) + typed + name.slice(at + 2), NAMES)).toBe(name);
      }),
    );
  });
});
