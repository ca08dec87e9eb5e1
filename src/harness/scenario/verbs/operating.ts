// What the four verbs that create commands share.
import { z } from 'zod';
import type { Operation } from '../../../contract/schemas/command.js';
import type { Call } from '../../target/call.js';
import { requesting } from '../language/modifiers.js';
import type { ExecutionContext } from '../engine/execution-context.js';

export const operating = {
  ...requesting,
  key: z
    .string()
    .optional()
    .describe('a name for the Idempotency-Key, bound anew in each attempt; `none` sends no key'),
  settled: z
    .boolean()
    .optional()
    .describe('wait until the command has ended; by default where the step only prepares something'),
};

export function operate(
  context: ExecutionContext,
  deviceId: string,
  operation: Operation,
  { key }: { readonly key?: string | undefined },
): Extract<Call, { name: 'operate' }> {
  const keyed = key === 'none' ? {} : { idempotencyKey: context.key(key) };
  return { name: 'operate', deviceId, operation, ...keyed };
}
