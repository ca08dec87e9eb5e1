// What others may import from this package as a whole: the simulator, and the harness that judges servers.
export * from './library/simulator.js';
export * from './library/harness.js';
