// What changes something of a device that no event tells of.

export const CONFIG_OPERATIONS: ReadonlySet<string> = new Set([
  'device.rs485.baudRate.set',
  'device.relay.jogConfig.set',
]);

export const ANALOG_STIMULI: ReadonlySet<string> = new Set(['set-analog', 'set-sensor']);
