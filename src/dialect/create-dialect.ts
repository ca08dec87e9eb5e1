// Puts a dialect together from its settings and the compiled samples.
import type { Feature } from '../contract/features.js';
import { channelIndex } from '../contract/schemas/scalars.js';
import { SHAPE_NAMES, type ShapeName, SHAPES } from '../contract/schemas/shapes.js';
import { placeOf } from '../document/problem.js';
import type { Path, YamlDocument } from '../document/yaml-document.js';
import { compileShapes } from './compile-shapes.js';
import type {
  Codec,
  CommandValue,
  Decoded,
  Dialect,
  ExecuteValue,
  Mismatch,
  ShapeCodec,
  WireObject,
  WritingCodec,
} from './dialect.js';
import { lackingCodec, lackingShapes, type Settings, SIGNS_OF_MORE } from './settings.js';
import {
  type Canonical,
  type DecodeRun,
  type FieldOrigin,
  type Node,
  NOTHING,
  rememberingFrozen,
  shown,
  startRun,
} from './node.js';
import { namesIn, placeholdersOf, pointerTo, type ReportProblem, type Samples } from './sample.js';
import { asText, indexCodec } from './scalar-codec.js';
import type * as z from 'zod';
import {
  isOperationName,
  type Operation,
  OPERATION_NAMES,
  operationFacts,
  type OperationName,
  type OperationResult,
  type ParamsOf,
} from '../contract/operations.js';
import type { Command } from '../contract/schemas/command.js';
import { assert } from '../kernel/assert.js';

/** Of use only when nothing was reported. */
export function createDialect(
  document: YamlDocument,
  settings: Settings,
  samples: Samples,
  report: ReportProblem,
): Dialect {
  const { name, indexBase, paging, lifetimeUnit, statuses, without } = settings;
  checkPaging(document, settings, samples, report);
  const nodes = compileShapes(samples, { indexBase, statuses, without }, document.file, report);
  const declaredAt = (path: Path): string => placeOf(document.placeOf(path));
  const lacking = lackingShapes(without);
  const codecs = SHAPE_NAMES.map((shape) => [
    shape,
    lacking.has(shape)
      ? lackingCodec(shape, lacking.get(shape), declaredAt([]))
      : createShapeCodec<unknown>(nodes.get(shape) ?? NOTHING, SHAPES[shape], declaredAt([shape])),
  ]);
  // Each codec was made from the schema of its name, which the compiler cannot follow through a list.
  const all = Object.fromEntries(codecs) as Dialect['shapes'];
  const shapes = samples.has('deviceState') ? all : { ...all, deviceState: all.deviceDetail };
  const params = paramsCodecs(shapes);
  const pointer = (shape: ShapeName, placeholder: string): string => {
    const sample = samples.get(shape);
    return (sample && pointerTo(sample, placeholder)) ?? '';
  };
  return {
    name,
    source: { file: document.file, text: document.text, content: document.value },
    path: settings.path,
    indexBase,
    paging,
    lifetimeUnit,
    without: new Set([...without, ...unshown(samples)]),
    identifiers: identifiersOf(samples),
    namesDevices: namesDevices(samples),
    eventData: pointer('wsEvent', '$data'),
    namesOf: (shape, field) => {
      const sample = samples.get(shape);
      return sample ? namesIn(sample, field) : [];
    },
    shapes,
    command: createCommandCodec(shapes),
    executeRequest: createExecuteCodec(shapes, {
      name: pointer('executeRequest', '$operation.name'),
      params: pointer('executeRequest', '$operation.params'),
      declaredAt: declaredAt(['executeRequest', 'operation', 'name']),
    }),
    operationParams: (operation) => params[operation],
    ...settings.errors,
    ...indexText(indexBase),
  };
}

/** Whoever counts pages has to see where they end. */
function checkPaging(
  document: YamlDocument,
  { paging, without }: Settings,
  samples: Samples,
  report: ReportProblem,
): void {
  const list = samples.get('deviceList');
  if (paging.counts === 'nothing' || without.has('paging') || !list) return;
  if (SIGNS_OF_MORE.some((field) => namesIn(list, field).length > 0)) return;
  report(
    document.placeOf(['paging']),
    'pages are counted, and deviceList does not show whether there is another one',
    'Show $total, $pages, $more? or $nextCursor? in deviceList, or say `without: [paging]`.',
  );
}

function namesDevices(samples: Samples): Dialect['namesDevices'] {
  const sample = samples.get('deviceAddition');
  return sample && placeholdersOf(sample).every(({ name }) => name !== '$deviceId') ? 'server' : 'client';
}

const IDENTIFIERS = { device: '$deviceId', command: '$commandId', event: '$eventId' } as const;

function identifiersOf(samples: Samples): Dialect['identifiers'] {
  const placeholders = [...samples.values()].flatMap(placeholdersOf);
  const form = (name: string): 'text' | 'number' => {
    const written = placeholders.filter((each) => `$${each.path.at(-1)}` === name);
    return written.some(({ encodings }) => encodings.includes('number')) ? 'number' : 'text';
  };
  const entries = Object.entries(IDENTIFIERS).map(([what, name]) => [what, form(name)]);
  return Object.fromEntries(entries) as Dialect['identifiers'];
}

/** An index as text of a path. */
function indexText(base: 0 | 1): Pick<Dialect, 'encodeIndex' | 'decodeIndex'> {
  const codec = asText(indexCodec(base));
  return {
    encodeIndex: (index) => String(codec.encode(index)),
    decodeIndex: (text) => {
      const index = channelIndex.safeParse(codec.decode(text));
      return index.success && String(codec.encode(index.data)) === text ? index.data : undefined;
    },
  };
}

/** What an optional field is for is not there where the dialect does not show the field. */
function unshown(samples: Samples): Feature[] {
  const lacks = (shape: ShapeName, field: string): boolean => {
    const sample = samples.get(shape);
    return sample !== undefined && namesIn(sample, field).length === 0;
  };
  return [
    ...(lacks('transceiveParams', 'timeout') ? (['transceive-timeout'] as const) : []),
    ...(lacks('passwordChange', 'currentPassword') ? (['current-password'] as const) : []),
  ];
}

// A compiled sample as a codec: the structure by the sample, the ranges by the canonical schema.

/**
 * @param declaredAt `file:line:column` of the sample, for what no part of it answers for.
 */
function createShapeCodec<T>(node: Node, schema: z.ZodType<T>, declaredAt: string): ShapeCodec<T> {
  const write = rememberingFrozen((value: Canonical) => node.write(value) ?? 'null');
  return {
    encode: (value) => JSON.parse(write(value as Canonical)) as WireObject,
    write: write as (value: T) => string,
    parts: (value, whole) => node.parts?.(value) ?? [write(whole() as Canonical)],
    schema: (how = {}) => node.describe(how),
    decode: (wire, pointer = '') => {
      const value: Canonical = {};
      const run = startRun(pointer);
      node.decode(wire, value, run);
      if (run.mismatches.length > 0) return misfit(run.mismatches, value, schema);
      const checked = schema.safeParse(value);
      // The value itself, and not zod's copy: they are the same field by field.
      if (checked.success) return { ok: true, value: value as T };
      return { ok: false, mismatches: explain(checked.error.issues, node, wire, pointer, declaredAt) };
    },
  };
}

function misfit<T>(mismatches: readonly Mismatch[], value: Canonical, schema: z.ZodType<T>): Decoded<T> {
  const bearable = mismatches.every(({ optional }) => optional) && schema.safeParse(value).success;
  return { ok: false, mismatches, ...(bearable ? { bearable: value as T } : {}) };
}

/** Decodes once more, taking down where each canonical field came from, and lays the objections there. */
function explain(
  issues: readonly z.core.$ZodIssue[],
  node: Node,
  wire: unknown,
  pointer: string,
  declaredAt: string,
): Mismatch[] {
  const origins: FieldOrigin[] = [];
  const run: DecodeRun = startRun(pointer, origins);
  node.decode(wire, {}, run);
  const whole: FieldOrigin = { canonical: [], pointer, wire, declaredAt };
  return issues.map((issue) => {
    const origin = nearest(origins, issue.path) ?? whole;
    return {
      pointer: origin.pointer,
      expected: expectation(issue),
      actual: shown(origin.wire),
      declaredAt: origin.declaredAt,
    };
  });
}

/** The origin of the field at `path`, or of the smallest part that holds it. */
function nearest(origins: readonly FieldOrigin[], path: readonly PropertyKey[]): FieldOrigin | undefined {
  let best: FieldOrigin | undefined;
  for (const origin of origins) {
    const holds = origin.canonical.every((key, index) => key === path[index]);
    if (holds && (!best || origin.canonical.length > best.canonical.length)) best = origin;
  }
  return best;
}

/** `Too small: expected number to be >=1` -> `number to be >=1`. */
function expectation(issue: z.core.$ZodIssue): string {
  const [, expected = issue.message] = /expected (.*?)(?:, received .*)?$/.exec(issue.message) ?? [];
  return expected;
}

// Commands and operation requests as wholes: the shape of the frame, and in it the shapes of the operation.

type Shapes = Dialect['shapes'];

type ParamsCodecs = { readonly [N in OperationName]: Codec<ParamsOf<N>> };

function paramsCodecs(shapes: Shapes): ParamsCodecs {
  const codecs = OPERATION_NAMES.map((name) => [name, shapes[operationFacts(name).params]]);
  // Each name has the codec of its own parameters, which the compiler cannot follow through a list.
  return Object.fromEntries(codecs) as ParamsCodecs;
}

function createCommandCodec(shapes: Shapes): WritingCodec<CommandValue> {
  const params = paramsCodecs(shapes);
  // Field by field, as spreading what is left of a command takes longer than writing it.
  const frameOf = (command: CommandValue): Command => ({
    commandId: command.commandId,
    deviceId: command.deviceId,
    operation: command.operation.name,
    params: encodeParams(params, command.operation),
    status: command.status,
    result: command.result && encodeResult(shapes, command.operation.name, command.result),
    createdAt: command.createdAt,
    completedAt: command.completedAt,
  });
  return {
    encode: (command) => shapes.command.encode(frameOf(command)),
    write: rememberingFrozen((command) => shapes.command.write(frameOf(command))),
    decode: (wire, pointer = '') => {
      const decoded = shapes.command.decode(wire, pointer);
      const frame = decoded.ok ? decoded.value : decoded.bearable;
      const borne = decoded.ok ? [] : decoded.mismatches;
      if (!frame) return { ok: false, mismatches: borne };
      const { operation: name, params: given, result: _, ...rest } = frame;
      // What was asked for and what came of it is what a command is for: there, nothing is borne.
      const operation = decodeOperation(params, name, given, `${pointer}/params`);
      const result = decodeResult(shapes, frame, `${pointer}/result`);
      if (!operation.ok) return failed(borne, operation.mismatches, result.ok ? [] : result.mismatches);
      if (!result.ok) return failed(borne, result.mismatches);
      const value: CommandValue = { ...rest, operation: operation.value };
      if (result.value !== undefined) value.result = result.value;
      return borne.length === 0 ? { ok: true, value } : { ok: false, mismatches: borne, bearable: value };
    },
  };
}

/** Where the sample of `executeRequest` has the name and the parameters, as JSON Pointers. */
interface ExecutePlaces {
  readonly name: string;
  readonly params: string;
  /** `file:line:column` of the name. */
  readonly declaredAt: string;
}

function createExecuteCodec(shapes: Shapes, places: ExecutePlaces): Codec<ExecuteValue> {
  const params = paramsCodecs(shapes);
  return {
    encode: ({ operation, ...rest }) =>
      shapes.executeRequest.encode({
        ...rest,
        operation: { name: operation.name, params: encodeParams(params, operation) },
      }),
    decode: (wire, pointer = '') => {
      const frame = shapes.executeRequest.decode(wire, pointer);
      if (!frame.ok) return failed(frame.mismatches);
      const { operation: given, ...rest } = frame.value;
      if (!isOperationName(given.name)) {
        const expected = `one of ${OPERATION_NAMES.join(', ')}`;
        const { declaredAt } = places;
        return failed([{ pointer: pointer + places.name, expected, actual: shown(given.name), declaredAt }]);
      }
      const operation = decodeOperation(params, given.name, given.params, pointer + places.params);
      return operation.ok
        ? { ok: true, value: { ...rest, operation: operation.value } }
        : failed(operation.mismatches);
    },
  };
}

function encodeParams(codecs: ParamsCodecs, { name, params }: Operation): unknown {
  // Each name has the codec of its own parameters, which the compiler cannot follow through a union.
  return (codecs[name] as Codec<Operation['params']>).encode(params);
}

function decodeOperation(
  codecs: ParamsCodecs,
  name: OperationName,
  wire: unknown,
  pointer: string,
): Decoded<Operation> {
  const params: Decoded<Operation['params']> = codecs[name].decode(wire, pointer);
  return params.ok
    ? { ok: true, value: { name, params: params.value } as Operation }
    : failed(params.mismatches);
}

function encodeResult(shapes: Shapes, operation: OperationName, result: OperationResult): unknown {
  const codec = resultCodec(shapes, operation);
  assert(codec, `commands of ${operation} have no result`);
  return codec.encode(result);
}

/** Undefined for operations that have no result of a known shape. */
function resultCodec(shapes: Shapes, operation: OperationName): Codec<OperationResult> | undefined {
  const { result } = operationFacts(operation);
  // The shape of a result has the codec of results.
  return result && (shapes[result] as Codec<OperationResult>);
}

/**
 * Only an operation that was carried out has a result of a known shape. What a server puts there in other cases is open:
 * it is read when it fits, and is nobody's mistake when it does not.
 */
function decodeResult(
  shapes: Shapes,
  { operation, status, result }: Command,
  pointer: string,
): Decoded<OperationResult | undefined> {
  const codec = resultCodec(shapes, operation);
  if (!codec || result === undefined) return { ok: true, value: undefined };
  const decoded = codec.decode(result, pointer);
  return decoded.ok || status === 'succeeded' ? decoded : { ok: true, value: undefined };
}

function failed(...mismatches: readonly (readonly Mismatch[])[]): { ok: false; mismatches: Mismatch[] } {
  return { ok: false, mismatches: mismatches.flat() };
}
