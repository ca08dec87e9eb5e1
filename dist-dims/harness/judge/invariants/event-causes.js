// What changes something of a device that no event tells of.
import { OPERATION_NAMES, OPERATIONS } from '../../../contract/operations.js';
export const CONFIG_OPERATIONS = new Set(OPERATION_NAMES.filter((name) => OPERATIONS[name].scope === 'device:config'));
export const ANALOG_STIMULI = new Set(['set-analog', 'set-sensor']);
