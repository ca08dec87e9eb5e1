// `relaybench/vitest`: a simulator for each test, and matchers for what has happened in it.
import { expect, onTestFinished, test } from 'vitest';
import type { Clock } from '../kernel/clock.js';
import type { SteerableClock } from '../kernel/machine-clock.js';
import {
  hasAnswered,
  hasReceived,
  hasRelay,
  hasSwitched,
  type RequestChoice,
  type Times,
} from './expectations.js';
import { simulatorFor, type SimulatorSetup, type UsedSimulator } from './start-simulator.js';

export type { RequestChoice, Times } from './expectations.js';
export type { Devices, UsedSimulator } from './start-simulator.js';

interface SimulatorMatchers<R = unknown> {
  /** Relay `relay` (from 1) of the device has switched: at least once, or exactly `times`. */
  toHaveSwitched(deviceId: string, relay: number, how?: Times): R;
  /** The contact of relay `relay` (from 1) is closed (`on`) or open (`off`) at this moment. */
  toHaveRelay(deviceId: string, relay: number, state: 'on' | 'off'): R;
  /** The endpoint or topic, such as `relays.set`, has been asked for: at least once, or exactly `times`. */
  toHaveReceived(what: string, choice?: RequestChoice): R;
  /** The service has answered with this code: at least once, or exactly `times`. */
  toHaveAnswered(code: string, choice?: RequestChoice & { what?: string }): R;
}

declare module 'vitest' {
  // oxlint-disable-next-line typescript/no-explicit-any -- it has to be declared as vitest declares it
  interface Matchers<T = any> extends SimulatorMatchers<T> {}
}

/**
 * A simulator of the test that calls this (or of each test, when a `beforeEach` hook calls it). It is closed when the
 * test has ended. In concurrent tests, use `simulatorTest`.
 */
export function useSimulator<C extends Clock = SteerableClock>(
  setup: SimulatorSetup<C> = {},
): Promise<UsedSimulator<C>> {
  return simulatorFor(setup, onTestFinished);
}

/** A `test` whose tests take a `simulator` of their own: `test('…', async ({ simulator }) => { … })`. */
export function simulatorTest<C extends Clock = SteerableClock>(setup: SimulatorSetup<C> = {}) {
  return test.extend<{ simulator: UsedSimulator<C> }>({
    // oxlint-disable-next-line no-empty-pattern -- vitest reads the pattern, and takes nothing else
    simulator: async ({}, use) => {
      const ends: (() => Promise<void>)[] = [];
      const simulator = await simulatorFor(setup, (close) => ends.push(close));
      await use(simulator);
      await Promise.all(ends.map((close) => close()));
    },
  });
}

expect.extend({
  toHaveSwitched: hasSwitched,
  toHaveRelay: hasRelay,
  toHaveReceived: hasReceived,
  toHaveAnswered: hasAnswered,
});
