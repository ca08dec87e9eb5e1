// What others may import from this package.
export { startSimulator, } from './cli/library.js';
export { createManualClock } from './kernel/manual-clock.js';
export { passTime } from './kernel/pass-time.js';
export { createSteerableClock } from './kernel/steerable-clock.js';
export { createScaledClock } from './kernel/scaled-clock.js';
export { createSystemClock } from './kernel/system-clock.js';
export { RULES } from './contract/rules/catalogue.js';
export { jsonReportSchema } from './report/json-schema.js';
