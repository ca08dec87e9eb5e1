// Each operation at the device: which parameters the device takes, what the operation does to its parts, and how long
// it takes.
import { assert } from '../../kernel/assert.js';
import { fromHex, toHex } from '../../kernel/hex.js';
import type { Operation, OperationName, OperationResult, ParamsOf } from '../../contract/operations.js';
import type { DeviceChannels } from './device.js';
import type { DeviceParts } from './device-parts.js';
import type { TimingSpec } from './device-spec.js';
import type { OperationPlan } from './operation-runner.js';
import type { Bus } from './rs485/bus.js';

export type DeviceResult = OperationResult | undefined;

interface OperationAtDevice<Params> {
  /** Why the device cannot carry it out, in words for the caller; undefined when it can. */
  faultOf(params: Params, channels: DeviceChannels): string | undefined;
  /** Throws at once when the device lacks the channel: whoever calls has asked `faultOf`. */
  plan(parts: DeviceParts, timing: TimingSpec, params: Params): OperationPlan<DeviceResult>;
}

/** In ms. */
const JOG = { shortest: 50, longest: 600_000 };
/** In bit/s. */
const BAUD_RATE = { slowest: 300, fastest: 1_000_000 };
const MOST_BYTES = 256;
/** In ms. */
const LONGEST_WAIT = 30_000;

const AT_DEVICE: { readonly [N in OperationName]: OperationAtDevice<ParamsOf<N>> } = {
  'device.relay.set': {
    faultOf: ({ relays }, channels) => {
      const seen = new Set<number>();
      for (const { index } of relays) {
        const missing = noSuchRelay(index, channels);
        if (missing !== undefined) return missing;
        if (seen.has(index)) return 'A relay is named twice.';
        seen.add(index);
      }
      return undefined;
    },
    plan: (parts, timing, { relays }) => {
      for (const { index } of relays) assertRelay(parts, index);
      return instant('control', timing.control, () => parts.relays.apply(relays));
    },
  },
  'device.rs485.transceive': {
    faultOf: ({ data, timeout = 0 }, channels) => {
      if (!channels.rs485) return NO_PORT;
      if (data.length === 0) return 'There is nothing to send.';
      if (data.length / 2 > MOST_BYTES) return `At most ${MOST_BYTES} bytes are sent at once.`;
      return timeout > LONGEST_WAIT ? `The longest wait is ${LONGEST_WAIT / 1000} s.` : undefined;
    },
    plan: (parts, timing, params) => transceive(busOf(parts), timing, params),
  },
  'device.rs485.baudRate.set': {
    faultOf: ({ baudRate }, channels) => {
      if (!channels.rs485) return NO_PORT;
      const { slowest, fastest } = BAUD_RATE;
      const fits = baudRate >= slowest && baudRate <= fastest;
      return fits ? undefined : `The baud rate is between ${slowest} and ${fastest} bit/s.`;
    },
    plan: (parts, timing, { baudRate }) => {
      const bus = busOf(parts);
      return instant('config', timing.config, () => {
        bus.baudRate = baudRate;
      });
    },
  },
  'device.relay.jogConfig.set': {
    faultOf: ({ index, duration }, channels) => {
      const { shortest, longest } = JOG;
      const fits = duration >= shortest && duration <= longest;
      const range = fits ? undefined : `A jog lasts between ${shortest} ms and ${longest / 1000} s.`;
      return noSuchRelay(index, channels) ?? range;
    },
    plan: (parts, timing, { index, duration }) => {
      assertRelay(parts, index);
      return instant('config', timing.config, () => parts.relays.setJogDuration(index, duration));
    },
  },
};

/** Why the device cannot carry the operation out, in words for the caller; undefined when it can. */
export function faultOf({ name, params }: Operation, channels: DeviceChannels): string | undefined {
  return atDevice(name).faultOf(params, channels);
}

/** Throws at once when the device lacks the channel: whoever calls has to know the channels. */
export function planOperation(
  parts: DeviceParts,
  timing: TimingSpec,
  { name, params }: Operation,
): OperationPlan<DeviceResult> {
  return atDevice(name).plan(parts, timing, params);
}

/** Each name has the parameters of its own, which the compiler cannot follow through a union. */
function atDevice(name: OperationName): OperationAtDevice<unknown> {
  return AT_DEVICE[name];
}

function instant(
  kind: 'control' | 'config',
  duration: number,
  effect: () => void,
): OperationPlan<DeviceResult> {
  const act: OperationPlan<DeviceResult>['act'] = (finish) => {
    effect();
    finish({ kind: 'done', value: undefined });
  };
  return { kind, duration, wait: 0, act };
}

function transceive(
  bus: Bus,
  timing: TimingSpec,
  { data, timeout = timing.transceiveTimeout }: ParamsOf<'device.rs485.transceive'>,
): OperationPlan<DeviceResult> {
  const request = fromHex(data);
  assert(request, 'the data of a transceive is hex');
  return {
    kind: 'transceive',
    duration: 0,
    wait: bus.timeFor(request.length) + timeout,
    act: (finish) =>
      bus.transceive(request, timeout, (response) =>
        finish(response ? { kind: 'done', value: { data: toHex(response) } } : { kind: 'timeout' }),
      ),
  };
}

const NO_PORT = 'The device has no RS485 port.';

function noSuchRelay(index: number, { relays }: DeviceChannels): string | undefined {
  return index > relays ? `There is no such relay; the device has ${relays}.` : undefined;
}

function assertRelay({ relays }: DeviceParts, index: number): void {
  assert(index >= 1 && index <= relays.all.length, `relay ${index} does not exist`);
}

function busOf({ bus }: DeviceParts): Bus {
  const port = bus.get();
  assert(port, 'the device has no RS485 port');
  return port;
}
