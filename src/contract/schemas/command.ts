// Commands, and the operations that they carry out (interface: Command).
import * as z from 'zod';
import {
  type Operation,
  OPERATION_NAMES,
  operationFacts,
  type OperationName,
  type OperationResult,
} from '../operations.js';
import { commandStatus, identifier, timestamp } from './scalars.js';

export type { Operation } from '../operations.js';

function operationSchema(name: OperationName): z.ZodObject {
  const { shapes, params } = operationFacts(name);
  return z.object({ name: z.literal(name), params: shapes[params] ?? z.never() });
}

/** An operation and its parameters, as the service and the harness speak of it. */
const [first, ...others] = OPERATION_NAMES;
// Each schema has the parameters of its name, which the compiler cannot follow through a list.
export const operation = z.discriminatedUnion('name', [
  operationSchema(first),
  ...others.map(operationSchema),
]) as unknown as z.ZodType<Operation>;

/** What operations result in, those that have a result. */
export const operationResult = z.union(
  OPERATION_NAMES.flatMap((name) => {
    const { shapes, result } = operationFacts(name);
    return (result && shapes[result]) ?? [];
  }),
) as unknown as z.ZodType<OperationResult>;

/** A command as it travels: `params` and `result` take the shape of the operation. */
export const command = z.object({
  commandId: identifier,
  deviceId: identifier.optional(),
  operation: z.enum(OPERATION_NAMES),
  params: z.unknown(),
  status: commandStatus,
  result: z.unknown().optional(),
  createdAt: timestamp.optional(),
  completedAt: timestamp.optional(),
});
export type Command = z.infer<typeof command>;
