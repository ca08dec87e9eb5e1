// The four operations that create a command (interface: Operations of device.operation.execute), each with all that
// is to be known of it. Which endpoints create its commands is told by ENDPOINTS, and nowhere else.
import * as z from 'zod';
import { assert } from '../kernel/assert.js';
import { defineOperation, type OperationFacts, type PathBody, type Touch } from './operation.js';
import { bytes, channelIndex, durationMs } from './schemas/scalars.js';

export const relayAction = z.enum(['on', 'off', 'jog']);
export type RelayAction = z.infer<typeof relayAction>;

const relayChange = z.object({ index: channelIndex, action: relayAction });
export type RelayChange = z.infer<typeof relayChange>;

const relayParams = z.object({ relays: z.array(relayChange).min(1).max(256) });

export const OPERATIONS = {
  'device.relay.set': defineOperation({
    scope: 'device:control',
    summary: 'Controls one or several relays',
    shapes: { relayParams, singleRelayBody: z.object({ action: relayAction }) },
    params: 'relayParams',
    bodies: {
      singleRelayBody: {
        join: (index, { action }) => ({ relays: [{ index, action }] }),
        split: ({ relays: [relay, ...others] }) => {
          assert(relay && others.length === 0, 'the compatibility endpoint takes exactly one relay');
          return { index: relay.index, body: { action: relay.action } };
        },
      },
    },
    elementWords: [[relayParams.shape.relays, 'relay']],
    touches: ({ relays }) => relays.map(({ index, action }) => ({ kind: 'relay', index, to: action })),
  }),
  'device.rs485.transceive': defineOperation({
    scope: 'device:control',
    summary: 'Sends RS485 data and waits for the response',
    feature: 'rs485',
    shapes: {
      // Bytes to send, and how long to wait for the response in ms.
      transceiveParams: z.object({ data: bytes, timeout: durationMs.optional() }),
      transceiveResult: z.object({ data: bytes }),
    },
    params: 'transceiveParams',
    result: 'transceiveResult',
    touches: ({ data }) => [{ kind: 'rs485', data }],
    waits: ({ timeout = 0 }) => timeout,
  }),
  'device.rs485.baudRate.set': defineOperation({
    scope: 'device:config',
    summary: 'Sets the RS485 baud rate',
    feature: 'rs485',
    // In bit/s.
    shapes: { baudRateParams: z.object({ baudRate: z.int().positive() }) },
    params: 'baudRateParams',
    touches: ({ baudRate }) => [{ kind: 'baudRate', to: baudRate }],
  }),
  'device.relay.jogConfig.set': defineOperation({
    scope: 'device:config',
    summary: 'Sets the jog duration of one relay',
    feature: 'jog',
    shapes: {
      jogParams: z.object({ index: channelIndex, duration: durationMs }),
      jogBody: z.object({ duration: durationMs }),
    },
    params: 'jogParams',
    bodies: {
      jogBody: {
        join: (index, body) => ({ index, ...body }),
        split: ({ index, ...body }) => ({ index, body }),
      },
    },
    touches: ({ index, duration: to }) => [{ kind: 'jogDuration', index, to }],
  }),
} as const;

type Table = typeof OPERATIONS;
export type OperationName = keyof Table;
export const OPERATION_NAMES = Object.keys(OPERATIONS) as [OperationName, ...OperationName[]];

/** Canonical parameters of one operation. */
export type ParamsOf<N extends OperationName> = z.infer<
  Table[N]['shapes'][Table[N]['params'] & keyof Table[N]['shapes']] & z.ZodObject
>;

/** An operation and its parameters, as the service and the harness speak of it. */
export type Operation = { [N in OperationName]: { name: N; params: ParamsOf<N> } }[OperationName];

type ResultShape<N extends OperationName> = NonNullable<Table[N]['result']> & keyof Table[N]['shapes'];

/** Canonical result of an operation that has one. */
export type OperationResult = {
  [N in OperationName]: z.infer<Table[N]['shapes'][ResultShape<N>] & z.ZodObject>;
}[OperationName];

type Intersection<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer I) => void
  ? I
  : never;

/** The shapes of all operations, by name. */
export type OperationShapes = Intersection<Table[OperationName]['shapes']>;

/** Any operation, where the types of its parameters do not matter. */
export type AnyOperation = Omit<
  OperationFacts<Record<string, z.ZodObject>, string, string>,
  'params' | 'result' | 'bodies'
> & {
  readonly params: keyof OperationShapes;
  readonly result?: keyof OperationShapes;
  readonly bodies?: Readonly<Record<string, PathBody<unknown, unknown>>>;
};

export function isOperationName(name: string): name is OperationName {
  return Object.hasOwn(OPERATIONS, name);
}

export function operationFacts(name: OperationName): AnyOperation {
  return OPERATIONS[name];
}

/** What the operation does to the device when it is carried out. */
export function touchesOf({ name, params }: Operation): readonly Touch[] {
  return operationFacts(name).touches(params);
}

/** How long the operation keeps its device at work when nobody answers on the RS485 line, in ms. */
export function waitOf({ name, params }: Operation): number {
  return operationFacts(name).waits?.(params) ?? 0;
}
