// The verbs that create commands, one for each operation: how its parameters are written in a scenario.
import * as z from 'zod';
import {
  type Operation,
  operationFacts,
  type OperationName,
  type ParamsOf,
  relayAction,
} from '../../../contract/operations.js';
import { isHex } from '../../../kernel/hex.js';
import { durationModifier, requesting } from '../language/modifiers.js';
import { type BoundDevice, EVERY, OUTSIDE } from '../view/views.js';
import {
  addressed,
  checkDevice,
  defineRequest,
  deviceField,
  type DeviceField,
  deviceNameIn,
  type RequestVerb,
} from './request-verb.js';
import type { Verb } from './verb.js';
import type { Call } from '../../target/call.js';
import type { ExecutionContext } from '../engine/execution-context.js';
import type { Checker } from '../language/names.js';

// What the verbs that create commands share: their device, their key, and what follows from their operation.

/** Fields that each of them takes beside its own. */
const operating = {
  ...requesting,
  key: z
    .string()
    .optional()
    .describe(
      'a name for the Idempotency-Key, a UUID that is bound anew in each attempt, or another text where the name begins with `text`; `text~other-case` is that of `text` in the other case, `text~end` a longer one that ends so; `none` sends no key',
    ),
  settled: z
    .boolean()
    .optional()
    .describe('wait until the command has ended; by default where the step only prepares something'),
};

type Operating = z.output<z.ZodObject<typeof operating>> & { readonly compatibility?: true | undefined };

type Given = 'channels' | 'device' | 'scope' | 'creates' | 'check' | 'request';

interface OperationVerb<F extends Operating, N extends OperationName> extends Omit<RequestVerb<F>, Given> {
  readonly operation: N;
  /** The names that stand in its own fields; `device` is the scenario's name of the device, where it has one. */
  check?(fields: F, check: Checker, device: string | undefined): void;
  /** Undefined for a device that is given by its identifier: any channel will do there. */
  params(fields: F, device: BoundDevice | undefined): ParamsOf<N>;
}

/** A verb whose own key names the device that the operation is for. */
function defineOperationVerb<F extends Operating, N extends OperationName>(verb: OperationVerb<F, N>): Verb {
  const { operation: name, check, params, ...facts } = verb;
  const { scope, feature } = operationFacts(name);
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

/** For a device that is not one of the scenario's, any relay will do. */
const FIRST_RELAY = 1;

function indicesOf(relay: string, device: BoundDevice | undefined): readonly number[] {
  if (relay === EVERY && device?.every) return device.every;
  return [device?.relays[relay] ?? device?.outside?.[relay] ?? FIRST_RELAY];
}

/** `setRelays: plant` with `relays: { lamp: on, pump: off }` switches relays in one request. */
const setRelays = defineOperationVerb({
  name: 'setRelays',
  summary: 'Switches relays of a device, all in one request, over either channel.',
  operation: 'device.relay.set',
  schema: z.strictObject({
    setRelays: deviceField,
    relays: z
      .record(z.string(), relayAction)
      .describe('on, off or jog, by the name that the scenario gives the relay'),
    compatibility: z
      .literal(true)
      .optional()
      .describe('use the single-relay endpoint that is planned for removal'),
    ...operating,
  }),
  capabilities: ['actuate'],
  capabilitiesOf: ({ compatibility, relays }) => [
    ...(compatibility ? (['compatibility-endpoint'] as const) : []),
    ...(Object.values(relays).includes('jog') ? (['jog-action'] as const) : []),
  ],
  switches: true,
  // How long a jog lasts is a setting.
  settings: ({ relays }) => (Object.values(relays).includes('jog') ? 'reads' : undefined),
  check: ({ relays, compatibility }, check, device) => {
    const names = Object.keys(relays);
    if (names.length === 0) check.problem(['relays'], 'no relay is named');
    const declared = device === undefined ? undefined : check.names.needs.devices[device]?.relays;
    if (declared)
      for (const relay of names)
        check.knownKey(['relays', relay], `relay of ${device}`, [...declared, ...OUTSIDE, EVERY]);
    if (compatibility && names.length !== 1)
      check.problem(['relays'], 'the compatibility endpoint takes exactly one relay');
  },
  params: ({ relays }, device) => ({
    relays: Object.entries(relays).flatMap(([relay, action]) =>
      indicesOf(relay, device).map((index) => ({ index, action })),
    ),
  }),
});

const data = z
  .string()
  .refine(
    (text) => text === 'answered' || text === 'unanswered' || isHex(text),
    'expected hex, answered or unanswered',
  )
  .describe('bytes in hex; `answered` and `unanswered` are those that the profile declares');

/** `transceive: plant` with `data: answered` sends RS485 bytes and waits for the response. */
const transceive = defineOperationVerb({
  name: 'transceive',
  summary: 'Sends bytes over the RS485 port of a device and waits for the response.',
  operation: 'device.rs485.transceive',
  schema: z.strictObject({
    transceive: deviceField,
    data,
    timeout: durationModifier.optional(),
    ...operating,
  }),
  waits: ({ data: bytes, timeout = 0, cut }) => (bytes === 'unanswered' && !cut ? timeout : 0),
  check: (fields, check, device) => {
    if (device === undefined || isHex(fields.data)) return;
    const needed: readonly string[] = check.names.needs.devices[device]?.rs485 ?? [];
    if (!needed.includes(fields.data))
      check.problem(
        ['data'],
        `the scenario does not need bytes that are ${fields.data}`,
        `Write rs485: ${fields.data} at the device in "needs".`,
      );
  },
  params: ({ data: bytes, timeout }, device) => {
    const known = bytes === 'answered' || bytes === 'unanswered' ? device?.rs485?.[bytes] : undefined;
    return { data: known ?? bytes, ...(timeout === undefined ? {} : { timeout }) };
  },
});

/** `setBaudRate: plant` with `to: 19200` sets the speed of the RS485 port. */
const setBaudRate = defineOperationVerb({
  name: 'setBaudRate',
  summary: 'Sets the RS485 baud rate of a device.',
  operation: 'device.rs485.baudRate.set',
  schema: z.strictObject({
    setBaudRate: deviceField,
    to: z
      .union([z.int().positive(), z.string().regex(/^\$/, 'expected a number or a reference')])
      .describe('bit/s, mostly as a number; $before.config.baudRate puts back what was read'),
    ...operating,
  }),
  capabilities: ['configure'],
  params: ({ to }) => ({ baudRate: Number(to) }),
});

/** `setJogDuration: plant` with `relay: lamp` and `to: 500ms` sets how long a jog of that relay lasts. */
const setJogDuration = defineOperationVerb({
  name: 'setJogDuration',
  summary: 'Sets the jog duration of one relay.',
  operation: 'device.relay.jogConfig.set',
  schema: z.strictObject({
    setJogDuration: deviceField,
    relay: z.string().describe('by the name that the scenario gives the relay'),
    to: durationModifier,
    ...operating,
  }),
  capabilities: ['configure'],
  check: ({ relay }, check, device) => {
    if (device === undefined) return;
    check.known(['relay'], `relay of ${device}`, relay, check.names.needs.devices[device]?.relays ?? []);
  },
  params: ({ relay, to }, device) => ({ index: device?.relays[relay] ?? FIRST_RELAY, duration: to }),
});

export const OPERATION_VERBS: readonly Verb[] = [setRelays, transceive, setBaudRate, setJogDuration];
