// The parts of the client and how they are put together. Each can be wrapped in one of your own: to log, to
// measure, or to see in a test what goes wrong without it.
import { setMaxListeners } from 'node:events';
import type { Fields } from './answer.js';
import { type BackOff, createBackOff } from './back-off.js';
import type { Basis } from './basis.js';
import { type Baseline, createBaseline } from './baseline.js';
import { type Commander, createCommander } from './commander.js';
import { type Connection, createConnection } from './connection.js';
import { type Connect, createConnect } from './connector.js';
import { createDenials, type Denials } from './denials.js';
import { createSieve, type Sieve } from './events.js';
import { createHeartbeat, type Heartbeat } from './heartbeat.js';
import { createHolds, type Holds } from './holds.js';
import { createLanes, type Lanes } from './lanes.js';
import type { Ports } from './ports.js';
import { createRefresher, type Refresher } from './refresher.js';
import { createRelayBatches, type RelayBatches } from './relay-batches.js';
import { createExchange, createRest, type Exchange, type Rest } from './rest.js';
import { createRetry, type Retry } from './retry.js';
import { createTokenKeeper, type TokenKeeper } from './tokens.js';

export interface Settings {
  /** Base address of the service, without the path: `https://cloud.example`. */
  readonly url: string;
  /** Base address of the WebSocket channel; the same with ws for http when absent. */
  readonly wsUrl?: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The channel of commands; REST when absent. */
  readonly commandsOver?: 'rest' | 'websocket';
}

export interface Parts {
  readonly backOff: BackOff;
  readonly holds: Holds;
  readonly lanes: Lanes;
  readonly retry: Retry;
  readonly exchange: Exchange;
  readonly denials: Denials;
  readonly tokens: TokenKeeper;
  readonly rest: Rest;
  readonly connect: Connect;
  readonly heartbeat: Heartbeat;
  readonly baseline: Baseline;
  readonly connection: Connection;
  readonly refresher: Refresher;
  readonly commander: Commander;
  readonly relayBatches: RelayBatches;
  readonly sieve: Sieve;
}

/** For each part a function that gets it and returns what is to take its place. */
export type Wraps = { readonly [Name in keyof Parts]?: (part: Parts[Name]) => Parts[Name] };

/** What the parts ask of the client around them. */
export interface Surroundings {
  readonly closing: AbortSignal;
  /** The devices that the client looks after. */
  devices(): readonly string[];
  onFrame(frame: Fields): void;
  /** Reads a device and keeps what it says. */
  refresh: Refresher;
}

export function assemble(settings: Settings, ports: Ports, around: Surroundings, wraps: Wraps): Parts {
  const { clock, random, http } = ports;
  const { closing, devices, onFrame, refresh } = around;
  const url = settings.url.replace(/\/+$/, '');
  const wsUrl = (settings.wsUrl ?? url.replace(/^http/, 'ws')).replace(/\/+$/, '');
  // Everything that waits listens to it.
  setMaxListeners(0, closing);

  const backOff = wrapped(createBackOff(random), wraps.backOff);
  const holds = wrapped(createHolds(clock), wraps.holds);
  const lanes = wrapped(createLanes(), wraps.lanes);
  const retry = wrapped(createRetry(clock, backOff, holds, closing), wraps.retry);
  const exchange = wrapped(createExchange(url, http, clock, closing), wraps.exchange);
  const denials = wrapped(createDenials(), wraps.denials);
  const { clientId, clientSecret } = settings;
  const logIn = () => exchange({ method: 'POST', path: '/auth/token', body: { clientId, clientSecret } });
  const ask = () => retry({ scope: 'auth.token', repeatable: true, send: logIn });
  const tokens = wrapped(createTokenKeeper(clock, ask, denials.onScopes), wraps.tokens);
  const rest = wrapped(createRest(exchange, tokens), wraps.rest);

  const basis: Basis = { ...ports, closing, backOff, holds, lanes, retry, denials, rest };

  const connect = wrapped(createConnect(basis, wsUrl, onFrame), wraps.connect);
  const heartbeat = wrapped(createHeartbeat(clock, backOff), wraps.heartbeat);
  const baseline = wrapped(createBaseline(devices, refresh), wraps.baseline);
  const connection = wrapped(createConnection(basis, connect, [heartbeat, baseline]), wraps.connection);
  const refresher = wrapped(createRefresher(basis, connection), wraps.refresher);
  const over = settings.commandsOver ?? 'rest';
  const commander = wrapped(createCommander(basis, connection, over), wraps.commander);
  const relayBatches = wrapped(createRelayBatches(commander), wraps.relayBatches);
  const sieve = wrapped(createSieve(), wraps.sieve);
  return {
    ...{ backOff, holds, lanes, retry, exchange, denials, tokens, rest, connect, heartbeat, baseline },
    ...{ connection, refresher, commander, relayBatches, sieve },
  };
}

function wrapped<Part>(part: Part, wrap: ((part: Part) => Part) | undefined): Part {
  return wrap ? wrap(part) : part;
}
