// From what is known of a device in this process to what is kept of it beyond, and back.
import type { DeviceBefore } from '../restore/record.js';
import { type Aspect, CONFIGURATION, RELAYS, type AspectTouch, type Values } from './aspect.js';
import type { DeviceLedger } from './ledger.js';

/** What was touched, as it was found. */
export function deviceBefore(device: DeviceLedger): DeviceBefore {
  const { name, deviceId, jogged } = device;
  const switched = RELAYS.operations(foundOf(device, RELAYS));
  const settings = CONFIGURATION.operations(foundOf(device, CONFIGURATION));
  const baudRate = settings.flatMap((each) =>
    each.name === 'device.rs485.baudRate.set' ? [each.params.baudRate] : [],
  )[0];
  return {
    name,
    deviceId,
    relays: switched.flatMap((each) =>
      each.name === 'device.relay.set'
        ? each.params.relays.map(({ index, action }) => ({ index, on: action === 'on' }))
        : [],
    ),
    jogged: [...jogged],
    jogDurations: settings.flatMap((each) =>
      each.name === 'device.relay.jogConfig.set'
        ? [{ index: each.params.index, jogDuration: each.params.duration }]
        : [],
    ),
    ...(baudRate === undefined ? {} : { baudRate }),
  };
}

function foundOf(device: DeviceLedger, aspect: Aspect): Values {
  const { initial, touched } = device.aspect(aspect);
  return new Map([...(initial ?? [])].filter(([key]) => touched.has(key)));
}

/** From now on it is to be put back. @param at clock time in ms, at which others changed it at the latest. */
export function adoptDevice(device: DeviceLedger, before: DeviceBefore, at: number): void {
  const { relays, jogged, jogDurations, baudRate } = before;
  const states = RELAYS.valuesIn({ peripherals: { relays } });
  const settings = CONFIGURATION.valuesIn({ relays: jogDurations, baudRate });
  const known = new Map([...settings].filter(([, value]) => value !== undefined));
  adopt(device, { aspect: RELAYS, keys: [...states.keys()], jogs: jogged }, states);
  adopt(device, { aspect: CONFIGURATION, keys: [...known.keys()], jogs: [] }, known);
  if (jogged.length > 0) device.jogEndedBy(at);
  device.changedByOthers(at);
}

function adopt(device: DeviceLedger, touch: AspectTouch, values: Values): void {
  if (touch.keys.length === 0) return;
  device.aspect(touch.aspect).note(values);
  device.touch(touch);
  device.ended(undefined);
}
