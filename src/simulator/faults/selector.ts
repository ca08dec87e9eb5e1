// What a fault applies to: devices, profiles, clients, routes and event topics. What is left out selects all.
import * as z from 'zod';
import { ENDPOINT_NAMES, type EndpointName } from '../../contract/endpoints.js';
import { EVENT_TOPICS, type EventTopic } from '../../contract/topics.js';
import { nameMatcher } from '../../pattern/glob.js';

export const SELECTOR_KEYS = ['device', 'profile', 'client', 'route', 'topic'] as const;
export type SelectorKey = (typeof SELECTOR_KEYS)[number];

/** What a fault could hit, as far as it is known. */
export interface FaultTarget {
  readonly deviceId?: string | undefined;
  readonly clientId?: string | undefined;
  readonly route?: EndpointName | undefined;
  readonly topic?: EventTopic | undefined;
}

export type Selects = (target: FaultTarget) => boolean;

const oneOrMore = <T extends z.ZodType>(item: T) =>
  z.union([item.transform((single) => [single]), z.array(item).min(1)]);
const id = z.string().min(1).max(256);
// Left out, as the REST handler does not see upgrades: `ticket-expiry` and `restart` act on them.
const route = z.enum(ENDPOINT_NAMES.filter((name) => name !== 'websocket.open'));
const topic = z.enum(EVENT_TOPICS);

const SCHEMAS = {
  device: oneOrMore(id).describe('Device ids; `*` stands for any text'),
  profile: oneOrMore(id).describe('Device profiles; `*` stands for any text'),
  client: oneOrMore(id).describe('API clients; `*` stands for any text'),
  route: oneOrMore(route).describe('REST endpoints by name'),
  topic: oneOrMore(topic).describe('Topics of events'),
} satisfies Record<SelectorKey, z.ZodType>;

export type Selector = {
  readonly [K in SelectorKey]?: Readonly<z.output<(typeof SCHEMAS)[K]>> | undefined;
};

/** A schema with the keys that a fault type understands. */
export function selectorSchema(keys: readonly SelectorKey[]): z.ZodType<Selector> {
  const shape = Object.fromEntries(keys.map((key) => [key, SCHEMAS[key].optional()]));
  return z.strictObject(shape);
}

/** @param profileOf the profile of a device; asked only when the selector names profiles. */
export function createSelects(
  selector: Selector,
  profileOf: (deviceId: string) => string | undefined,
): Selects {
  const device = matcher(selector.device);
  const profile = matcher(selector.profile);
  const client = matcher(selector.client);
  const within = <T>(list: readonly T[] | undefined, value: T | undefined): boolean =>
    list === undefined || (value !== undefined && list.includes(value));
  return ({ deviceId, clientId, ...rest }) =>
    device(deviceId) &&
    client(clientId) &&
    within(selector.route, rest.route) &&
    within(selector.topic, rest.topic) &&
    (selector.profile === undefined || profile(deviceId === undefined ? undefined : profileOf(deviceId)));
}

function matcher(patterns: readonly string[] | undefined): (name: string | undefined) => boolean {
  if (!patterns) return () => true;
  const isMeant = nameMatcher(patterns);
  return (name) => name !== undefined && isMeant(name);
}

const SAID = [
  ['route', ''],
  ['topic', ''],
  ['device', ''],
  ['profile', 'profile '],
  ['client', 'client '],
] as const satisfies readonly (readonly [SelectorKey, string])[];

/** For people: `relays.set of bench-01, bench-02 by operator`, or `everything`. */
export function describeSelector(selector: Selector): string {
  const words = SAID.flatMap(([key, before]) => {
    const names = selector[key];
    return names ? [before + names.join(', ')] : [];
  });
  return words.length > 0 ? words.join('; ') : 'everything';
}
