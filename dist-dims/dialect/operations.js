// Commands and operation requests as wholes: the shape of the frame, and in it the shapes of the operation.
import { isOperationName, OPERATION_NAMES, operationFacts, } from '../contract/operations.js';
import { assert } from '../kernel/assert.js';
import { shown } from './decode-run.js';
export function paramsCodecs(shapes) {
    const codecs = OPERATION_NAMES.map((name) => [name, shapes[operationFacts(name).params]]);
    // Each name has the codec of its own parameters, which the compiler cannot follow through a list.
    return Object.fromEntries(codecs);
}
export function createCommandCodec(shapes) {
    const params = paramsCodecs(shapes);
    const frameOf = ({ operation, result, ...rest }) => ({
        ...rest,
        operation: operation.name,
        params: encodeParams(params, operation),
        result: result && encodeResult(shapes, operation.name, result),
    });
    return {
        encode: (command) => shapes.command.encode(frameOf(command)),
        write: (command) => shapes.command.write(frameOf(command)),
        decode: (wire, pointer = '') => {
            const frame = shapes.command.decode(wire, pointer);
            if (!frame.ok)
                return frame;
            const { operation: name, params: given, result: _, ...rest } = frame.value;
            const operation = decodeOperation(params, name, given, `${pointer}/params`);
            const result = decodeResult(shapes, frame.value, `${pointer}/result`);
            if (!operation.ok)
                return result.ok ? operation : failed(operation.mismatches, result.mismatches);
            if (!result.ok)
                return result;
            const value = { ...rest, operation: operation.value };
            if (result.value !== undefined)
                value.result = result.value;
            return { ok: true, value };
        },
    };
}
export function createExecuteCodec(shapes, places) {
    const params = paramsCodecs(shapes);
    return {
        encode: ({ operation, ...rest }) => shapes.executeRequest.encode({
            ...rest,
            operation: { name: operation.name, params: encodeParams(params, operation) },
        }),
        decode: (wire, pointer = '') => {
            const frame = shapes.executeRequest.decode(wire, pointer);
            if (!frame.ok)
                return frame;
            const { operation: given, ...rest } = frame.value;
            if (!isOperationName(given.name)) {
                const expected = `one of ${OPERATION_NAMES.join(', ')}`;
                const { declaredAt } = places;
                return failed([{ pointer: pointer + places.name, expected, actual: shown(given.name), declaredAt }]);
            }
            const operation = decodeOperation(params, given.name, given.params, pointer + places.params);
            return operation.ok ? { ok: true, value: { ...rest, operation: operation.value } } : operation;
        },
    };
}
function encodeParams(codecs, { name, params }) {
    // Each name has the codec of its own parameters, which the compiler cannot follow through a union.
    return codecs[name].encode(params);
}
function decodeOperation(codecs, name, wire, pointer) {
    const params = codecs[name].decode(wire, pointer);
    return params.ok ? { ok: true, value: { name, params: params.value } } : params;
}
function encodeResult(shapes, operation, result) {
    const codec = resultCodec(shapes, operation);
    assert(codec, `commands of ${operation} have no result`);
    return codec.encode(result);
}
/** Undefined for operations that have no result of a known shape. */
function resultCodec(shapes, operation) {
    const { result } = operationFacts(operation);
    // The shape of a result has the codec of results.
    return result && shapes[result];
}
/**
 * Only an operation that was carried out has a result of a known shape. What a server puts there in other cases is open:
 * it is read when it fits, and is nobody's mistake when it does not.
 */
function decodeResult(shapes, { operation, status, result }, pointer) {
    const codec = resultCodec(shapes, operation);
    if (!codec || result === undefined)
        return { ok: true, value: undefined };
    const decoded = codec.decode(result, pointer);
    return decoded.ok || status === 'succeeded' ? decoded : { ok: true, value: undefined };
}
function failed(...mismatches) {
    return { ok: false, mismatches: mismatches.flat() };
}
