// What the verbs that create commands share: their device, their key, and what follows from their operation.
import { z } from 'zod';
import {
  type Operation,
  operationFacts,
  type OperationName,
  type ParamsOf,
} from '../../../contract/operations.js';
import type { Call } from '../../target/call.js';
import type { ExecutionContext } from '../engine/execution-context.js';
import { requesting } from '../language/modifiers.js';
import type { Checker } from '../language/names.js';
import type { BoundDevice } from '../view/bound-device.js';
import { addressed, checkDevice, type DeviceField, deviceNameIn } from './device-field.js';
import { defineRequest, type RequestVerb } from './request-verb.js';
import type { Verb } from './verb.js';

/** Fields that each of them takes beside its own. */
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

type Operating = z.output<z.ZodObject<typeof operating>> & { readonly compatibility?: true | undefined };

type Given = 'channels' | 'device' | 'scope' | 'creates' | 'works' | 'check' | 'request';

export interface OperationVerb<F extends Operating, N extends OperationName> extends Omit<
  RequestVerb<F>,
  Given
> {
  readonly operation: N;
  /** The names that stand in its own fields; `device` is the scenario's name of the device, where it has one. */
  check?(fields: F, check: Checker, device: string | undefined): void;
  /** Undefined for a device that is given by its identifier: any channel will do there. */
  params(fields: F, device: BoundDevice | undefined): ParamsOf<N>;
}

/** A verb whose own key names the device that the operation is for. */
export function defineOperationVerb<F extends Operating, N extends OperationName>(
  verb: OperationVerb<F, N>,
): Verb {
  const { operation: name, check, params, ...facts } = verb;
  const { scope, waits, feature } = operationFacts(name);
  const fieldIn = (fields: F): DeviceField =>
    (fields as Readonly<Record<string, unknown>>)[verb.name] as DeviceField;
  return defineRequest<F>({
    settings: () => (scope === 'device:config' ? 'changes' : undefined),
    ...facts,
    operation: name,
    capabilities: [...(facts.capabilities ?? []), ...(feature ? [feature] : [])],
    channels: ['rest', 'ws'],
    device: (fields) => deviceNameIn(fieldIn(fields)),
    scope,
    creates: true,
    // What waits for an answer says by itself how long it takes.
    ...(waits ? {} : { works: true }),
    check: (fields, checker) => {
      checkDevice(checker, verb.name, fieldIn(fields));
      check?.(fields, checker, deviceNameIn(fieldIn(fields)));
    },
    request: (fields, context) => {
      const { deviceId, device } = addressed(context, fieldIn(fields));
      // The parameters are those of this operation, which the compiler cannot follow through a type argument.
      const operation = { name, params: params(fields, device) } as unknown as Operation;
      return { call: operate(context, deviceId, operation, fields), ...(device ? { device } : {}) };
    },
  });
}

function operate(
  context: ExecutionContext,
  deviceId: string,
  operation: Operation,
  { key, compatibility }: Pick<Operating, 'key' | 'compatibility'>,
): Extract<Call, { name: 'operate' }> {
  const keyed = key === 'none' ? {} : { idempotencyKey: context.key(key) };
  return { name: 'operate', deviceId, operation, ...keyed, ...(compatibility ? { compatibility } : {}) };
}
