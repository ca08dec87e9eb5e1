// What it is to speak a shape: canonical value to wire and back, with an account of what did not fit.
import type { Description, ShapeSchema } from './json-schema.js';

/** An object as `JSON.stringify` takes it and `JSON.parse` gives it. */
export type WireObject = Record<string, unknown>;

/** One place at which data from the wire is not what the dialect says. */
export interface Mismatch {
  /** JSON Pointer (RFC 6901) into the decoded data; starts with the pointer that `decode` was given. */
  readonly pointer: string;
  /** What the dialect expects there, in words: `one of on, off, jog`. */
  readonly expected: string;
  /** What came, as short JSON, or `nothing`. */
  readonly actual: string;
  /** Where the dialect says so: `file:line:column`. */
  readonly declaredAt: string;
  /** It may be absent, and nothing needs it. */
  readonly optional?: true;
}

/** Whether it is a word that the dialect does not know, and not a value of another type. */
export function isUnknownWord({ expected, actual }: Mismatch): boolean {
  return /^(".*" with )?one of /.test(expected) && /^["\dtf-]/.test(actual);
}

export type Decoded<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      readonly mismatches: readonly Mismatch[];
      /** The value without what does not fit, where all of that may be absent. */
      readonly bearable?: T;
    };

export interface Codec<T> {
  /**
   * The wire's form of a canonical value: a new object that survives JSON unchanged. Throws AssertionError
   * when the dialect cannot carry the value (two elements under one key, a required field without a value).
   */
  encode(value: T): WireObject;
  /**
   * The canonical value of data from the wire; unknown fields are ignored. `pointer` is where the data sit in
   * the whole message, such as `/data`, and is what the pointers of mismatches start with.
   */
  decode(wire: unknown, pointer?: string): Decoded<T>;
}

/** A value whose lists may be any iterables. */
export type Iterated<T> = { readonly [K in keyof T]: T[K] extends readonly (infer E)[] ? Iterable<E> : T[K] };

/** A codec that also writes. */
export interface WritingCodec<T> extends Codec<T> {
  /**
   * What `encode` gives, as JSON: `encode` is this, read again. Values that are frozen through and through
   * are written once and remembered.
   */
  write(value: T): string;
}

/** The codec of a shape, which can also say what it writes. */
export interface ShapeCodec<T> extends WritingCodec<T> {
  /**
   * What `write` gives, in parts, for a value whose list may be made as it is walked: it is walked once.
   * @param whole gives the value with an array in it, where the sample needs all of the list at once.
   */
  parts(value: Iterated<T>, whole: () => T): Iterable<string>;
  /** A JSON Schema of everything that `encode` writes. */
  schema(how?: Description): ShapeSchema;
}
