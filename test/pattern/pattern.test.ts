import { describe, expect, it, test } from 'vitest';
import { compilePattern, PATTERN_LIMITS } from '../../src/pattern/pattern.js';

function finds(source: string, text: string): boolean {
  const compiled = compilePattern(source);
  if (!compiled.ok) throw new Error(compiled.message);
  return compiled.value.test(text);
}

function diagnostic(source: string): string | undefined {
  const compiled = compilePattern(source);
  return compiled.ok ? undefined : compiled.message;
}

describe('a regular expression', () => {
  test.each([
    ['^[0-9]+$', '12', true],
    ['^[0-9]+$', '12a', false],
    ['b', 'abc', true],
    [String.raw`^\u00e9\/$`, 'é/', true],
    [String.raw`^\u{1F600}$`, '😀', true],
    ['^.$', '😀', true],
    ['^(?<word>a|b)$', 'b', true],
    ['^a$', 'a\n', false],
  ])('%s in %j: %s', (source, text, expected) => {
    expect(finds(source, text)).toBe(expected);
  });

  test.each([
    ['(?=a)b', 'look-around (?= is not supported'],
    ['(?!a)b', 'look-around (?! is not supported'],
    ['(?<=a)b', 'look-around (?<= is not supported'],
    ['(?<!a)b', 'look-around (?<! is not supported'],
    [String.raw`(a)\1`, String.raw`back references (\1) are not supported`],
    [String.raw`(?<x>a)\k<x>`, String.raw`back references (\k) are not supported`],
    ['(', 'Invalid regular expression: missing closing ): ('],
    ['[z-a]', 'Invalid regular expression: invalid character class range: z-a'],
    ['a{1001}', 'Invalid regular expression: invalid repeat count: {1001}'],
  ])('%s is refused in words', (source, words) => {
    expect(diagnostic(source)?.replace(/[()]/g, '')).toBe(words.replace(/[()]/g, ''));
  });

  it('takes time in proportion to the text, whatever it is', () => {
    const text = `${'a'.repeat(100_000)}!`;
    for (const source of ['^(a+)+$', '^(a|a)*$', '(a*)*b', '^(a?){200}!$', '(.*)(.*)(.*)(.*)x'])
      expect(finds(source, text)).toBe(false);
  });

  it('has at most so many characters, and a program of at most so many instructions', () => {
    const { length, program } = PATTERN_LIMITS;
    expect(diagnostic('a'.repeat(length))).toBeUndefined();
    expect(diagnostic('a'.repeat(length + 1))).toBe(
      `the regular expression has more than ${length} characters`,
    );
    expect(diagnostic(`a{${program - 2}}`)).toBeUndefined();
    expect(diagnostic('(a{500}){2}b')).toMatch(/too large/);
    expect(diagnostic(String.raw`\pL{1000}`.repeat(50))).toMatch(/too large/);
  });
});
