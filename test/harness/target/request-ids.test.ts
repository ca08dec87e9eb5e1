// The forms of requestIds.
import { expect, it } from 'vitest';
import { requestIdOf } from '../../../src/harness/target/driver/ws-exchange.js';

const ids = Array.from({ length: 30 }, (_, at) => requestIdOf('k3x-1-', at + 1));

it('are unique, and short enough for anybody', () => {
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id.length).toBeLessThan(40);
});

it('come with letters of both cases, with more digits than a number holds, and with as many as it does', () => {
  expect(ids.filter((id) => /[A-Z]/.test(id) && /[a-z]/.test(id)).length).toBeGreaterThan(5);
  const digits = ids.filter((id) => /^\d+$/.test(id));
  const numbers = digits.filter((id) => String(Number(id)) === id);
  expect(numbers.length).toBeGreaterThan(5);
  expect(digits.length - numbers.length).toBeGreaterThan(5);
});
