// A dialect: the names that the interface leaves open, as somebody's server writes them.
import type { Feature } from '../contract/features.js';
import type { ErrorCode } from '../contract/error-codes.js';
import {
  type Operation,
  operationFacts,
  type OperationName,
  type OperationResult,
  type ParamsOf,
} from '../contract/operations.js';
import type { Command } from '../contract/schemas/command.js';
import type { WsRequest } from '../contract/schemas/message.js';
import { defined } from '../kernel/defined.js';
import type { ShapeName, ShapeValue } from '../contract/schemas/shapes.js';
import * as z from 'zod';
import { type Endpoint, ENDPOINTS, type OperatingEndpoint } from '../contract/endpoints.js';
import type { PathBody } from '../contract/operation.js';
import { type IsSecretName, isTellingName } from '../output/secret-names.js';
import type { RandomStream } from '../kernel/random.js';

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

/** How a device list is paged: by cursors that the server gives out, by numbers of pages, or by how many devices come before. */
export interface Paging {
  /** The query parameter for how many devices a page has. */
  readonly limit: string;
  /** The query parameter for where a page begins. */
  readonly cursor: string;
  /** What that parameter has: a text that the page before has given, the number of the page, or the devices before it. */
  readonly counts: 'nothing' | 'pages' | 'devices';
  /** What the parameter has for the first page, where it counts. */
  readonly from: number;
}

export interface Dialect {
  readonly name: string;
  /** The file that it was read from, and the plain data in it. */
  readonly source: { readonly file: string; readonly text: string; readonly content: unknown };
  /**
   * The wire's form of a path of the interface, and of a path on the wire that of the interface: `/svc/v1/ws` and
   * `/io-fleet/v1/ws`. A path of the interface on such a wire becomes one that is not there.
   */
  path(path: string): string;
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

// What it is to speak a shape: canonical value to wire and back, with an account of what did not fit.

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
  /** It is absent, and a device may have none of these; optional as long as the device is not known to have some. */
  readonly none?: readonly DeviceGroup[];
}

/** What a device may have none of, by the last names of canonical paths: channels of a kind, and the speed of a port. */
export type DeviceGroup = 'relays' | 'digitalInputs' | 'analogInputs' | 'sensors' | 'baudRate';

/** The same where it is known what the device has: that may not be absent. */
export function withDeviceGroups<T>(decoded: Decoded<T>, has: (group: DeviceGroup) => boolean): Decoded<T> {
  if (decoded.ok || !decoded.mismatches.some(({ none }) => none?.some(has))) return decoded;
  const mismatches = decoded.mismatches.map((mismatch): Mismatch => {
    const { none, optional: _, ...missing } = mismatch;
    return none?.some(has) ? missing : mismatch;
  });
  return { ok: false, mismatches };
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

/** The same of another value. */
export function mapDecoded<T, U>(decoded: Decoded<T>, map: (value: T) => U): Decoded<U> {
  if (decoded.ok) return { ok: true, value: map(decoded.value) };
  const { mismatches, bearable } = decoded;
  return { ok: false, mismatches, ...(bearable !== undefined && { bearable: map(bearable) }) };
}

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
type Iterated<T> = { readonly [K in keyof T]: T[K] extends readonly (infer E)[] ? Iterable<E> : T[K] };

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

// What a dialect says of the wire it writes: JSON Schemas (draft 2020-12). Unknown fields are allowed in them.

export type ShapeSchema = Readonly<Record<string, unknown>>;

/** How a shape is to be described. Paths are those of the canonical value, joined by dots. */
export interface Description {
  /** The reference to a shape that is written within another; without it, that shape is described in place. */
  readonly refer?: (shape: ShapeName) => ShapeSchema;
  /** Canonical values that are known: their form on the wire is the only one there. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  /** What stands where the dialect passes data as they are. */
  readonly open?: Readonly<Record<string, ShapeSchema>>;
}

/** The description of a part with paths of its own. */
export function describedWithin({ refer }: Description): Description {
  return refer ? { refer } : {};
}

/** What the canonical schema says of a value that the wire writes as it is. */
export function canonicalJsonSchema(schema: z.core.$ZodType): ShapeSchema {
  const { $schema: _, ...facts } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  // That an integer is one that JSON carries is true of all of them, and helps nobody.
  if (facts.minimum === Number.MIN_SAFE_INTEGER) delete facts.minimum;
  if (facts.maximum === Number.MAX_SAFE_INTEGER) delete facts.maximum;
  return facts;
}

// The REST request of an operation: its body, and the index that stands in the path of some endpoints. Which body an
// endpoint takes is told by the contract; this is the one place that reads and writes it.

export function encodeOperationRequest(dialect: Dialect, endpoint: OperatingEndpoint, { params }: Operation) {
  const { codec, pathBody } = bodyOf(dialect, endpoint);
  if (!pathBody) return { body: codec.encode(params) };
  const { index, body } = pathBody.split(params);
  /** `index`: as the path writes it; absent where the path names no relay. */
  return { index: dialect.encodeIndex(index), body: codec.encode(body) };
}

/** @returns `no index` where the path should name a relay and what stands there is no index. */
export function decodeOperationRequest(
  dialect: Dialect,
  endpoint: OperatingEndpoint,
  request: { readonly body: unknown; readonly index: string },
): Decoded<Operation> | 'no index' {
  const { name, codec, pathBody } = bodyOf(dialect, endpoint);
  const index = pathBody && dialect.decodeIndex(request.index);
  if (pathBody && index === undefined) return 'no index';
  const body = codec.decode(request.body);
  if (!body.ok) return { ok: false, mismatches: body.mismatches };
  const params = pathBody && index !== undefined ? pathBody.join(index, body.value) : body.value;
  // The body was read by the codec of this operation, which the compiler cannot follow through a table.
  return { ok: true, value: { name, params } as Operation };
}

/** What a request on a connection asks for, in canonical terms; undefined where that cannot be read. */
export function frameFacts(
  { shapes, executeRequest }: Dialect,
  { topic, data }: Pick<WsRequest, 'topic' | 'data'>,
) {
  if (topic === 'session.ping') return { what: topic };
  if (topic === 'device.state.get') {
    const read = shapes.stateRequest.decode(data);
    return read.ok ? { what: topic, deviceId: read.value.deviceId } : undefined;
  }
  const read = topic === 'device.operation.execute' ? executeRequest.decode(data) : undefined;
  if (!read?.ok) return undefined;
  const { deviceId, operation, idempotencyKey } = read.value;
  return { what: topic, deviceId, operation, ...defined({ idempotencyKey }) };
}

function bodyOf(dialect: Dialect, endpoint: OperatingEndpoint) {
  const { operation: name } = ENDPOINTS[endpoint];
  const { body }: Endpoint = ENDPOINTS[endpoint];
  const codec: Codec<unknown> = body === undefined ? dialect.operationParams(name) : dialect.shapes[body];
  const pathBody: PathBody<unknown, unknown> | undefined =
    body === undefined ? undefined : operationFacts(name).bodies?.[body];
  return { name, codec, pathBody };
}

// The names under which the wire carries secrets in a dialect: those that the interface fixes, and the dialect's own.

/** Whether a field or a parameter of this name may hold a token, a ticket, a secret or a password. */
export function secretNames({ namesOf }: Pick<Dialect, 'namesOf'>): IsSecretName {
  const own = new Set([
    ...namesOf('ticket', 'ticket'),
    ...namesOf('passwordChange', 'currentPassword'),
    ...namesOf('passwordChange', 'newPassword'),
    ...namesOf('deviceAddition', 'password'),
  ]);
  return (name) => own.has(name) || isTellingName(name);
}

// Identifiers that a server makes up, as a dialect can write them.

/** How the dialect writes them: any text, or a text that spells a whole number. */
export type IdentifierForm = 'text' | 'number';

/** Twelve digits: as good as never the same twice, and carried by every number. */
const LEAST = 100_000_000_000;

export function newIdentifier(prefix: string, random: RandomStream, form: IdentifierForm = 'text'): string {
  return form === 'text' ? `${prefix}-${random.token(16)}` : String(random.integer(LEAST, LEAST * 10 - 1));
}
