import { expect, it } from 'vitest';
import { createManualClock } from '../../../src/kernel/manual-clock.js';
import { createJournal } from '../../../src/simulator/control/journal/journal.js';
import { createWholeJournal } from '../../../src/simulator/control/whole.js';

it('gives a page the records, the devices and the counts of all instances', async () => {
  const clock = createManualClock(1000);
  const journals = new Map(['a', 'b'].map((name) => [name, createJournal(clock)]));
  const own = createJournal(clock);
  const whole = createWholeJournal(own, clock, {
    names: () => [...journals.keys()],
    read: async (name, since, limit) => {
      const journal = journals.get(name) ?? own;
      return { lastSeq: journal.lastSeq, dropped: journal.dropped, records: journal.after(since, limit) };
    },
  });
  for (const [name, journal] of journals) {
    const request = { what: 'devices.read', deviceId: `of-${name}` };
    const row = journal.asked({ origin: undefined, channel: 'rest', client: 'op', request });
    await clock.advance(1);
    journal.answered(row, { code: 'SUCCESS' });
    journal.note({ kind: 'stimulus', name: 'reset', outcome: 'applied' });
  }
  await whole.pull();
  expect(whole.after(2, 3).map(({ seq }) => seq)).toEqual([3, 4, 5]);
  expect(whole.after(whole.lastSeq, 3)).toEqual([]);
  expect([...(whole.devicesAfter(0, 6) ?? [])]).toEqual(['of-a', 'of-b']);
  expect(whole.devicesAfter(0, 5)).toBeUndefined();
  expect(whole.counts.replies()).toEqual([
    { channel: 'rest', what: 'devices.read', code: 'SUCCESS', count: 2 },
  ]);
  expect(whole.counts.of('stimulus').get('reset')).toBe(2);
  expect(whole.records({ most: 2 }).map(({ seq }) => seq)).toEqual([5, 6]);
});
