// Commands and operation requests as wholes: the shape of the frame, and in it the shapes of the operation.
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
import type {
  Codec,
  CommandValue,
  Decoded,
  Dialect,
  ExecuteValue,
  Mismatch,
  WritingCodec,
} from './dialect.js';
import { rememberingFrozen, shown } from './node.js';

type Shapes = Dialect['shapes'];

export type ParamsCodecs = { readonly [N in OperationName]: Codec<ParamsOf<N>> };

export function paramsCodecs(shapes: Shapes): ParamsCodecs {
  const codecs = OPERATION_NAMES.map((name) => [name, shapes[operationFacts(name).params]]);
  // Each name has the codec of its own parameters, which the compiler cannot follow through a list.
  return Object.fromEntries(codecs) as ParamsCodecs;
}

export function createCommandCodec(shapes: Shapes): WritingCodec<CommandValue> {
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
export interface ExecutePlaces {
  readonly name: string;
  readonly params: string;
  /** `file:line:column` of the name. */
  readonly declaredAt: string;
}

export function createExecuteCodec(shapes: Shapes, places: ExecutePlaces): Codec<ExecuteValue> {
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
