// The kinds of RS485 peripherals, by name.
import { createChatty } from './chatty.js';
import { createEcho } from './echo.js';
import { createModbusRtu } from './modbus-rtu.js';
import type { Peripheral, PeripheralSource } from './peripheral.js';
import type { PeripheralKind, PeripheralSpec } from './rs485-spec.js';
import { createScripted } from './scripted.js';
import { createSilent } from './silent.js';

const FACTORIES: {
  readonly [K in PeripheralKind]: (
    spec: Extract<PeripheralSpec, { kind: K }>,
    source: PeripheralSource,
  ) => Peripheral;
} = {
  echo: createEcho,
  'modbus-rtu': createModbusRtu,
  scripted: createScripted,
  silent: createSilent,
  chatty: createChatty,
};

export const PERIPHERAL_KINDS = Object.keys(FACTORIES) as readonly PeripheralKind[];

export function createPeripheral(spec: PeripheralSpec, source: PeripheralSource): Peripheral {
  const factory = FACTORIES[spec.kind] as (spec: PeripheralSpec, source: PeripheralSource) => Peripheral;
  return factory(spec, source);
}
