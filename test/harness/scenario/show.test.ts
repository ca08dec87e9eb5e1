// Values on one line of a report.
import { expect, it } from 'vitest';
import { show } from '../../../src/harness/scenario/language/show.js';

it('says how often an element comes where a long list repeats it', () => {
  const codes = Array.from({ length: 40 }, () => 'SUCCESS');
  expect(show([...codes, 'RATE_LIMITED'])).toBe('[40 times SUCCESS, RATE_LIMITED]');
  expect(show(['on', 'on'])).toBe('[on, on]');
});
