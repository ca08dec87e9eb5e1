import type { Peripheral } from './peripheral.js';
import type { ScriptedSpec } from './rs485-spec.js';
export declare function createScripted({ baudRate, rules }: ScriptedSpec): Peripheral;
