// What is written down in the course of an attempt.
import { expect, it } from 'vitest';
import { createNotes } from '../../../../src/harness/scenario/engine/notes.js';

it('keeps the latest announcement and the last sending, from the start of the attempt on', () => {
  const notes = createNotes(1000);
  expect([notes.announcedUntil, notes.lastSentAt]).toEqual([1000, 1000]);
  notes.announced(4000);
  notes.announced(3000);
  notes.sent(1500);
  notes.sent(1600);
  expect([notes.announcedUntil, notes.lastSentAt]).toEqual([4000, 1600]);
});

it('keeps interference with its words, in order', () => {
  const notes = createNotes(0);
  notes.disturbed('busy', 'first');
  notes.disturbed('rate-limited', 'second');
  expect(notes.disturbances).toEqual([
    { by: 'busy', detail: 'first' },
    { by: 'rate-limited', detail: 'second' },
  ]);
});
