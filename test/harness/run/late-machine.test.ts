// A run against a target on a machine that is late: nothing is called wrong for it, what could not be decided is tried
// again alone, and what then cannot be decided either is said to be the machine's doing.
import { expect, test } from 'vitest';
import { loadDialect } from '../../../src/cli/load/dialect.js';
import { loadFleet } from '../../../src/cli/load/fleet.js';
import { plan } from '../../../src/harness/run/plan.js';
import { run } from '../../../src/harness/run/run.js';
import type { RunResult } from '../../../src/harness/verdict/verdict.js';
import { type Clock, sleepOn } from '../../../src/kernel/clock.js';
import { createVirtualClock } from '../../../src/kernel/virtual-clock.js';
import { openOn } from '../../../src/lab/in-process/open-in-process.js';
import { SCENARIOS } from '../../self-test/run-in-virtual-time.js';

/** Timers that are due before `end` are called `by` ms late. */
function lateUntil(clock: Clock, end: number, by: number): Clock {
  const late: Clock = {
    now: clock.now,
    outside: clock.outside,
    setTimer: (name, delay, callback) =>
      clock.setTimer(name, clock.now() + delay < end ? delay + by : delay, callback),
    sleep: (delay, signal) => sleepOn(late, delay, signal),
  };
  return late;
}

async function runLate(lasting: number, by: number): Promise<RunResult> {
  const fleet = loadFleet(undefined, process.cwd());
  const dialect = loadDialect('default', process.cwd());
  if (!fleet.ok || !dialect.ok) throw new Error('the demo fleet can be read');
  const clock = createVirtualClock(0);
  const late = lateUntil(clock, lasting, by);
  const { open } = await openOn(late, { fleet: fleet.value.spec, dialect: dialect.value });
  const only = ['busy/*', 'refresh/*', 'events/changes*'];
  const planned = plan(SCENARIOS, open.profile, { only }, open.stimuli.offers);
  if (!planned.ok) throw new Error('these checks exist');
  const ended = await clock.runUntil(run(open, { plan: planned.plan, onMachineTime: true }));
  await clock.runUntil(open.close());
  if (!ended.ok) throw new Error(JSON.stringify(ended));
  return ended.result;
}

const verdictsOf = ({ checks }: RunResult) => new Set(checks.map(({ verdict }) => verdict));

test('that keeps up in the end decides everything, and tells that it was late', async () => {
  const result = await runLate(90_000, 700);
  expect(result.lateBy).toBe(700);
  expect(verdictsOf(result)).toEqual(new Set(['pass']));
  expect(result.notRestored).toEqual([]);
});

test('that never keeps up calls nothing wrong, and says of what is undecided that it was too slow', async () => {
  const result = await runLate(Infinity, 700);
  expect(result.lateBy).toBe(700);
  const undecided = result.checks.filter(({ verdict }) => verdict !== 'pass');
  expect(undecided.length).toBeGreaterThan(0);
  for (const { verdict, reason } of undecided) {
    expect(verdict).toBe('inconclusive');
    expect(reason).toMatch(/this machine was too slow.*: it was late by up to 700 ms/);
  }
  // Some of them were tried again, for as long as the checks had taken.
  expect(undecided.map(({ reason }) => reason).join()).toContain('too slow, also with one check at a time');
});

test('that is in time says nothing of it', async () => {
  const result = await runLate(0, 0);
  expect(result.lateBy).toBeUndefined();
  expect(verdictsOf(result)).toEqual(new Set(['pass']));
});
