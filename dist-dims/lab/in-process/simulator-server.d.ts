import type { InProcessServer } from '../../harness/target/in-process/in-process-server.js';
import type { Clock } from '../../kernel/clock.js';
import type { Simulator } from '../../simulator/simulator.js';
/** @param current the simulator of the moment: a reset puts another in its place. */
export declare function simulatorServer(current: () => Simulator, clock: Clock): InProcessServer;
