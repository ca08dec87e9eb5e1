// What one operation is, as data: everything that encoders, decoders, documents and judges have to know of it.
import type * as z from 'zod';
import type { Feature } from './features.js';
import type { Scope } from './scopes.js';

/** What an operation does to one thing of its device; indices are counted from 1. */
export type Touch =
  | { readonly kind: 'relay'; readonly index: number; readonly to: 'on' | 'off' | 'jog' }
  /** In ms. */
  | { readonly kind: 'jogDuration'; readonly index: number; readonly to: number }
  /** In bit/s. */
  | { readonly kind: 'baudRate'; readonly to: number }
  /** Bytes that are put on the RS485 line, in hex. */
  | { readonly kind: 'rs485'; readonly data: string };

/** A body for an endpoint whose path names the relay: parameters without that relay's index. */
export interface PathBody<Params, Body> {
  join(index: number, body: Body): Params;
  /** Throws AssertionError for parameters that name another number of relays than one. */
  split(params: Params): { readonly index: number; readonly body: Body };
}

type Shapes = Readonly<Record<string, z.ZodObject>>;

export interface OperationFacts<S extends Shapes, P extends keyof S, R extends keyof S> {
  readonly scope: Scope;
  readonly summary: string;
  /** What a server that does not have the operation is without. */
  readonly feature?: Feature;
  /** The shapes that a dialect spells out for it, by name. */
  readonly shapes: S;
  /** Which of them is the parameters: they stand in commands, in WebSocket requests and in most bodies. */
  readonly params: P;
  /** Which of them is the result of a command that succeeded; absent where no result is known. */
  readonly result?: R;
  /** Those of them that are bodies of endpoints whose path names the relay. */
  readonly bodies?: { readonly [B in keyof S]?: PathBody<z.infer<S[P]>, z.infer<S[B]>> };
  /** For each list in its shapes the word by which a dialect speaks of one element. */
  readonly elementWords?: readonly (readonly [list: z.core.$ZodType, word: string])[];
  /** What it does to the device when it is carried out, in the order of the parameters. */
  touches(params: z.infer<S[P]>): readonly Touch[];
  /** How long it keeps its device at work when nobody answers on the RS485 line, in ms; 0 where that is open. */
  waits?(params: z.infer<S[P]>): number;
}

/** Keeps the types of the shapes while the functions beside them are checked against these. */
export function defineOperation<
  const S extends Shapes,
  const P extends keyof S,
  const R extends keyof S = never,
>(facts: OperationFacts<S, P, R>): OperationFacts<S, P, R> {
  return facts;
}
