// What an analog input or a sensor shows over time. A signal is a pure function: nothing runs between reads.
import type { ReplayPoint, SignalKind, SignalSpec } from './schema/signals.js';
import { fractionsOf } from '../../kernel/random.js';

/** Value at `elapsed` ms since the signal began. */
export type Signal = (elapsed: number) => number;

/** Where a signal's chance comes from: the same source gives the same signal. */
export interface SignalSource {
  readonly seed: number;
  readonly label: string;
}

// The kinds of signals, by name.

type SpecOf<K extends SignalKind> = Extract<SignalSpec, { kind: K }>;
type Factory<K extends SignalKind> = (spec: SpecOf<K>, source: SignalSource) => Signal;

const FACTORIES: { readonly [K in SignalKind]: Factory<K> } = {
  constant: createConstant,
  sine: createSine,
  ramp: createRamp,
  step: createStep,
  'random-walk': createRandomWalk,
  noise: (spec, source) => createNoise(spec, source, createSignal(spec.on, below(source))),
  replay: createReplay,
};

export function createSignal(spec: SignalSpec, source: SignalSource): Signal {
  const factory = FACTORIES[spec.kind] as (spec: SignalSpec, source: SignalSource) => Signal;
  return factory(spec, source);
}

/** The base of a noise draws from its own stream, or two noises on top of each other would be one. */
function below({ seed, label }: SignalSource): SignalSource {
  return { seed, label: `${label}/base` };
}

// The signals that an analog input or a sensor can follow: each gives its value as a function of the time.

// A signal that stays as it is.

function createConstant({ value }: SpecOf<'constant'>): Signal {
  return () => value;
}

// A signal with a deviation on top that is drawn anew in each slot of time.

function createNoise({ amplitude, every }: SpecOf<'noise'>, source: SignalSource, base: Signal): Signal {
  const deviationAt = deviationsOf(source);
  return (elapsed) => base(elapsed) + amplitude * deviationAt(Math.floor(elapsed / every));
}

// A signal that goes straight from one value to another.

function createRamp({ from, to, over, after }: SpecOf<'ramp'>): Signal {
  return (elapsed) => from + (to - from) * progress(elapsed / over, after);
}

/** How much of the way is done, 0 to 1, after so many lengths of the ramp. */
function progress(lengths: number, after: SpecOf<'ramp'>['after']): number {
  if (after === 'hold') return Math.min(1, lengths);
  if (after === 'repeat') return lengths % 1;
  const turn = lengths % 2;
  return turn <= 1 ? turn : 2 - turn;
}

// A signal that wanders. A walk that sums up its steps would have to go over all of the past at each read;
// this one adds slopes of growing length and height, and looks the same at a fixed price.

/** The longest slope lasts 2^15 times `every`; beyond that the walk wanders no wider. */
const OCTAVES = 16;

/** Root mean square change of the whole sum within one `every`, in units of its shortest slope's height. */
const CHANGE_PER_STEP = 1.15;

function createRandomWalk(spec: SpecOf<'random-walk'>, source: SignalSource): Signal {
  const { start, step, every, least, most } = spec;
  const slopeAt = slopesOf(source);
  const strayed = (elapsed: number): number => {
    let sum = 0;
    for (let octave = 0; octave < OCTAVES; octave++) {
      // A walk strays with the root of the time: twice as long, 1.41 times as far.
      const height = (step / CHANGE_PER_STEP) * 2 ** (octave / 2);
      sum += height * slopeAt(octave, elapsed / (every * 2 ** octave));
    }
    return sum;
  };
  const beginning = strayed(0);
  return (elapsed) => fold(start + strayed(elapsed) - beginning, least, most);
}

/** Reflects a value at both walls until it lies between them. */
function fold(value: number, least: number, most: number): number {
  if (value >= least && value <= most) return value;
  if (!Number.isFinite(least)) return 2 * most - value;
  if (!Number.isFinite(most)) return 2 * least - value;
  const width = most - least;
  if (width <= 0) return least;
  const beyond = (((value - least) % (2 * width)) + 2 * width) % (2 * width);
  return least + (beyond <= width ? beyond : 2 * width - beyond);
}

// A signal that was recorded elsewhere.

function createReplay({ points, between, after }: SpecOf<'replay'>): Signal {
  const last = points.at(-1) ?? { at: 0, value: 0 };
  const first = points[0] ?? last;
  return (elapsed) => {
    const time = after === 'repeat' && last.at > 0 ? elapsed % last.at : elapsed;
    if (time < first.at) return first.value;
    const at = lastAtOrBefore(points, time);
    const from = points[at] ?? last;
    const to = points[at + 1];
    if (!to || between === 'hold') return from.value;
    return from.value + ((to.value - from.value) * (time - from.at)) / (to.at - from.at);
  };
}

function lastAtOrBefore(points: readonly ReplayPoint[], time: number): number {
  let low = 0;
  let high = points.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((points[middle]?.at ?? Infinity) <= time) low = middle;
    else high = middle - 1;
  }
  return low;
}

// A signal that swings around its mean.

function createSine({ mean, amplitude, period, phase }: SpecOf<'sine'>): Signal {
  // The remainder first: after years, the sine of a huge angle would have lost its digits.
  return (elapsed) => mean + amplitude * Math.sin(2 * Math.PI * ((elapsed % period) / period + phase));
}

// A signal that jumps from level to level.

function createStep({ levels, every, after }: SpecOf<'step'>): Signal {
  return (elapsed) => {
    const steps = Math.floor(elapsed / every);
    const at = after === 'repeat' ? steps % levels.length : Math.min(steps, levels.length - 1);
    return levels[at] ?? 0;
  };
}

// Numbers by chance that belong to moments: the ground on which noise and random walks stand.

/** Places between two lanes: more than any elapsed time has. */
const LANE = 2 ** 44;

/** The deviation of a place of the lattice, -1 to 1: the same each time one looks. */
function deviationsOf({ seed, label }: SignalSource): (place: number) => number {
  const fractionAt = fractionsOf(seed, label);
  return (place) => fractionAt(place) * 2 - 1;
}

interface Slope {
  readonly place: number;
  readonly from: number;
  readonly to: number;
}

/** The straight line between the deviations of the two places around `position`; each lane has its own. */
function slopesOf(source: SignalSource): (lane: number, position: number) => number {
  const deviationAt = deviationsOf(source);
  // Of each lane the latest slope: those of the long lanes last for many reads.
  const latest: (Slope | undefined)[] = [];
  return (lane, position) => {
    const place = Math.floor(position);
    const first = lane * LANE + place;
    const known = latest[lane];
    const slope =
      known?.place === place ? known : { place, from: deviationAt(first), to: deviationAt(first + 1) };
    latest[lane] = slope;
    return slope.from + (slope.to - slope.from) * (position - place);
  };
}
