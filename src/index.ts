// What others may import from this package.
export { startSimulator, type SimulatorSetup, type StartedSimulator } from './cli/library.js';
export type { Clock, Timer } from './kernel/clock.js';
export { createManualClock, type ManualClock } from './kernel/manual-clock.js';
export { createScaledClock, type ScaledClock } from './kernel/scaled-clock.js';
export { createSystemClock } from './kernel/system-clock.js';
export { RULES, type RuleId } from './contract/rules/catalogue.js';
export type { Rule } from './contract/rules/rule.js';
export { jsonReportSchema, type JsonReport } from './report/json-schema.js';
