// One way in which a target answers wrongly: where, and what it makes of the answer there.
import type { EndpointName } from '../../../src/contract/endpoints.js';
import type { EventTopic, RequestTopic } from '../../../src/contract/topics.js';
import type { RandomStream } from '../../../src/kernel/random.js';

/** Which answers are changed. */
export type Place =
  | { readonly kind: 'rest'; readonly what: EndpointName; readonly of: 'success' | 'refusal' | 'any' }
  | { readonly kind: 'reply'; readonly what: RequestTopic; readonly of: 'success' | 'refusal' | 'any' }
  | { readonly kind: 'event'; readonly what: EventTopic };

/** What becomes of them. */
export type Change =
  /** The field that `pick` chooses of all that the first such answer has, by its path, is replaced. */
  | { readonly kind: 'field'; readonly pick: number; readonly to: string; readonly value: unknown }
  | { readonly kind: 'missing'; readonly pick: number }
  | { readonly kind: 'whole'; readonly to: string; readonly text: string }
  /** A refusal with this code, as the interface has it. */
  | { readonly kind: 'refusal'; readonly code: string; readonly status: number; readonly data?: object }
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'silence' }
  | { readonly kind: 'close' }
  /** In ms. */
  | { readonly kind: 'delay'; readonly time: number };

export interface Mutation {
  readonly place: Place;
  readonly change: Change;
}

const ENDPOINT_PLACES: readonly EndpointName[] = [
  'token.create',
  'devices.list',
  'devices.read',
  'devices.config',
  'profiles.list',
  'commands.read',
  'relays.set',
  'relays.set-one',
  'rs485.transceive',
  'rs485.baud-rate',
  'relays.jog-config',
  'devices.add',
  'devices.remove',
  'devices.password',
  'ticket.create',
];
const TOPIC_PLACES: readonly RequestTopic[] = [
  'session.ping',
  'device.state.get',
  'device.operation.execute',
];
const EVENT_PLACES: readonly EventTopic[] = [
  'device.state.changed',
  'device.state.changed',
  'device.connection.online',
  'device.connection.offline',
  'device.power.lost',
  'device.power.restored',
  'device.rs485.received',
];

function deep(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = { in: [value] };
  return value;
}

const VALUES: readonly (readonly [string, unknown])[] = [
  ['null', null],
  ['a number', 7],
  ['a large number', 1e300],
  ['a negative number', -3],
  ['a text', 'otherwise'],
  ['an empty text', ''],
  ['true', true],
  ['an empty list', []],
  ['a list of null', [null]],
  ['an object', {}],
  ['deep JSON', deep(20)],
  ['JSON that is too deep', deep(40)],
];

const WHOLES: readonly (readonly [string, string])[] = [
  ['nothing', ''],
  ['a page', '<html><body>Welcome</body></html>'],
  ['null', 'null'],
  ['a list', '[]'],
  ['a text', '"OK"'],
  ['an empty object', '{}'],
  ['half of an object', '{"code":"SUCC'],
];

const REFUSALS: readonly Extract<Change, { kind: 'refusal' }>[] = [
  { kind: 'refusal', code: 'RATE_LIMITED', status: 429, data: { retryAfterSeconds: 1 } },
  { kind: 'refusal', code: 'RATE_LIMITED', status: 429, data: { retryAfterSeconds: 3000 } },
  { kind: 'refusal', code: 'DEVICE_BUSY', status: 409 },
  { kind: 'refusal', code: 'INTERNAL_ERROR', status: 500 },
  { kind: 'refusal', code: 'AUTH_INVALID', status: 401 },
  { kind: 'refusal', code: 'AUTH_SCOPE_DENIED', status: 403, data: { requiredScope: 'device:read' } },
  { kind: 'refusal', code: 'NOT_FOUND', status: 404 },
];

const STATUSES = [201, 204, 302, 418, 503];
const DELAYS = [500, 4000, 9000, 60_000];

export function drawMutation(random: RandomStream): Mutation {
  const place = drawPlace(random);
  return { place, change: drawChange(random, place) };
}

function drawPlace(random: RandomStream): Place {
  const of = one(random, ['success', 'success', 'success', 'refusal', 'any'] as const);
  const kind = random.integer(0, 9);
  if (kind < 6) return { kind: 'rest', what: one(random, ENDPOINT_PLACES), of };
  if (kind < 8) return { kind: 'reply', what: one(random, TOPIC_PLACES), of };
  return { kind: 'event', what: one(random, EVENT_PLACES) };
}

function drawChange(random: RandomStream, { kind: place }: Place): Change {
  const pick = random.integer(0, 1_000_000);
  const kind = random.integer(0, 19);
  if (kind < 8) {
    const [to, value] = one(random, VALUES);
    return { kind: 'field', pick, to, value };
  }
  if (kind < 11) return { kind: 'missing', pick };
  if (kind < 13) {
    const [to, text] = one(random, WHOLES);
    return { kind: 'whole', to, text };
  }
  if (kind === 13) return { kind: 'silence' };
  if (kind === 14) return { kind: 'close' };
  if (kind === 15) return { kind: 'delay', time: one(random, DELAYS) };
  if (place === 'event') return { kind: 'missing', pick };
  if (kind === 16 && place === 'rest') return { kind: 'status', status: one(random, STATUSES) };
  return one(random, REFUSALS);
}

function one<T>(random: RandomStream, among: readonly T[]): T {
  return among[random.integer(0, among.length - 1)] as T;
}

export function inWords({ place, change }: Mutation): string {
  const where = 'of' in place ? `${place.kind} ${place.what} (${place.of})` : `${place.kind} ${place.what}`;
  switch (change.kind) {
    case 'field':
      return `${where}: a field becomes ${change.to}`;
    case 'missing':
      return `${where}: a field is missing`;
    case 'whole':
      return `${where}: ${change.to} instead`;
    case 'refusal':
      return `${where}: ${change.status} ${change.code} ${JSON.stringify(change.data ?? {})}`;
    case 'status':
      return `${where}: status ${change.status}`;
    case 'delay':
      return `${where}: ${change.time} ms late`;
    default:
      return `${where}: ${change.kind}`;
  }
}
