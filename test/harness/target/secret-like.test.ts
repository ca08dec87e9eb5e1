// Wrong secrets that are made of the right one: the trace names them so that they can be made again.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  nearMissOf,
  type SecretLike,
  secretLike,
  secretShown,
  shownSecret,
} from '../../../src/harness/target/secret-like.js';

const LIKES: readonly SecretLike[] = ['other-case', 'beginning', 'longer'];
const secret = fc.stringMatching(/^[\w.~+/=-]{4,40}$/);

describe('a secret that is made of the right one', () => {
  test.each(LIKES)('is another one, and can be made again from what a trace shows: %s', (like) => {
    fc.assert(
      fc.property(secret, (right) => {
        const clientSecret = secretLike(right, like);
        expect(clientSecret).not.toBe(right);
        const shown = shownSecret(right, { clientSecret, like, isOwn: true });
        expect(shown).not.toContain(right);
        expect(shown).toMatch(/^<another secret: [a-z-]+>$/);
        expect(secretShown(right, shown)).toBe(clientSecret);
      }),
    );
  });

  test('is told from the right one, from that of its client beside another identifier, and from none', () => {
    const shown = (clientSecret: string, isOwn = true): string =>
      shownSecret('right', { clientSecret, like: undefined, isOwn });
    expect([shown('right'), shown('right', false), shown('wrong'), shown('')]).toEqual([
      '<secret>',
      '<another secret: that of its client>',
      '<another secret>',
      '',
    ]);
    expect(secretShown('right', '<another secret: that of its client>')).toBe('right');
    expect(secretShown('right', 'conform-wrong')).toBeUndefined();
  });
});

describe('the near miss of a token', () => {
  test('differs in one character, behind three quarters of it', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9]{4,60}$/), (token) => {
        const miss = nearMissOf(token) ?? '';
        const places = [...token].flatMap((char, at) => (char === miss[at] ? [] : at));
        expect(miss).toHaveLength(token.length);
        expect(places).toEqual([Math.floor((token.length * 3) / 4)]);
      }),
    );
  });
});
