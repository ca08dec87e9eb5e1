import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromHex, isHex, toHex } from '../../src/kernel/hex.js';

describe('hex', () => {
  it('writes each byte as two lower-case digits', () => {
    expect(toHex([0x01, 0xff, 0x00])).toBe('01ff00');
    expect(toHex([])).toBe('');
  });

  it('reads back what it writes, in either case', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(fromHex(toHex(bytes))).toEqual(bytes);
        expect(fromHex(toHex(bytes).toUpperCase())).toEqual(bytes);
      }),
    );
  });

  it('agrees with the platform on any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(toHex(bytes)).toBe(Buffer.from(bytes).toString('hex'));
      }),
    );
  });

  it.each(['0', '0g', '0x01', '01 02', ' 01', '01\n', 'é1'])('finds no bytes in %j', (text) => {
    expect(isHex(text)).toBe(false);
    expect(fromHex(text)).toBeUndefined();
  });
});
