// A record is given out again exactly as long as it holds.
import { expect, test } from 'vitest';
import { createRecords } from '../../../src/simulator/fleet/fleet.js';

const on = { online: true, powered: true };
const identity = { deviceId: 'a', name: 'A', profileId: 'p' };

test('a record that still holds is the same object, and cannot be changed', () => {
  const records = createRecords();
  const first = records.of(identity, on);
  expect(first).toEqual({ ...identity, ...on });
  expect(records.of({ ...identity }, { ...on })).toBe(first);
  expect(Object.isFrozen(first)).toBe(true);
});

test.each([
  [identity, { online: false, powered: true }],
  [identity, { online: true, powered: false }],
  [{ ...identity, name: 'B' }, on],
  [{ ...identity, profileId: 'q' }, on],
])('a record that no longer holds is made anew: %j %j', (now, status) => {
  const records = createRecords();
  records.of(identity, on);
  expect(records.of(now, status)).toEqual({ ...now, ...status });
  expect(records.of(identity, on)).toEqual({ ...identity, ...on });
});

test('more devices than are remembered are told as well', () => {
  const records = createRecords();
  for (let nth = 0; nth < 2500; nth++) {
    const one = { ...identity, deviceId: `a-${nth}` };
    expect(records.of(one, on)).toEqual({ ...one, ...on });
  }
  expect(records.of({ ...identity, deviceId: 'a-0' }, on)).toBe(
    records.of({ ...identity, deviceId: 'a-0' }, on),
  );
});
