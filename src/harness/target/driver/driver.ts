// What all parts of the driver share: one target, whatever the traces that it is recorded into.
import { type DeviceGroup, type Dialect, secretNames } from '../../../dialect/dialect.js';
import { assert } from '../../../kernel/assert.js';
import type { Clock } from '../../../kernel/clock.js';
import type { Random } from '../../../kernel/random.js';
import type { IsSecretName } from '../../../output/secret-names.js';
import { changedTexts, createSecrets, type Secrets } from '../../../output/secrets.js';
import type { DeviceProfileEntry, Profile } from '../../profile/profile.js';
import { createAnswers } from '../answers.js';
import { createDisplacement, createEventDeliveries } from '../deliveries.js';
import { createQuotaBook } from '../quota-book.js';
import { createRoundTrips } from '../refresh-book.js';
import type { GatedTransport } from '../gated-transport.js';
import { createMisfits, stateGroupsOf } from '../misfit/misfits.js';
import {
  type EventRecord,
  OWN_WORDS,
  type TraceEntry,
  type TraceRecord,
  type StrayRecord,
} from '../../../trace/record.js';
import { createBoundedQueue } from '../../../kernel/bounded-queue.js';
import { waitUntil } from '../retry.js';
import { PUBLIC_WORDS } from '../../../contract/public-words.js';
import { type Exchange, isGranted } from '../call.js';
import type { Trace } from '../../../trace/trace.js';

export type Driver = ReturnType<typeof createDriver>;

export interface DriverLimits {
  /** Requests that wait for a reply on one connection. */
  readonly inFlight: number;
  /** Events that one connection keeps; more go to the trace only. */
  readonly events: number;
}

const LIMITS: DriverLimits = { inFlight: 1000, events: 10_000 };

export interface DriverOptions {
  readonly profile: Pick<Profile, 'clients' | 'requestsPerSecond' | 'patience' | 'management' | 'quotas'> &
    Partial<Pick<Profile, 'devices'>>;
  readonly dialect: Dialect;
  readonly clock: Clock;
  readonly transport: GatedTransport;
  /** Makes requestIds that no other run uses. */
  readonly random?: Random;
  readonly limits?: Partial<DriverLimits>;
  /** The target is said to speak the dialect that comes with conform. */
  readonly asWritten?: boolean;
  /** Those that the program's outputs are searched for; default: its own. */
  readonly secrets?: Secrets;
  /** Hardly any of the traces will be shown: whoever shows one takes the secrets out of it. Default: false. */
  readonly cleansLater?: boolean;
}

export function createDriver(options: DriverOptions) {
  const { profile, dialect, clock, transport, random, limits, secrets = createSecrets() } = options;
  const { asWritten = false, cleansLater = false } = options;
  keepProfile(secrets, profile);
  openDialect(secrets, dialect);
  const run = random ? `${random.stream('target/request-ids').token(6)}-` : '';
  let isSecretName: IsSecretName | undefined;
  let exchanges = 0;
  let connections = 0;
  return {
    dialect,
    clock,
    transport,
    secrets,
    /** The secrets are taken out of traces by whoever shows them. */
    cleansLater,
    /** Whether what stands under a name on the wire may be a secret. */
    isSecretName: (name: string) => (isSecretName ??= secretNames(dialect))(name),
    tokens: createClientTokens(clock),
    heard: createHeard(),
    /** What of it the dialect does not fit, over all views of the target. */
    misfits: createMisfits(asWritten, stateGroupsOf(dialect)),
    /** How requests were answered so far. */
    answers: createAnswers(clock),
    /** What is known of the quotas of its API clients. */
    quotas: createQuotaBook(clock, profile.quotas),
    roundTrips: createRoundTrips(clock),
    /** On which connections events were due. */
    deliveries: createEventDeliveries(clock),
    displacement: createDisplacement(clock),
    ceiling: createRateCeiling(clock, profile.requestsPerSecond),
    limits: { ...LIMITS, ...limits },
    /** How long to wait for a reply where nothing else is said, in ms. */
    patience: profile.patience,
    /** The device that may be added and removed. */
    management: profile.management,
    /** Whether the profile lists some of these for the device. */
    lists: (deviceId: string, group: DeviceGroup): boolean => {
      const entry = Object.values(profile.devices ?? {}).find((each) => each.deviceId === deviceId);
      const listed = entry && LISTED[group](entry);
      return Array.isArray(listed) ? listed.length > 0 : listed !== undefined;
    },
    client: (name: string) => {
      const client = profile.clients[name];
      assert(client, `the profile has no API client "${name}"`);
      return client;
    },
    nextExchange: () => ++exchanges,
    /** What the requestIds of one more connection begin with. */
    nextRequestIds: () => `${run}${++connections}-`,
  };
}

const LISTED: Readonly<Record<DeviceGroup, (entry: DeviceProfileEntry) => unknown>> = {
  relays: ({ relays }) => relays,
  digitalInputs: ({ inputs }) => inputs,
  analogInputs: ({ analogInputs }) => analogInputs,
  sensors: ({ sensors }) => sensors,
  baudRate: ({ rs485 }) => rs485,
};

// The latest events that any connection of the run was sent: what one connection lacks, another may have heard.

type HeardEvent = EventRecord & { readonly at: number };

const MOST = 500;

function createHeard() {
  const events: HeardEvent[] = [];
  return {
    note: (event: HeardEvent) => {
      events.push(event);
      if (events.length > MOST) events.shift();
    },

    /** Oldest first, those that came at that clock time (ms) or later. */
    since: (at: number) => events.filter((event) => event.at >= at),
  };
}

// Keeps the harness below the rate that the profile allows, in order of arrival.

/**
 * No stretch of one second ever has more than `perSecond` departures; a burst of that many may leave at once.
 * A token bucket would let up to twice as many through where a burst meets a refill.
 */
function createRateCeiling(clock: Clock, perSecond: number) {
  const burst = Math.max(1, Math.floor(perSecond));
  const window = (burst / perSecond) * 1000;
  // Moments of the latest departures, some of which may lie ahead: they are the places in the queue.
  const departures = createBoundedQueue<number>(burst);
  return {
    /** Resolves when one more request or frame may leave, or when nobody waits for it any more. */
    admit: async (signal?: AbortSignal) => {
      const now = clock.now();
      const oldest = departures.size < burst ? undefined : departures.shift();
      const departure = oldest === undefined ? now : Math.max(now, oldest + window);
      departures.push(departure);
      await waitUntil(clock, departure, signal);
    },
  };
}

// What a run knows to be secret before it begins, and what it knows to be public.

/**
 * How keys and identifiers of ours begin, and so do tickets, secrets and passwords that a check makes up. A key would
 * otherwise be recorded under two names: whole before such a secret is known, and without its beginning afterwards.
 */
const OWN_BEGINNINGS = ['conform-', 'conform-no-such-', 'conform-stimulus-', 'conform-bad-input-'];

/** Keeps the secrets of the profile's clients and stimuli, and the password of its device for management. */
function keepProfile(secrets: Secrets, profile: Pick<Profile, 'clients'> & Partial<Profile>): void {
  for (const [name, { clientSecret }] of Object.entries(profile.clients))
    secrets.keep(clientSecret, `<secret of ${name}>`);
  for (const { value, alias } of profile.stimuli?.secrets ?? []) secrets.keep(value, alias);
  if (profile.management) secrets.keep(profile.management.password, '<password>');
  secrets.open(PUBLIC_WORDS);
  secrets.open(OWN_BEGINNINGS);
  secrets.open(namesIn(profile));
}

function namesIn({
  clients,
  devices = {},
  management,
}: Pick<Profile, 'clients'> & Partial<Profile>): string[] {
  return [
    ...Object.entries(clients).flatMap(([name, { clientId }]) => [name, clientId]),
    ...Object.entries(devices).flatMap(([name, { deviceId }]) => [name, deviceId]),
    ...(management ? [management.deviceId, management.profileId, management.name ?? ''] : []),
  ];
}

/** The dialect's names for what holds a password or a ticket. */
function openDialect(secrets: Secrets, { namesOf }: Pick<Dialect, 'namesOf'>): void {
  secrets.open([...namesOf('ticket'), ...namesOf('passwordChange'), ...namesOf('deviceAddition')]);
}

// Access tokens, one for each client: fetched when first needed, shared, and fetched again when they are over.

export type TokenOutcome =
  /** `freshUntil`: it was just fetched, and until that clock time (ms) a refusal of it is not for its age. */
  | { readonly kind: 'token'; readonly token: string; readonly freshUntil: number }
  | { readonly kind: 'none'; readonly exchange: Exchange };

interface Held {
  readonly token: string;
  readonly scopes: readonly string[];
  /** Clock time in ms from which on it is no longer used. */
  readonly until: number;
}

/** A token is given up this long before its end, so that none expires on its way to the target. */
const MARGIN = 30_000;
const MARGIN_SHARE = 0.1;

/** For replies that name no usable lifetime: their token serves for a while all the same. */
const ASSUMED_LIFETIME_SECONDS = 60;

/** Older tokens are hardly sent any more. */
const MOST_ISSUES = 4096;

function createClientTokens(clock: Pick<Clock, 'now'>) {
  const held = new Map<string, Held>();
  const scopes = new Map<string, readonly string[]>();
  const hold = (client: string, token: Held): void => {
    held.set(client, token);
    scopes.set(client, token.scopes);
  };
  const issues = new Map<string, number>();
  const fetching = new Map<string, Promise<TokenOutcome>>();

  const good = (client: string): Held | undefined => {
    const token = held.get(client);
    return token && clock.now() < token.until ? token : undefined;
  };
  const fetchFor = async (client: string, ask: () => Promise<Exchange>): Promise<TokenOutcome> => {
    const exchange = await ask();
    const token = tokenIn(exchange);
    if (!token) return { kind: 'none', exchange };
    hold(client, token);
    return { kind: 'token', token: token.token, freshUntil: token.until };
  };

  return {
    /** The client's token; `ask` is called when there is none, once for all who wait. */
    get: (client: string, ask: () => Promise<Exchange>): Promise<TokenOutcome> => {
      const token = good(client);
      if (token) return Promise.resolve({ kind: 'token', token: token.token, freshUntil: -Infinity });
      const underWay = fetching.get(client);
      if (underWay) return underWay;
      const begun = fetchFor(client, ask).finally(() => fetching.delete(client));
      fetching.set(client, begun);
      return begun;
    },

    /** Takes the token of a token request that was made for its own sake, unless there is a good one. */
    offer: (client: string, exchange: Exchange) => {
      const token = tokenIn(exchange);
      if (token && !good(client)) hold(client, token);
    },

    /** The scopes that came with the client's last token; none where none are known. */
    scopesOf: (client: string) => scopes.get(client) ?? [],

    /** The token request that brought the token; undefined for a text that never was one, or is long forgotten. */
    issueOf: (token: string) => issues.get(token),
    issued: (token: string, exchange: number) => {
      issues.set(token, exchange);
      const [oldest] = issues.keys();
      if (issues.size > MOST_ISSUES && oldest !== undefined) issues.delete(oldest);
    },

    /** Drops the token after it was refused. */
    forget: (client: string, token: string) => {
      if (held.get(client)?.token === token) held.delete(client);
    },

    /** Drops the client's token, whichever it is. */
    drop: (client: string) => void held.delete(client),
  };
}

/** Also from data that do not quite fit: a wrong `tokenType` is a finding, not a reason to stop everything. */
function tokenIn({ outcome, sentAt }: Exchange): Held | undefined {
  if (!isGranted(outcome)) return undefined;
  const data = outcome.reply.data as
    { accessToken?: unknown; expiresIn?: unknown; scopes?: unknown } | null | undefined;
  const token = data?.accessToken;
  if (typeof token !== 'string' || token === '') return undefined;
  const seconds = data?.expiresIn;
  const lifetime = (typeof seconds === 'number' && seconds > 0 ? seconds : ASSUMED_LIFETIME_SECONDS) * 1000;
  const scopes = Array.isArray(data?.scopes) ? data.scopes.filter((each) => typeof each === 'string') : [];
  return { token, scopes, until: sentAt + lifetime - Math.min(MARGIN, lifetime * MARGIN_SHARE) };
}

// Writes into a trace what the driver sees, without the secrets.

export type Recorded<E extends TraceEntry> = E & Pick<TraceRecord, 'seq' | 'at'>;

export type TraceRecorder = ReturnType<typeof createTraceRecorder>;

/** The entry without secrets. @param whole strings that are secrets in it, whatever they are elsewhere. */
export function withoutSecrets<E extends TraceEntry>(
  entry: E,
  secrets: Secrets,
  whole?: ReadonlyMap<string, string>,
): E {
  return withOwnWords(entry, secrets.redact(entry, whole));
}

function withOwnWords<E extends TraceEntry>(entry: E, redacted: E): E {
  if (redacted === entry) return entry;
  const own = OWN_WORDS.flatMap((word) => (word in entry ? [[word, entry[word as keyof E]]] : []));
  return { ...redacted, ...(Object.fromEntries(own) as object) };
}

/**
 * @param later only what is a secret by its place is taken out at once; whoever shows the trace calls
 * `withoutSecrets` for each of its records.
 */
export function createTraceRecorder(trace: Trace, secrets: Secrets, later: boolean) {
  const names = new Map<string, number>();
  const record = <E extends TraceEntry>(entry: E, whole?: ReadonlyMap<string, string>): Recorded<E> => {
    const clean = later ? withoutIssued(entry, whole) : withoutSecrets(entry, secrets, whole);
    return trace.add(clean) as unknown as Recorded<E>;
  };
  return {
    trace,
    /** `whole` are strings that are secrets in this record, whatever they are elsewhere. */
    record,

    /** A frame that is neither a reply nor an event; a long one is not recorded whole. */
    stray: (
      connection: string,
      text: string,
      detail: string,
      what: Pick<StrayRecord, 'misfit' | 'malformed'> = {},
    ) => record({ kind: 'stray', connection, text: text.slice(0, LONGEST_STRAY), detail, ...what }),
    /** The name, or the name with a number when the trace already has a connection of that name. */
    connectionName: (wanted: string) => {
      const count = (names.get(wanted) ?? 0) + 1;
      names.set(wanted, count);
      return count === 1 ? wanted : `${wanted}#${count}`;
    },
  };
}

const LONGEST_STRAY = 4096;

/** Judges tell what was issued by its name. */
function withoutIssued<E extends TraceEntry>(entry: E, whole: ReadonlyMap<string, string> | undefined): E {
  return whole?.size
    ? withOwnWords(entry, changedTexts(entry, (text) => whole.get(text) ?? text) as E)
    : entry;
}

/** Longer texts are recorded up to here: a trace may have many of them. */
const LONGEST_TEXT = 64 * 1024;

/** A body as the trace shows it: parsed when it is JSON, and else its text, of which a very long one has its beginning. */
export function shownBody(text: string, parsed: unknown): unknown {
  if (parsed !== undefined) return parsed;
  return text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT)}… (${text.length} characters)`;
}
