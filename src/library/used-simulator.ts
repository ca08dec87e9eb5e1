// A simulator for one test: started for it, closed after it, with devices that a typing error cannot hide.
import { didYouMean } from '../kernel/did-you-mean.js';
import type { Clock } from '../kernel/clock.js';
import type { SteerableClock } from '../kernel/steerable-clock.js';
import type { DeviceHandle } from '../simulator/control/installation.js';
import { type SimulatorSetup, type StartedSimulator, startSimulator } from './start-simulator.js';

export interface Devices {
  /** Throws when the fleet has no such device. */
  get(deviceId: string): DeviceHandle;
  /** At most 1000 of them. */
  readonly ids: readonly string[];
}

export interface UsedSimulator<C extends Clock = SteerableClock> extends StartedSimulator<C> {
  readonly devices: Devices;
}

/** Of a list of ids, which is for people. */
const MOST_IDS = 1000;

/** @param atEnd registers what is to be done when the test has ended. */
export async function simulatorFor<C extends Clock = SteerableClock>(
  setup: SimulatorSetup<C>,
  atEnd: (close: () => Promise<void>) => void,
): Promise<UsedSimulator<C>> {
  const started = await startSimulator(setup);
  atEnd(started.close);
  const properties = Object.getOwnPropertyDescriptors(started);
  const devices = { value: devicesOf(started), enumerable: true };
  return Object.defineProperties({} as UsedSimulator<C>, { ...properties, devices });
}

function devicesOf(started: Pick<StartedSimulator, 'device' | 'simulator'>): Devices {
  const ids = (): string[] => {
    const all: string[] = [];
    for (const { deviceId } of started.simulator.fleet.list()) {
      if (all.length === MOST_IDS) break;
      all.push(deviceId);
    }
    return all;
  };
  return {
    get: (deviceId) => {
      const found = started.device(deviceId);
      if (found) return found;
      const hint = didYouMean(deviceId, ids()) ?? '';
      throw new Error(`there is no device "${deviceId}". ${hint}`.trim());
    },
    get ids() {
      return ids();
    },
  };
}
