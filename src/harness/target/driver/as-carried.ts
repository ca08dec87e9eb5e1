// An operation as the dialect carries it: what it has no place for is not sent, and nobody may reckon with it.
import { waitOf } from '../../../contract/operations.js';
import type { Operation } from '../../../contract/schemas/command.js';
import type { Dialect } from '../../../dialect/dialect.js';

export function asCarried(dialect: Dialect, operation: Operation): Operation {
  // Only the timeout of a transceive may be missing, and nothing else is reckoned with.
  if (waitOf(operation) === 0 || dialect.namesOf('transceiveParams', 'timeout').length > 0) return operation;
  const { timeout: _, ...params } = operation.params as { timeout?: unknown };
  return { ...operation, params } as Operation;
}
