// What of an operation the wire can say: a dialect may have no place for a timeout, or write durations in tenths.
import type { Operation } from '../../../contract/operations.js';
import type { Codec, Dialect } from '../../../dialect/dialect.js';

/** The operation as the target can have read it. The judge must not reckon with what was never sent. */
export function asWritten(dialect: Dialect, operation: Operation): Operation {
  // Which codec belongs to which parameters, the compiler cannot follow through a table.
  const codec: Codec<never> = dialect.operationParams(operation.name);
  const read = codec.decode(codec.encode(operation.params as never));
  return read.ok ? { name: operation.name, params: read.value } : operation;
}
