// An analog input or a sensor: it shows what its signal is worth at this moment, or what it was set to.
import type { Clock } from '../../kernel/clock.js';
import type { AnalogInputSpec } from './device-spec.js';
import type { DeviceInfluences, ReadingChannel } from './influences.js';
import { createSignal } from './signals/registry.js';
import type { Signal, SignalSource, SignalSpec } from './signals/signal.js';

export interface ChannelReading {
  readonly channel: ReadingChannel;
  readonly unit: string | undefined;
  value(): number;
  /** What is really so, whatever is read. */
  truth(): number;
  /** What was really so at a time in ms; undefined for a time before what it shows now began. */
  past(time: number): number | undefined;
  /** What it was set to; undefined while it shows a signal. */
  held(): number | undefined;
  /** Ends the signal: the channel stays at `value`, which is not rounded. */
  set(value: number): void;
  /** Shows another signal that begins now. */
  follow(signal: SignalSpec): void;
}

/** What the readings of a device share. */
export interface ReadingSurroundings {
  readonly clock: Clock;
  readonly seed: number;
  /** Of the device: a channel adds its own name. */
  readonly label: string;
  /** When the signals began. */
  readonly origin: number;
  readonly influences: DeviceInfluences;
}

export function createChannelReading(
  channel: ReadingChannel,
  spec: AnalogInputSpec,
  surroundings: ReadingSurroundings,
): ChannelReading {
  return new OneReading(channel, spec, surroundings);
}

/** A class, as fleets have readings by the hundred thousand. */
class OneReading implements ChannelReading {
  readonly channel: ReadingChannel;
  private readonly spec: AnalogInputSpec;
  private readonly surroundings: ReadingSurroundings;
  private since: number;
  private signal: Signal | undefined = undefined;
  private fixed: number | undefined = undefined;

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
    const { clock, influences } = this.surroundings;
    const now = clock.now();
    return influences.reading(this.channel, this.valueAt(now), now, (time) => this.valueAt(time));
  }

  truth(): number {
    return this.valueAt(this.surroundings.clock.now());
  }

  past(time: number): number | undefined {
    return time < this.since ? undefined : this.valueAt(time);
  }

  held(): number | undefined {
    return this.fixed;
  }

  set(value: number): void {
    this.fixed = value;
    this.since = this.surroundings.clock.now();
  }

  follow(signal: SignalSpec): void {
    this.fixed = undefined;
    this.since = this.surroundings.clock.now();
    this.signal = createSignal(signal, this.source());
  }

  private valueAt(time: number): number {
    if (this.fixed !== undefined) return this.fixed;
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
