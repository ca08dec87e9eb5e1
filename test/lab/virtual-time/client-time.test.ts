// Virtual time for processes of clients: who does not take part in it is told of, and holds up nobody for ever.
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import type { ClientProcess } from '../../../src/lab/audit/live-day.js';
import { type ClientTime, openClientTime } from '../../../src/lab/virtual-time/client-time.js';
import { VARIABLES } from '../../../src/lab/virtual-time/message.js';

const SHORT = { begin: 30, rest: 30, unread: 30 };

function childOf(ended: ClientProcess['ended'] = new Promise(() => undefined)): ClientProcess {
  return { ended, tell: () => undefined, stop: () => Promise.resolve(), output: () => '' };
}

/** Begins a process that says this to the judge. */
function joining(time: ClientTime, words: string): void {
  time.start('calm', (variables) => {
    const socket = connect(variables[VARIABLES.socket] ?? '').on('error', () => undefined);
    socket.write(words.replace('START', variables[VARIABLES.start] ?? ''));
    return childOf();
  });
}

test('a program that takes no part is told of, and ends the wait', async () => {
  const time = await openClientTime(0, SHORT);
  time.start('calm', () => childOf());
  await time.clock.sleep(1000);
  expect(time.problem).toBe(
    'the client takes no part in virtual time: --virtual is for programs of Node and Python',
  );
  expect(time.signal.aborted).toBe(true);
  await time.close();
});

test('a process that never comes to rest is told of', async () => {
  const time = await openClientTime(0, SHORT);
  joining(time, '"START"\n');
  await time.clock.sleep(1000);
  expect(time.problem).toContain('did not come to rest within 0.03 s of this machine');
  await time.close();
});

test('what is no report is not listened to', async () => {
  const time = await openClientTime(0, { ...SHORT, begin: 10_000 });
  joining(time, '"START"\nno report\n');
  await time.clock.sleep(60_000);
  expect([time.problem, time.clock.now()]).toEqual([undefined, 60_000]);
  await time.close();
});

test('a process that has ended before it took part is no problem', async () => {
  const time = await openClientTime(0, SHORT);
  time.start('calm', () => childOf(Promise.resolve({ how: 'exit code 0', neverBegan: false })));
  await time.clock.sleep(100_000);
  expect([time.problem, time.clock.now()]).toEqual([undefined, 100_000]);
  await time.close();
});
