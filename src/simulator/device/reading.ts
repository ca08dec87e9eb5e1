// An analog input or a sensor: it shows what its signal is worth at this moment, or what it was set to.
import type { Clock } from '../../kernel/clock.js';
import type { AnalogInputSpec } from './device-spec.js';
import type { DeviceInfluences, ReadingChannel } from './influences.js';
import { createSignal } from './signals/registry.js';
import type { Signal, SignalSpec } from './signals/signal.js';

export interface Reading {
  readonly channel: ReadingChannel;
  readonly unit: string | undefined;
  value(): number;
  /** What it was set to; undefined while it shows a signal. */
  held(): number | undefined;
  /** Ends the signal: the channel stays at `value`, which is not rounded. */
  set(value: number): void;
  /** Shows another signal that begins now. */
  follow(signal: SignalSpec): void;
}

export interface ReadingOptions {
  readonly channel: ReadingChannel;
  readonly spec: AnalogInputSpec;
  readonly clock: Clock;
  readonly seed: number;
  readonly label: string;
  /** When the signal began. */
  readonly origin: number;
  readonly influences: DeviceInfluences;
}

export function createReading(options: ReadingOptions): Reading {
  const { channel, spec, clock, seed, label, influences } = options;
  const factor = 10 ** spec.decimals;
  let since = options.origin;
  let signal: Signal | undefined;
  let fixed: number | undefined;
  // Made when it is first read: most channels of a large fleet never are.
  const current = (): Signal => (signal ??= createSignal(spec.signal, { seed, label }));
  const valueAt = (time: number): number =>
    // Adding zero turns -0 into 0, which would not survive the way through JSON.
    fixed ?? Math.round(current()(Math.max(0, time - since)) * factor) / factor + 0;

  return {
    channel,
    unit: spec.unit,
    value: () => {
      const now = clock.now();
      return influences.reading(channel, valueAt(now), now, valueAt);
    },
    held: () => fixed,
    set: (value) => {
      fixed = value;
    },
    follow: (next) => {
      fixed = undefined;
      since = clock.now();
      signal = createSignal(next, { seed, label });
    },
  };
}
