import type { Signal, SignalKind, SignalSource, SignalSpec } from './signal.js';
export declare const SIGNAL_KINDS: readonly SignalKind[];
export declare function createSignal<K extends SignalKind>(spec: Extract<SignalSpec, {
    kind: K;
}>, source: SignalSource): Signal;
export declare function createSignal(spec: SignalSpec, source: SignalSource): Signal;
