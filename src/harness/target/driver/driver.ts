// What all parts of the driver share: one target, whatever the traces that it is recorded into.
import { type Dialect, secretNames } from '../../../dialect/dialect.js';
import { assert } from '../../../kernel/assert.js';
import type { Clock } from '../../../kernel/clock.js';
import type { Random } from '../../../kernel/random.js';
import type { IsSecretName } from '../../../output/secret-names.js';
import { createSecrets, type Secrets } from '../../../output/secrets.js';
import type { Profile } from '../../profile/profile.js';
import { createAnswers } from '../answers.js';
import { createEventDeliveries, createDisplacement } from '../deliveries.js';
import { createQuotaBook } from '../quota-book.js';
import { createRoundTrips } from '../refresh-book.js';
import type { GatedTransport } from '../gated-transport.js';
import { createMisfits } from '../misfit/misfits.js';
import { stateGroupsOf } from '../misfit/missing-group.js';
import { createClientTokens } from './tokens.js';
import type { EventRecord } from '../../../trace/record.js';
import { createBoundedQueue } from '../../../kernel/bounded-queue.js';
import { waitUntil } from '../retry.js';
import { PUBLIC_WORDS } from '../../../contract/public-words.js';

export type Driver = ReturnType<typeof createDriver>;

export interface DriverLimits {
  /** Requests that wait for a reply on one connection. */
  readonly inFlight: number;
  /** Events that one connection keeps; more go to the trace only. */
  readonly events: number;
}

const LIMITS: DriverLimits = { inFlight: 1000, events: 10_000 };

export interface DriverOptions {
  readonly profile: Pick<Profile, 'clients' | 'requestsPerSecond' | 'patience' | 'management' | 'quotas'>;
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
