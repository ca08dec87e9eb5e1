// Devices that are lent while a check waits: who gets them, and when the lender has them back.
import { expect, it } from 'vitest';
import { createManualClock } from '../../../src/kernel/manual-clock.js';
import { createLoans } from '../../../src/harness/run/loans.js';
import type { Estimated, LeaseRequest } from '../../../src/harness/target/lessor.js';

const SHORT: Estimated = { span: 500, refreshes: {}, switches: new Set(), works: 1 };
const REFRESHING: Estimated = { ...SHORT, refreshes: { plant: { first: 0, last: 0, worksBefore: 0 } } };

function requestFor(
  waits: Estimated,
  devices: LeaseRequest['devices'] = { plant: ['a', 'b'] },
): LeaseRequest {
  return { devices, exclusive: false, borrows: true, waits };
}

function loansWith(restedAt = 0) {
  const clock = createManualClock(1000);
  return { clock, loans: createLoans(clock, { restedAt: () => restedAt }) };
}

it('gives a lent device to what surely ends before it is needed again', () => {
  const { loans } = loansWith();
  loans.lend([{ device: 'b', refreshes: true }], 4000);
  expect(loans.offer(requestFor(SHORT))).toEqual({ plant: 'b' });
  expect(loans.offer(requestFor({ ...SHORT, span: 2500 }))).toBeUndefined();
});

it('gives it to nobody who did not ask for one, or who needs several', () => {
  const { loans } = loansWith();
  loans.lend([{ device: 'a', refreshes: false }], 4000);
  expect(loans.offer({ ...requestFor(SHORT), borrows: false })).toBeUndefined();
  expect(loans.offer(requestFor(SHORT, { plant: ['a'], barn: ['b'] }))).toBeUndefined();
});

it('lets nobody spend the refresh budget of a lender that needs it', () => {
  const { loans } = loansWith();
  loans.lend([{ device: 'a', refreshes: true }], 4000);
  expect(loans.offer(requestFor(REFRESHING))).toBeUndefined();
  loans.lend([{ device: 'b', refreshes: false }], 4000);
  expect(loans.offer(requestFor(REFRESHING))).toEqual({ plant: 'b' });
});

it('keeps what refreshes from a device that has not rested', () => {
  const { loans } = loansWith(3000);
  loans.lend([{ device: 'a', refreshes: false }], 9000);
  expect(loans.offer(requestFor(REFRESHING))).toBeUndefined();
});

it('lets the lender wait for whoever has its device, and lends it no more then', async () => {
  const { loans } = loansWith();
  const takeBack = loans.lend([{ device: 'a', refreshes: true }], 4000);
  const end = loans.begin({ plant: 'a' });
  expect(loans.inUse).toBe(1);
  expect(loans.offer(requestFor(SHORT))).toBeUndefined();
  const order: string[] = [];
  const back = takeBack().then(() => order.push('back'));
  order.push('given back');
  end();
  await back;
  expect(order).toEqual(['given back', 'back']);
  expect(loans.inUse).toBe(0);
  expect(loans.offer(requestFor(SHORT))).toBeUndefined();
});
