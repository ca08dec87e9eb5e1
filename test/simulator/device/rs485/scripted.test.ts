import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../../../../src/kernel/hex.js';
import { createScripted } from '../../../../src/simulator/device/rs485/registry.js';
import { isHexPattern } from '../../../../src/simulator/device/pattern.js';

function answerTo(
  request: string,
  ...rules: readonly (readonly [request: string, response: string])[]
): string | undefined {
  const script = rules.map(([from, to]) => ({ request: from, response: to, delay: 7 }));
  const answer = createScripted({ kind: 'scripted', rules: script }).answer(
    fromHex(request) ?? new Uint8Array(),
    0,
  );
  expect(answer?.delay ?? 7).toBe(7);
  return answer && toHex(answer.bytes);
}

describe('a scripted peripheral', () => {
  it.each([
    ['exact bytes', '0102', '01 02', 'aa', 'aa'],
    ['upper case as lower case', 'abcd', 'AB CD', 'EF', 'ef'],
    ['any byte for ..', '01ff03', '01 .. 03', 'aa', 'aa'],
    ['and repeats those bytes in order', '01112203', '01 .. .. 03', '.. 00 ..', '110022'],
    ['any number of bytes for *', '01020304', '01 *', '06', '06'],
    ['also none', '01', '01 *', '06', '06'],
    ['and repeats them', 'ee0102', 'ee *', '.. ee *', '00ee0102'],
    ['nothing shorter', '01', '01 02', 'aa', undefined],
    ['nothing longer', '010203', '01 02', 'aa', undefined],
    ['nothing else', '0103', '01 02', 'aa', undefined],
  ])('matches %s', (_, request, pattern, response, expected) => {
    expect(answerTo(request, [pattern, response])).toBe(expected);
  });

  it('takes the first rule that matches', () => {
    expect(answerTo('0102', ['0101', '01'], ['01 ..', '02'], ['0102', '03'])).toBe('02');
  });
});

describe('a pattern', () => {
  it.each(['', '01', '01 ff', '01 .. 03', '*', '01*', '..'])('may be %j', (text) => {
    expect(isHexPattern(text)).toBe(true);
  });

  it.each(['0', '0g', '01 . 03', '* 01', '01 **'])('may not be %j', (text) => {
    expect(isHexPattern(text)).toBe(false);
  });
});
