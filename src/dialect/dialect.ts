// A dialect: the names that the interface leaves open, as somebody's server writes them.
import type { Feature } from '../contract/features.js';
import type { ErrorCode } from '../contract/error-codes.js';
import type { Operation, OperationName, OperationResult, ParamsOf } from '../contract/operations.js';
import type { Command } from '../contract/schemas/command.js';
import type { ShapeName, ShapeValue } from '../contract/schemas/shapes.js';
import type { Codec, ShapeCodec, WritingCodec } from './codec.js';
import type { Paging } from './paging.js';

export type { Codec, Decoded, Mismatch } from './codec.js';
export type { ShapeSchema } from './json-schema.js';

/** A command whose parameters and result are canonical. */
export type CommandValue = Omit<Command, 'operation' | 'params' | 'result'> & {
  operation: Operation;
  result?: OperationResult | undefined;
};

/** `data` of a `device.operation.execute` request with canonical parameters. */
export interface ExecuteValue {
  deviceId: string;
  idempotencyKey?: string | undefined;
  operation: Operation;
}

export interface Dialect {
  readonly name: string;
  /** The file that it was read from. */
  readonly source: { readonly file: string; readonly text: string };
  /** What the wire calls the first relay or input. */
  readonly indexBase: 0 | 1;
  /** How the device list is paged. */
  readonly paging: Paging;
  /** How many seconds one of `expiresIn` of an access token is: the interface does not show its unit. */
  readonly lifetimeUnit: number;
  /** What servers that speak it do not have. */
  readonly without: ReadonlySet<Feature>;
  /** Identifiers that are written as numbers have to spell whole ones. */
  readonly identifiers: Readonly<Record<'device' | 'command' | 'event', 'text' | 'number'>>;
  /** Who chooses the identifier of a device that is added: who adds it, or the server, which names it in its reply. */
  readonly namesDevices: 'client' | 'server';
  /** Where the frame of an event has its data, as a JSON Pointer; empty where their fields lie in the frame itself. */
  readonly eventData: string;
  /**
   * The names that the fields of a shape have on the wire, at any depth; none where it has no such shape.
   * @param field only those with this field of the canonical value in them, such as `password`.
   */
  namesOf(shape: ShapeName, field?: string): readonly string[];
  readonly shapes: { readonly [N in ShapeName]: ShapeCodec<ShapeValue<N>> };
  /** `data.command`: the shape `command` with the shapes of the operation's parameters and result in it. */
  readonly command: WritingCodec<CommandValue>;
  /** The shape `executeRequest` with the shape of the operation's parameters in it. */
  readonly executeRequest: Codec<ExecuteValue>;
  operationParams<N extends OperationName>(name: N): Codec<ParamsOf<N>>;
  /** The wire's code and HTTP status of a refusal. */
  error(code: ErrorCode): { readonly code: string; readonly status: number };
  /** The refusal that a code on the wire stands for; the first one where the dialect gives several one code. */
  canonicalCode(wireCode: string): ErrorCode | undefined;
  /** A canonical index (from 1) as a path writes it. */
  encodeIndex(index: number): string;
  /** The canonical index of a path's text; undefined when it is no index. */
  decodeIndex(text: string): number | undefined;
}
