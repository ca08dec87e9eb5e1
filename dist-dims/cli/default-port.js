// The port of the simulator.
/** Where `conform serve` listens when nothing else is said. */
export const DEFAULT_PORT = 7070;
