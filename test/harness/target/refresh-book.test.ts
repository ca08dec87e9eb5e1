// What a run knows of the refreshes of its devices.
import { expect, it } from 'vitest';
import { createRefreshBook } from '../../../src/harness/target/refresh-book.js';

it('tells from when on a device can be refreshed: three seconds and a little after the last time', () => {
  const book = createRefreshBook([['known', 1000]]);
  expect(book.restedAt('known')).toBe(4020);
  book.note('known', 5000);
  book.note('known', 4500);
  expect(book.restedAt('known')).toBe(8020);
});

it('tells when no refresh is in the way of the next one for sure: counted from when the last one was over', () => {
  const book = createRefreshBook([['known', 1000]]);
  expect(book.surelyRestedAt('known')).toBe(4020);
  book.note('known', 5000, 5400);
  expect([book.restedAt('known'), book.surelyRestedAt('known')]).toEqual([8020, 8420]);
});

it('lets nobody wait for a device that nobody has refreshed', () => {
  expect(createRefreshBook([['known', 1000]]).restedAt('another')).toBe(-Infinity);
});
