// `relaybench/node-test`: a simulator for each test of node:test, and assertions about what has happened in it.
import { AssertionError } from 'node:assert';
import type { TestContext } from 'node:test';
import type { Clock } from '../kernel/clock.js';
import type { SteerableClock } from '../kernel/steerable-clock.js';
import {
  hasAnswered,
  hasReceived,
  hasRelay,
  hasSwitched,
  type ExpectationOutcome,
  type RequestChoice,
  type Times,
  type WatchedSimulator,
} from './expectations.js';
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
export function assertSwitched(on: WatchedSimulator, deviceId: string, relay: number, how?: Times): void {
  hold(hasSwitched(on, deviceId, relay, how));
}

/** The contact of relay `relay` (from 1) is closed (`on`) or open (`off`) at this moment. */
export function assertRelay(
  on: WatchedSimulator,
  deviceId: string,
  relay: number,
  state: 'on' | 'off',
): void {
  hold(hasRelay(on, deviceId, relay, state));
}

/** The endpoint or topic, such as `relays.set`, has been asked for: at least once, or exactly `times`. */
export function assertReceived(on: WatchedSimulator, what: string, choice?: RequestChoice): void {
  hold(hasReceived(on, what, choice));
}

/** The service has answered with this code: at least once, or exactly `times`. */
export function assertAnswered(
  on: WatchedSimulator,
  code: string,
  choice?: RequestChoice & { what?: string },
): void {
  hold(hasAnswered(on, code, choice));
}

function hold({ pass, message }: ExpectationOutcome): void {
  if (!pass) throw new AssertionError({ message: message() });
}
