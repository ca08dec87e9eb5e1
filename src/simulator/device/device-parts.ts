// What a device is made of and in: its spec, its clock and its chance, those who look on, and its parts.
import type { Clock } from '../../kernel/clock.js';
import type { Random } from '../../kernel/random.js';
import type { DeviceSpec } from './schema/profile.js';
import { BARE_DEVICE, type DevicePlaces } from './places.js';
import { NO_WITNESS, type Witness } from './device.js';
import type { DeviceLink } from './device-link.js';
import type { DigitalInputs } from './digital-inputs.js';
import type { ChannelReading } from './reading.js';
import type { Relays } from './relay.js';
import type { Bus } from './rs485/bus.js';

export interface DeviceOptions {
  readonly deviceId: string;
  readonly spec: DeviceSpec;
  readonly clock: Clock;
  readonly random: Random;
  /** Clock time at which signals and patterns began; the moment of creation when absent. */
  readonly origin?: number;
  /** What is at the places of the device at this moment. */
  readonly places?: () => DevicePlaces;
  readonly witness?: Witness;
  /** Called whenever `isOnline` or `isPowered` may have become another answer. */
  readonly onStatus?: () => void;
  /** Called whenever `remember` may have become another answer. */
  readonly onTouched?: () => void;
}

/** The same, with what is taken where nothing was given. */
export type DeviceSurroundings = Required<DeviceOptions>;

const NOBODY_LOOKS = (): void => undefined;

export function surroundingsOf({
  witness = NO_WITNESS,
  onStatus = NOBODY_LOOKS,
  onTouched = NOBODY_LOOKS,
  places = () => BARE_DEVICE,
  ...given
}: DeviceOptions): DeviceSurroundings {
  return {
    origin: given.clock.now(),
    ...given,
    places,
    onTouched,
    // Whatever is witnessed or changes the status may change what is remembered, too.
    witness: (act) => {
      witness(act);
      onTouched();
    },
    onStatus: () => {
      onStatus();
      onTouched();
    },
  };
}

// Something that is made when it is first needed: most devices of a large fleet never use all their parts.

/** A class, as each device of a fleet has several. */
export class Lazy<T> {
  private readonly make: () => T;
  private holder: { readonly value: T } | undefined = undefined;

  constructor(make: () => T) {
    this.make = make;
  }

  get(): T {
    return (this.holder ??= { value: this.make() }).value;
  }

  /** What `get` has made; undefined when nobody has asked yet. */
  made(): T | undefined {
    return this.holder?.value;
  }
}

// Tells everyone who listens, in order: an event that a listener causes comes after the one it heard.

interface Listener<T> {
  readonly hear: (event: T) => void;
}

/** A class, as each device of a fleet has its own. */
export class Listeners<T> {
  /** Never changed, but replaced: those who are being told stay the same. */
  private listeners: readonly Listener<T>[] = [];
  /** Undefined while nobody is being told. */
  private queue: T[] | undefined = undefined;
  /** Called when the first one begins to listen, and when the last one stops. */
  private readonly onChange: () => void;

  constructor(onChange: () => void) {
    this.onChange = onChange;
  }

  get size(): number {
    return this.listeners.length;
  }

  add(hear: (event: T) => void): () => void {
    const entry = { hear };
    this.listeners = [...this.listeners, entry];
    if (this.listeners.length === 1) this.onChange();
    return () => this.remove(entry);
  }

  emit(event: T): void {
    if (this.listeners.length === 0) return;
    if (this.queue) {
      this.queue.push(event);
      return;
    }
    this.queue = [event];
    try {
      this.tell(this.queue);
    } finally {
      this.queue = undefined;
    }
  }

  clear(): void {
    for (const entry of this.listeners) this.remove(entry);
  }

  private remove(entry: Listener<T>): void {
    const left = this.listeners.filter((each) => each !== entry);
    if (left.length === this.listeners.length) return;
    this.listeners = left;
    if (left.length === 0) this.onChange();
  }

  private tell(queue: T[]): void {
    for (let event = queue.shift(); event !== undefined; event = queue.shift()) {
      for (const { hear } of this.listeners) hear(event);
    }
  }
}

// The parts that a device is put together from, for those who work on several of them.

export interface DeviceParts {
  readonly relays: Relays;
  readonly inputs: DigitalInputs;
  readonly analogInputs: readonly ChannelReading[];
  readonly sensors: readonly ChannelReading[];
  /** Holds undefined when the device has no port. */
  readonly bus: Lazy<Bus | undefined>;
  readonly deviceLink: DeviceLink;
}
