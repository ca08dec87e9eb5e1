// `relaybench/node-test`: a simulator for each test of node:test, and assertions about what has happened in it.
import { AssertionError } from 'node:assert';
import type { TestContext } from 'node:test';
import type { Clock } from '../kernel/clock.js';
import type { SteerableClock } from '../kernel/machine-clock.js';
import { type ExpectationOutcome, hasAnswered, hasReceived, hasRelay, hasSwitched } from './expectations.js';
import { simulatorFor, type SimulatorSetup, type UsedSimulator } from './start-simulator.js';

export type { RequestChoice, Times, WatchedSimulator } from './expectations.js';
export type { Devices, UsedSimulator } from './start-simulator.js';

/** @param t the context of the test: the simulator is closed when it has ended. */
export function useSimulator<C extends Clock = SteerableClock>(
  t: Pick<TestContext, 'after'>,
  setup: SimulatorSetup<C> = {},
): Promise<UsedSimulator<C>> {
  return simulatorFor(setup, (close) => t.after(close));
}

/** Relay `relay` (from 1) of the device has switched: at least once, or exactly `times`. */
export const assertSwitched = asserting(hasSwitched);

/** The contact of relay `relay` (from 1) is closed (`on`) or open (`off`) at this moment. */
export const assertRelay = asserting(hasRelay);

/** The endpoint or topic, such as `relays.set`, has been asked for: at least once, or exactly `times`. */
export const assertReceived = asserting(hasReceived);

/** The service has answered with this code: at least once, or exactly `times`. */
export const assertAnswered = asserting(hasAnswered);

function asserting<A extends readonly unknown[]>(
  has: (...given: A) => ExpectationOutcome,
): (...given: A) => void {
  return (...given) => {
    const { pass, message } = has(...given);
    if (!pass) throw new AssertionError({ message: message() });
  };
}
