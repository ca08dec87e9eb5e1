// The kinds of signals, by name.
import {
  createConstant,
  createNoise,
  createRamp,
  createRandomWalk,
  createReplay,
  createSine,
  createStep,
} from './signals.js';
import type { Signal, SignalKind, SignalSource, SignalSpec } from './signal.js';

type Factory<K extends SignalKind> = (spec: Extract<SignalSpec, { kind: K }>, source: SignalSource) => Signal;

const FACTORIES: { readonly [K in SignalKind]: Factory<K> } = {
  constant: createConstant,
  sine: createSine,
  ramp: createRamp,
  step: createStep,
  'random-walk': createRandomWalk,
  noise: (spec, source) => createNoise(spec, source, createSignal(spec.on, below(source))),
  replay: createReplay,
};

export const SIGNAL_KINDS = Object.keys(FACTORIES) as readonly SignalKind[];

export function createSignal<K extends SignalKind>(
  spec: Extract<SignalSpec, { kind: K }>,
  source: SignalSource,
): Signal;
export function createSignal(spec: SignalSpec, source: SignalSource): Signal;
export function createSignal(spec: SignalSpec, source: SignalSource): Signal {
  const factory = FACTORIES[spec.kind] as (spec: SignalSpec, source: SignalSource) => Signal;
  return factory(spec, source);
}

/** The base of a noise draws from its own stream, or two noises on top of each other would be one. */
function below({ seed, label }: SignalSource): SignalSource {
  return { seed, label: `${label}/base` };
}
