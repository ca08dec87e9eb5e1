// What all parts of the driver share: one target, whatever the traces that it is recorded into.
import type { Dialect } from '../../../dialect/dialect.js';
import { secretNames } from '../../../dialect/secret-names.js';
import { assert } from '../../../kernel/assert.js';
import type { Clock } from '../../../kernel/clock.js';
import type { Random } from '../../../kernel/random.js';
import type { IsSecretName } from '../../../output/secret-names.js';
import { createSecrets, type Secrets } from '../../../output/secrets.js';
import type { ClientProfile, ManagedDevice, Profile } from '../../profile/profile.js';
import { type Answers, createAnswers } from '../answers.js';
import { createEventDeliveries, type EventDeliveries } from '../deliveries.js';
import { createQuotaBook, type QuotaBook } from '../quota-book.js';
import { createRelayEffects, type RelayEffects } from '../relay-effects.js';
import { createRoundTrips, type RoundTrips } from '../round-trips.js';
import { createDisplacement, type Displacement } from '../displaced.js';
import type { GatedTransport } from '../gated-transport.js';
import { createHeard, type HeardEvents } from './heard.js';
import { createMisfits, type Misfits } from '../misfit/misfits.js';
import { stateGroupsOf } from '../misfit/missing-group.js';
import { keepProfile, openDialect } from './known-secrets.js';
import { createRateCeiling, type RateCeiling } from './rate-ceiling.js';
import { createClientTokens, type ClientTokens } from './tokens.js';

export interface Driver {
  readonly dialect: Dialect;
  readonly clock: Clock;
  readonly transport: GatedTransport;
  readonly secrets: Secrets;
  /** The secrets are taken out of traces by whoever shows them. */
  readonly cleansLater: boolean;
  /** Whether what stands under a name on the wire may be a secret. */
  readonly isSecretName: IsSecretName;
  readonly tokens: ClientTokens;
  readonly heard: HeardEvents;
  readonly misfits: Misfits;
  readonly answers: Answers;
  readonly relayEffects: RelayEffects;
  readonly quotas: QuotaBook;
  readonly roundTrips: RoundTrips;
  readonly deliveries: EventDeliveries;
  readonly displacement: Displacement;
  readonly ceiling: RateCeiling;
  readonly limits: DriverLimits;
  /** How long to wait for a reply where nothing else is said, in ms. */
  readonly patience: number;
  /** The device that may be added and removed. */
  readonly management: ManagedDevice | undefined;
  client(name: string): ClientProfile;
  nextExchange(): number;
  /** What the requestIds of one more connection begin with. */
  nextRequestIds(): string;
}

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

export function createDriver(options: DriverOptions): Driver {
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
    cleansLater,
    isSecretName: (name) => (isSecretName ??= secretNames(dialect))(name),
    tokens: createClientTokens(clock),
    heard: createHeard(),
    misfits: createMisfits(asWritten, stateGroupsOf(dialect)),
    answers: createAnswers(clock),
    relayEffects: createRelayEffects(),
    quotas: createQuotaBook(clock, profile.quotas),
    roundTrips: createRoundTrips(clock),
    deliveries: createEventDeliveries(clock),
    displacement: createDisplacement(clock),
    ceiling: createRateCeiling(clock, profile.requestsPerSecond),
    limits: { ...LIMITS, ...limits },
    patience: profile.patience,
    management: profile.management,
    client: (name) => {
      const client = profile.clients[name];
      assert(client, `the profile has no API client "${name}"`);
      return client;
    },
    nextExchange: () => ++exchanges,
    nextRequestIds: () => `${run}${++connections}-`,
  };
}
