// Finds clients and devices of a profile that meet a scenario's needs, or says what is missing.
import { grants, type Scope } from '../../contract/scopes.js';
import type { ClientNeed, DeviceNeed, Needs, StimulusNeed } from '../scenario/needs.js';
import type { ClientProfile, DeviceProfileEntry, Profile } from '../profile/profile.js';
import type { Offers } from '../stimuli/offers.js';
import { isWitness } from '../profile/stimuli/catalogue.js';

interface Binding {
  readonly clients: Readonly<Record<string, string>>;
  /** All devices that would do, by the scenario's name. */
  readonly devices: Readonly<Record<string, readonly string[]>>;
}

type Bound =
  | { readonly ok: true; readonly binding: Binding }
  /** What to add to the profile. */
  | { readonly ok: false; readonly reason: string };

/** @param uses how many checks use each client, for a check that has its clients to itself. */
export function bind(
  needs: Needs,
  profile: Profile,
  outside: Offers,
  uses: ReadonlyMap<string, number> = NONE,
): Bound {
  const strangers = new Set(Object.values(needs.devices).flatMap(({ hiddenFrom }) => hiddenFrom));
  // They choose first: what they may not access is for the others to use.
  const names = Object.entries(needs.clients).toSorted(
    ([one], [other]) => Number(strangers.has(other)) - Number(strangers.has(one)),
  );
  const candidates = Object.fromEntries(
    names.map(([name, need]) => {
      const fitting = clientsFor(need, profile, uses);
      return [name, strangers.has(name) ? fitting.toSorted(closestFirst(profile)) : fitting];
    }),
  );
  const lacking = Object.keys(needs.clients).find((name) => candidates[name]?.length === 0);
  if (lacking !== undefined) return { ok: false, reason: missingClient(lacking, needs.clients[lacking]) };
  const missing = Object.entries(needs.devices).find(([, need]) => devicesFor(need, profile).length === 0);
  if (missing) return { ok: false, reason: missingDevice(...missing) };
  for (const chosen of distinct(candidates)) {
    // A step that names no client is by the first of the scenario.
    const clients = Object.fromEntries(Object.keys(needs.clients).map((name) => [name, chosen[name] ?? '']));
    const devices = devicesOf(needs, profile, clients, outside);
    if (first(distinct(devices))) return { ok: true, binding: { clients, devices } };
  }
  return { ok: false, reason: tooFew(needs, candidates) };
}

const NONE: ReadonlyMap<string, number> = new Map();

/**
 * Those that are used least come first. Those with the fewest permissions first: a scenario should not hold more than it needs. Those with all
 * devices come before, so that checks do not queue for one device.
 */
function clientsFor(
  need: ClientNeed,
  profile: Profile,
  uses: ReadonlyMap<string, number>,
): readonly string[] {
  const rank = ({ devices, scopes }: ClientProfile): number =>
    (devices ? 100 : 0) + 10 * writes(scopes).length + scopes.length;
  return Object.entries(profile.clients)
    .filter(([, client]) => meets(need, client.scopes))
    .toSorted(([one, a], [other, b]) => (uses.get(one) ?? 0) - (uses.get(other) ?? 0) || rank(a) - rank(b))
    .map(([name]) => name);
}

/** Of clients that may not access a device, those with some devices of another client come first: they see too much soonest. */
function closestFirst({ clients, devices: all }: Profile): (one: string, other: string) => number {
  const isPart = (name: string): boolean => {
    const { devices: own = [] } = clients[name] ?? {};
    return Object.values(clients).some(
      ({ devices = Object.keys(all) }) =>
        own.length > 0 && devices.length > own.length && own.every((device) => devices.includes(device)),
    );
  };
  return (one, other) => Number(isPart(other)) - Number(isPart(one));
}

function meets({ scopes, exactly }: ClientNeed, held: readonly Scope[]): boolean {
  if (!scopes.every((scope) => grants(held, scope))) return false;
  if (!exactly) return held.length > 0;
  // Every write permission includes all of read, so read makes no difference beside one.
  return writes(held).length === writes(scopes).length && held.length > 0 === scopes.length > 0;
}

function writes(scopes: readonly Scope[]): readonly Scope[] {
  return [...new Set(scopes)].filter((scope) => scope !== 'device:read');
}

function devicesOf(
  needs: Needs,
  profile: Profile,
  clients: Readonly<Record<string, string>>,
  outside: Offers,
): Binding['devices'] {
  return Object.fromEntries(
    Object.entries(needs.devices).map(([name, need]) => {
      const fitting = devicesFor(need, profile).filter(
        (device) =>
          needs.stimuli.every((each) => each.device !== name || outside(each.name, device).kind === 'ok') &&
          Object.entries(clients).every(
            ([client, bound]) =>
              (profile.clients[bound]?.devices?.includes(device) ?? true) !==
              need.hiddenFrom.includes(client),
          ),
      );
      return [name, fitting];
    }),
  );
}

function devicesFor(need: DeviceNeed, profile: Profile): readonly string[] {
  return Object.entries(profile.devices)
    .filter(([, device]) => suits(device, need))
    .map(([name]) => name);
}

function suits(device: DeviceProfileEntry, need: DeviceNeed): boolean {
  const { rs485 } = need;
  return (
    CHANNELS.every((kind) => {
      const isShared = need.place === 'ends' && kind !== 'relays';
      const least = isShared ? Math.min(1, need[kind].length) : need[kind].length;
      return (device[kind]?.length ?? 0) >= least;
    }) && rs485.every((bytes) => device.rs485?.[bytes] !== undefined)
  );
}

const CHANNELS = ['relays', 'inputs', 'analogInputs', 'sensors'] as const;

const RS485_WORDS = {
  answered: 'bytes that are answered',
  answer: 'what is answered to them',
  unanswered: 'bytes that are unanswered',
  echo: 'bytes that are sent back',
};

function missingClient(name: string, need: ClientNeed | undefined): string {
  const scopes = need?.scopes.join(', ') ?? '';
  const only = need?.exactly ? ' and no other permission' : '';
  return `no API client with ${scopes}${only}; add one under clients: "${name}: { clientId: …, scopes: [${scopes}] }"`;
}

function missingDevice(_: string, need: DeviceNeed): string {
  const { relays, rs485 } = need;
  const settable = CHANNELS.slice(1).filter((kind) => need[kind].length > 0);
  const wanted = [
    ...(relays.length > 0
      ? [`${relays.length} ${relays.length === 1 ? 'relay' : 'relays'} that may be switched`]
      : []),
    ...rs485.map((bytes) => RS485_WORDS[bytes]),
    ...(settable.length > 0 ? [`${settable.join(', ')} that stimuli may set`] : []),
  ];
  const lines = [
    ...(relays.length > 0 || wanted.length === 0
      ? [`relays: [${relays.map((_relay, at) => at + 1).join(', ')}]`]
      : []),
    ...settable.map((kind) => `${kind}: [${need[kind].map(() => '…').join(', ')}]`),
    ...(rs485.length === 0
      ? []
      : [
          `rs485: { ${rs485.map((bytes) => `${bytes}: ${bytes === 'echo' ? '[<hex>]' : '<hex>'}`).join(', ')} }`,
        ]),
  ];
  const of = wanted.length > 0 ? ` with ${wanted.join(' and ')}` : '';
  return `no device${of}; add to a device under devices: "${lines.join(', ')}"`;
}

function tooFew(
  { clients, devices }: Needs,
  candidates: Readonly<Record<string, readonly string[]>>,
): string {
  const names = Object.keys(clients);
  if (!first(distinct(candidates))) {
    const scopes = names.map((name) => `[${clients[name]?.scopes.join(', ')}]`).join(' and ');
    return `it needs ${names.length} different API clients; add them under clients, with scopes: ${scopes}`;
  }
  const hidden = Object.entries(devices).find(([, { hiddenFrom }]) => hiddenFrom.length > 0);
  if (hidden)
    return 'no device is hidden from one of the clients; add "devices: [...]" to a client that may not access all';
  const count = Object.keys(devices).length;
  return `it needs ${count} ${count === 1 ? 'device' : 'devices'} that its clients may access; add them under devices`;
}

function first<T>(values: Iterable<T>): T | undefined {
  for (const value of values) return value;
  return undefined;
}

// What a check needs beside the interface: stimuli that the profile declares, and a device that may be managed.

/** Why the check cannot run, with what to add to the profile; undefined when nothing is missing. */
export function missingOutside(needs: Needs, profile: Profile, offers: Offers): string | undefined {
  if (needs.management && !profile.management) return NO_MANAGEMENT;
  for (const need of needs.stimuli) {
    const why = missingStimulus(need, profile, offers);
    if (why !== undefined) return `no ${isWitness(need.name) ? 'witness' : 'stimulus'} ${need.name}: ${why}`;
  }
  return undefined;
}

const NO_MANAGEMENT =
  'device management: the profile offers no device for it; add ' +
  '"management: { deviceId: …, profileId: …, passwordEnv: … }"';

function missingStimulus(
  { name, device }: StimulusNeed,
  { devices }: Profile,
  offers: Offers,
): string | undefined {
  const offered = offers(name);
  if (offered.kind === 'missing') return offered.reason;
  if (device === undefined) return undefined;
  const of = Object.keys(devices).map((each) => offers(name, each));
  const refused = of.find((each) => each.kind === 'missing');
  return of.some(({ kind }) => kind === 'ok') || !refused ? undefined : refused.reason;
}

// Picks one candidate for each name, no candidate twice.

/** Every choice, those with early candidates first; nothing when there is none. */
export function* distinct(
  candidates: Readonly<Record<string, readonly string[]>>,
): Generator<Readonly<Record<string, string>>> {
  const names = Object.keys(candidates);
  function* choose(
    at: number,
    chosen: Readonly<Record<string, string>>,
  ): Generator<Readonly<Record<string, string>>> {
    const name = names[at];
    if (name === undefined) {
      yield chosen;
      return;
    }
    const taken = new Set(Object.values(chosen));
    for (const candidate of candidates[name] ?? [])
      if (!taken.has(candidate)) yield* choose(at + 1, { ...chosen, [name]: candidate });
  }
  yield* choose(0, {});
}
