// The kinds of RS485 peripherals, by name.
import { createChatty } from './chatty.js';
import { createEcho } from './echo.js';
import { createModbusRtu } from './modbus-rtu.js';
import { createScripted } from './scripted.js';
import { createSilent } from './silent.js';
const FACTORIES = {
    echo: createEcho,
    'modbus-rtu': createModbusRtu,
    scripted: createScripted,
    silent: createSilent,
    chatty: createChatty,
};
export const PERIPHERAL_KINDS = Object.keys(FACTORIES);
export function createPeripheral(spec, source) {
    const factory = FACTORIES[spec.kind];
    return factory(spec, source);
}
