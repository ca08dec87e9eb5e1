// An analog input or a sensor: it shows what its signal is worth at this moment, or what it was set to.
import type { Clock } from '../../kernel/clock.js';
import type { AnalogInputSpec } from './schema/profile.js';
import type { DevicePlaces, ReadingChannel } from './places.js';
import { createSignal, type Signal, type SignalSource } from './signals.js';
import type { SignalSpec } from './schema/signals.js';

/** What the readings of a device share. */
export interface ReadingSurroundings {
  readonly clock: Clock;
  readonly seed: number;
  /** Of the device: a channel adds its own name. */
  readonly label: string;
  /** When the signals began. */
  readonly origin: number;
  readonly places: () => DevicePlaces;
}

/** A class, as fleets have readings by the hundred thousand. */
export class ChannelReading {
  readonly channel: ReadingChannel;
  private readonly spec: AnalogInputSpec;
  private readonly surroundings: ReadingSurroundings;
  private since: number;
  private signal: Signal | undefined = undefined;
  /** What it was set to; undefined while it shows a signal. */
  held: number | undefined = undefined;

  constructor(channel: ReadingChannel, spec: AnalogInputSpec, surroundings: ReadingSurroundings) {
    this.channel = channel;
    this.spec = spec;
    this.surroundings = surroundings;
    this.since = surroundings.origin;
  }

  get unit(): string | undefined {
    return this.spec.unit;
  }

  value(): number {
    const { clock, places } = this.surroundings;
    const now = clock.now();
    return places().reading(this.channel, this.valueAt(now), now, (time) => this.valueAt(time));
  }

  /** What is really so, whatever is read. */
  truth(): number {
    return this.valueAt(this.surroundings.clock.now());
  }

  /** What was really so at a time in ms; undefined for a time before what it shows now began. */
  past(time: number): number | undefined {
    return time < this.since ? undefined : this.valueAt(time);
  }

  /** Ends the signal: the channel stays at `value`, which is not rounded. */
  set(value: number): void {
    this.held = value;
    this.since = this.surroundings.clock.now();
  }

  /** Shows another signal that begins now. */
  follow(signal: SignalSpec): void {
    this.held = undefined;
    this.since = this.surroundings.clock.now();
    this.signal = createSignal(signal, this.source());
  }

  private valueAt(time: number): number {
    if (this.held !== undefined) return this.held;
    // Made when it is first read: most channels of a large fleet never are.
    this.signal ??= createSignal(this.spec.signal, this.source());
    const factor = 10 ** this.spec.decimals;
    // Adding zero turns -0 into 0, which would not survive the way through JSON.
    return Math.round(this.signal(Math.max(0, time - this.since)) * factor) / factor + 0;
  }

  private source(): SignalSource {
    const { seed, label } = this.surroundings;
    const { channel } = this;
    const name = channel.kind === 'analogInput' ? `analog-${channel.index}` : `sensor-${channel.key}`;
    return { seed, label: `${label}/${name}` };
  }
}
