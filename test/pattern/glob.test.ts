import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { isGlob, matches, nameMatcher } from '../../src/pattern/glob.js';

describe('a name with a *', () => {
  test.each([
    ['refresh/*', 'refresh/across-clients', true],
    ['refresh/*', 'refresh/', true],
    ['*/busy', 'a/b/busy', true],
    ['bench-0*-a', 'bench-01-a', true],
    ['bench-0*-a', 'bench-01-b', false],
    ['refresh/*', 'old/refresh/one', false],
    ['a.c*', 'abcd', false],
    ['(a|b)*', 'a', false],
  ])('%s stands for %s: %s', (glob, name, expected) => {
    expect(matches(glob, name)).toBe(expected);
  });

  it('is a glob, and one without is not', () => {
    expect(isGlob('bench-*')).toBe(true);
    expect(isGlob('bench-01')).toBe(false);
  });

  it('stands for any text in its place, whatever signs are in the rest', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ maxLength: 5 }), fc.string(), (before, between, after) => {
        fc.pre(!`${before}${after}`.includes('*'));
        expect(matches(`${before}*${after}`, before + between + after)).toBe(true);
      }),
    );
  });
});

describe('a glob with many stars', () => {
  it('takes time in proportion to the name', () => {
    expect(matches(`${'a*'.repeat(200)}b`, 'a'.repeat(50_000))).toBe(false);
    expect(matches(`${'*a'.repeat(200)}*`, 'a'.repeat(50_000))).toBe(true);
    expect(matches(`${'*'.repeat(100_000)}b`, 'a'.repeat(50_000))).toBe(false);
  });

  it('fits no name that is shorter than its letters, however long it is', () => {
    expect(matches('a*'.repeat(1_000_000), 'a'.repeat(1000))).toBe(false);
  });
});

describe('a list of names', () => {
  it('means those that it names whole, and those that fit a glob', () => {
    const isMeant = nameMatcher(['bench-01', 'mini-*']);
    expect(['bench-01', 'bench-011', 'mini-02', 'mini-'].filter(isMeant)).toEqual([
      'bench-01',
      'mini-02',
      'mini-',
    ]);
  });

  it('without names means none', () => {
    expect(nameMatcher([])('bench-01')).toBe(false);
  });
});
