// What all verbs that send a request share: channels, clients, captures and expectations.
import * as z from 'zod';
import { checkMatcher } from '../matcher.js';
import { type Checker, checkReference, checkRules, namesOf } from '../language/names.js';
import { bareReference, type Reference } from '../language/reference.js';
import { expectedFields, list, name, requesting, type Requesting } from '../language/modifiers.js';
import { resolveStep } from '../engine/lookup.js';
import { perform, type Request } from '../engine/perform.js';
import { blocked, type ExecutionContext } from '../engine/execution-context.js';
import { fieldNames } from '../view/views.js';
import type { Path } from '../../../document/yaml-document.js';
import { type Captured, defineVerb, type Verb } from './verb.js';

export interface RequestVerb<F extends Requesting> extends Omit<
  Verb<F>,
  'requests' | 'captures' | 'nested' | 'stimulus' | 'check' | 'run'
> {
  /** The channels that carry the request; the first is the one where the step names none. */
  readonly channels: readonly ['rest' | 'ws', ...('rest' | 'ws')[]];
  /** The names that stand in the verb's own fields. */
  check?(fields: F, check: Checker): void;
  /** The request; references in the fields have been resolved. */
  request(fields: F, context: ExecutionContext): Omit<Request, 'usual'>;
}

export function defineRequest<F extends Requesting>(verb: RequestVerb<F>): Verb {
  const { channels, check: _, request: __, ...facts } = verb;
  return defineVerb<F>({
    ...facts,
    requests: true,
    captures: replyName,
    check: (fields, check) => {
      verb.check?.(fields, check);
      checkRequesting(fields, check, channels);
    },
    run: async (fields, context, step) => {
      const own = Object.entries(fields).filter(([field]) => !MODIFIERS.has(field));
      const { value, missing } = resolveStep(context, Object.fromEntries(own));
      if (missing.length > 0 && fields.optional) return undefined;
      if (missing.length > 0) return blocked(`${missing.join(', ')} has no value`);
      const resolved = { ...fields, ...(value as Partial<F>) };
      return perform(context, step, fields, { ...verb.request(resolved, context), usual: channels[0] });
    },
  });
}

/** The modifiers of a request, as they stand. */
export function checkRequesting(
  fields: Requesting,
  check: Checker,
  channels: readonly ('rest' | 'ws')[],
): void {
  checkChannel(fields, check, channels);
  checkClient(check, ['client'], fields.client);
  if (fields.within) checkMoment(check, ['within', 'since'], bareReference(fields.within.since));
  if (fields.expect !== undefined)
    checkExpectation(check, ['expect'], expectedFields(fields.expect), 'reply');
  checkChecking(fields, check, fields.expect !== undefined);
  if (fields.cut && fields.expect !== undefined)
    check.problem(['expect'], 'a request that is cut gets no reply that could be expected');
}

/** The reply to a request, where the step gives it a name. */
export function replyName({ as }: Pick<Requesting, 'as'>): Captured | undefined {
  return as === undefined ? undefined : { field: 'as', name: as, kind: 'reply' };
}

const CHECKS = ['rule', 'within', 'provided', 'insist', 'confirm'] as const;
type Checks = (typeof CHECKS)[number];

/** Fields that only mean something beside an expectation. */
export function checkChecking(
  fields: Partial<Record<Checks, unknown>>,
  check: Checker,
  checks: boolean,
): void {
  if (checks) {
    checkRules(check, ['rule'], list(fields.rule as Requesting['rule']));
    return;
  }
  for (const modifier of CHECKS)
    if (fields[modifier] !== undefined)
      check.problem([modifier], `"${modifier}" means nothing here`, 'It goes with "expect".');
}

export function checkExpectation(
  check: Checker,
  path: Path,
  expected: Record<string, unknown>,
  kind: 'reply' | 'connection' | 'event',
): void {
  for (const field of Object.keys(expected)) check.knownKey([...path, field], 'field', fieldNames(kind));
  for (const problem of checkMatcher(expected, path))
    check.problem(problem.path, problem.message, problem.hint);
}

/** A capture's time: `first.sentAt`. */
export function checkMoment(check: Checker, path: Path, { root, path: fields }: Reference): void {
  checkReference(check, path, root, fields);
}

export function checkClient(check: Checker, path: Path, client: string | undefined): void {
  if (client !== undefined) check.known(path, 'client', client, namesOf(check.names, 'client'));
}

function checkChannel(
  { via, client, authenticate }: Requesting,
  check: Checker,
  channels: readonly string[],
): void {
  const overSocket = channels.includes('ws');
  if (via === 'rest' || via === undefined) {
    if (via === 'rest' && !channels.includes('rest'))
      check.problem(['via'], 'this request exists only over WebSocket', 'Name a connection, or write ws.');
    return;
  }
  if (!overSocket) {
    check.problem(['via'], 'this request exists only over REST');
    return;
  }
  if (authenticate !== undefined)
    check.problem(
      ['authenticate'],
      'a WebSocket request has no authentication of its own',
      'Its connection has.',
    );
  if (via === 'ws') return;
  const known = check.known(['via'], 'connection', via, [
    'rest',
    'ws',
    ...namesOf(check.names, 'connection'),
  ]);
  if (known && client !== undefined)
    check.problem(['client'], `the connection ${via} already belongs to a client`, 'Leave "client" out.');
}

const MODIFIERS = new Set(Object.keys(requesting));

/** What a verb that takes no argument is written with: `ping:`. */
export const nothing = z.null().optional();

// How verbs name a device: by the scenario's name for it, or by an identifier that nobody vouches for.

export const deviceField = z
  .union([name, z.strictObject({ deviceId: z.string().min(1).describe('the identifier at the target') })])
  .describe("a device of the scenario, or { deviceId: … } for one that the profile doesn't know");
export type DeviceField = z.output<typeof deviceField>;

export function checkDevice(check: Checker, key: string, field: DeviceField): void {
  if (typeof field === 'string') check.known([key], 'device', field, namesOf(check.names, 'device'));
}

/** The scenario's name of the device; undefined for an identifier. */
export function deviceNameIn(field: DeviceField): string | undefined {
  return typeof field === 'string' ? field : undefined;
}

export function addressed(context: ExecutionContext, field: DeviceField) {
  if (typeof field !== 'string') return { deviceId: field.deviceId };
  const device = context.devices.get(field);
  return device ? { deviceId: device.deviceId, device } : { deviceId: field };
}
