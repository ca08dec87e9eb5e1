// Values on one line of a report.
import { expect, it } from 'vitest';
import { show, showContrast } from '../../../src/harness/scenario/language/show.js';

it('says how often an element comes where a long list repeats it', () => {
  const codes = Array.from({ length: 40 }, () => 'SUCCESS');
  expect(show([...codes, 'RATE_LIMITED'])).toBe('[40 times SUCCESS, RATE_LIMITED]');
  expect(show(['on', 'on'])).toBe('[on, on]');
});

it('shows of two long texts the part in which they differ', () => {
  expect(showContrast('on', 'off')).toEqual(['on', 'off']);
  const bytes = 'ab'.repeat(60);
  expect(showContrast(bytes, bytes.slice(0, 110))).toEqual([
    '"…ababababababababab" (120 characters, the same up to 110)',
    '"…abababab" (110 characters, the same up to 110)',
  ]);
  expect(showContrast(`x${bytes}`, bytes)[1]).toBe(
    '"abababababababababababababababab…" (120 characters, the same up to 0)',
  );
});
