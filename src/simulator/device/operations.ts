// What the service can ask of a device, the four operations and the refresh: which parameters the device takes, what
// each does to its parts, how long it takes in the device's own time, and what the service gets to hear of it.
import type { RandomStream } from '../../kernel/random.js';
import type { DeviceOutcome, DeviceChannels } from './device.js';
import type { TimingSpec } from './schema/profile.js';
import type { OperationKind } from './places.js';
import { type DeviceParts, type DeviceSurroundings, Lazy } from './device-parts.js';
import { assert } from '../../kernel/assert.js';
import { fromHex, toHex } from '../../kernel/hex.js';
import type { Operation, OperationName, OperationResult, ParamsOf } from '../../contract/operations.js';
import type { Bus } from './rs485/bus.js';
import type { Peripherals } from '../../contract/schemas/device.js';
import { peripheralsOf } from './device-views.js';

type FinishOperation<T> = (outcome: DeviceOutcome<T>) => void;

interface OperationPlan<T> {
  readonly kind: OperationKind;
  readonly duration: number;
  /** What the operation takes beyond `duration`, at most. */
  readonly wait: number;
  /** Takes place when the duration is over; calls `finish` at once or later. */
  readonly act: (finish: FinishOperation<T>) => void;
}

const TIMEOUT = { kind: 'timeout' } as const;

// Each operation at the device: which parameters the device takes, what the operation does to its parts, and how long
// it takes.

type DeviceResult = OperationResult | undefined;

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

// What the service can ask of a device: the four operations and the refresh.

/** A class, as each device of a fleet has its own. */
export class Operations {
  /** How many operations have been carried out; refreshes are not counted. */
  executions = 0;
  private readonly surroundings: DeviceSurroundings;
  private readonly parts: DeviceParts;
  /** An operation may have changed what the device reports. */
  private readonly report: () => void;
  private readonly chance: Lazy<RandomStream>;

  constructor(surroundings: DeviceSurroundings, parts: DeviceParts, report: () => void) {
    const { deviceId, random } = surroundings;
    this.surroundings = surroundings;
    this.parts = parts;
    this.report = report;
    this.chance = new Lazy(() => random.stream(`device/${deviceId}/timing`));
  }

  refresh(): Promise<DeviceOutcome<Peripherals>> {
    const { refresh } = this.surroundings.spec.timing;
    return this.run({
      kind: 'refresh',
      duration: refresh,
      wait: 0,
      act: (finish) => finish({ kind: 'done', value: peripheralsOf(this.parts) }),
    });
  }

  // Async, so that a plan that cannot be made rejects rather than throws.
  async perform(operation: Operation): Promise<DeviceOutcome<DeviceResult>> {
    const { spec, witness } = this.surroundings;
    const plan = atDevice(operation.name).plan(this.parts, spec.timing, operation.params);
    return this.run({
      ...plan,
      act: (finish) => {
        this.executions++;
        witness({ act: 'operation', operation });
        plan.act(finish);
        this.report();
      },
    });
  }

  /** In the device's own time; decides what the service gets to hear of it. */
  private run<T>(plan: OperationPlan<T>): Promise<DeviceOutcome<T>> {
    if (!this.parts.deviceLink.isOnline()) return Promise.resolve({ kind: 'unreachable' });
    return new Promise((resolve) => this.start(plan, resolve));
  }

  private start<T>({ kind, duration, wait, act }: OperationPlan<T>, settle: FinishOperation<T>): void {
    const { clock, spec, places } = this.surroundings;
    const { deviceLink } = this.parts;
    const { drops, stops } = deviceLink;
    const answering = places().answering(kind);
    let over = false;
    const end: FinishOperation<T> = (outcome) => {
      if (over) return;
      over = true;
      deadline.cancel();
      const cut = deviceLink.drops !== drops || deviceLink.stops !== stops;
      settle(cut ? TIMEOUT : outcome);
    };
    const patience = places().answerTimeout(spec.timing.answerTimeout);
    const deadline = clock.setTimer(`${kind} unanswered`, patience + wait, () => end(TIMEOUT));
    if (answering === 'deaf') return;
    clock.setTimer(kind, this.timeFor(kind, duration), () => {
      // A device that stopped has forgotten the operation; one that lost its link carries on.
      if (deviceLink.stops !== stops) end(TIMEOUT);
      // Nobody waits for the bytes of a transceive that is this late, and they would spoil the next one.
      else if (kind !== 'transceive' || !over) act(answering === 'mute' ? () => undefined : end);
    });
  }

  private timeFor(kind: OperationKind, nominal: number): number {
    const { spec, places } = this.surroundings;
    const most = spec.timing.jitter;
    const jitter = most > 0 ? most * this.chance.get().fraction() : 0;
    return Math.max(0, places().operationTime(nominal + jitter, kind));
  }
}
