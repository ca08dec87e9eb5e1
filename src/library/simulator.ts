// `relaybench/simulator`: the device cloud inside of a test or a program, with its clocks.
export {
  type LibraryFaults,
  startSimulator,
  type SimulatorSetup,
  type StartedSimulator,
} from './start-simulator.js';
export type { Clock, Timer } from '../kernel/clock.js';
export { createManualClock, type ManualClock } from '../kernel/manual-clock.js';
export { createSteerableClock, type SteerableClock } from '../kernel/machine-clock.js';
export { createScaledClock, type ScaledClock } from '../kernel/machine-clock.js';
export { createSystemClock } from '../kernel/machine-clock.js';
export type { VirtualClock } from '../kernel/virtual-clock.js';
export { createVirtualClock, passTime } from './start-simulator.js';
export type { DeviceHandle } from '../simulator/control/installation.js';
export type { JournalFilter, JournalRecord } from '../simulator/control/journal/entry.js';
export type { Journal } from '../simulator/control/journal/journal.js';
export type { Snapshot } from '../simulator/control/snapshot/snapshot.js';
