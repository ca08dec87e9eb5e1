// Quotas of API clients, stated by a profile or learnt from refusals: who is to send several requests waits for room.
import { describe, expect, it } from 'vitest';
import { createManualClock, type ManualClock } from '../../../src/kernel/manual-clock.js';
import type { CallOutcome } from '../../../src/harness/target/call.js';
import { createQuotaBook, type QuotaBook } from '../../../src/harness/target/quota-book.js';

const QUERY = { what: 'devices.list', client: 'reader' };

function replied(code: string, retryAfterSeconds?: number): CallOutcome {
  const wait = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  return { kind: 'reply', reply: { code, ...wait } } as unknown as CallOutcome;
}

function queries(book: QuotaBook, count: number): void {
  for (let at = 0; at < count; at++) book.note(QUERY, replied('SUCCESS'));
}

/** When it was let in, in ms from now; undefined where it still waits after a minute. */
async function entry(clock: ManualClock, book: QuotaBook, whole = false): Promise<number | undefined> {
  const from = clock.now();
  let inside: number | undefined;
  void book.enter(['reader'], { whole }).then((leave) => {
    inside = clock.now() - from;
    leave();
  });
  for (let at = 0; at < 600 && inside === undefined; at++) await clock.advance(100);
  return inside;
}

describe('the book of quotas', () => {
  it('lets everybody in at once where no quota is known', async () => {
    const clock = createManualClock();
    const book = createQuotaBook(clock);
    queries(book, 100);
    expect(await entry(clock, book, true)).toBeLessThanOrEqual(100);
  });

  it('knows the longest wait that a quota has announced, and not that of a device', () => {
    const book = createQuotaBook(createManualClock(), { control: { limit: 5, window: 10_000 } });
    expect(book.longestWait()).toBe(10_000);
    book.note({ what: 'devices.refresh', client: 'reader' }, replied('RATE_LIMITED', 50));
    expect(book.longestWait()).toBe(10_000);
    book.note(QUERY, replied('RATE_LIMITED', 40));
    expect(book.longestWait()).toBe(40_000);
  });

  it('waits until a stated quota has room for all', async () => {
    const clock = createManualClock();
    const book = createQuotaBook(clock, { query: { limit: 10, window: 5000 } });
    queries(book, 6);
    await clock.advance(1000);
    expect(await entry(clock, book)).toBeLessThanOrEqual(100);
    queries(book, 1);
    expect(await entry(clock, book)).toBeGreaterThanOrEqual(3500);
  });

  it('keeps what is not sent yet free for those who are inside', async () => {
    const clock = createManualClock();
    const book = createQuotaBook(clock, { query: { limit: 10, window: 5000 } });
    const leave = await book.enter(['reader'], {});
    expect(await entry(clock, book, true)).toBeGreaterThan(5000);
    expect(await entry(clock, book)).toBeLessThanOrEqual(100);
    leave();
    expect(await entry(clock, book, true)).toBeLessThanOrEqual(100);
  });

  it('learns a quota from one refusal to the next', async () => {
    const clock = createManualClock();
    const book = createQuotaBook(clock);
    for (let round = 0; round < 2; round++) {
      queries(book, 10);
      await clock.advance(1000);
      book.note(QUERY, replied('RATE_LIMITED', 4));
      await clock.advance(4000);
    }
    queries(book, 6);
    expect(await entry(clock, book)).toBeLessThanOrEqual(100);
    expect(await entry(clock, book, true)).toBeGreaterThan(4000);
  });

  it('takes no refresh that came too soon for a sign of a quota', async () => {
    const clock = createManualClock();
    const book = createQuotaBook(clock);
    for (let round = 0; round < 4; round++) {
      book.note({ what: 'devices.read', client: 'reader' }, replied('SUCCESS'));
      book.note({ what: 'devices.read', client: 'reader' }, replied('RATE_LIMITED', 3));
      await clock.advance(3000);
    }
    let inside = false;
    void book.enter(['reader'], { whole: true }).then(() => {
      inside = true;
    });
    await clock.advance(1);
    expect(inside).toBe(true);
  });
});
