// Which server of a Redis Cluster has the keys of the service: asked whenever a connection is made, as it may have
// changed. All keys share one slot, so that one server has them all; a server that is alone has them anyhow.
import type { AbstractConnector, Redis, RedisOptions } from 'ioredis';
import { defined } from '../../kernel/defined.js';
import type { Address, dial } from '../transport/network.js';
import { type RedisLink, LinkDown, type ScriptReply, type ScriptName, SCRIPTS } from './link.js';

/** What is used of the package, which is optional. */
export interface IoRedis {
  readonly Redis: new (url: string, options: RedisOptions) => Redis;
  readonly AbstractConnector: abstract new (disconnectTimeout: number) => AbstractConnector;
}

/** The reply of CLUSTER SLOTS: where the slots are, master first. */
type Slots = readonly (readonly [from: number, to: number, ...nodes: [host: string, port: number][]])[];

const DEFAULT_PORT = 6379;
/** Of a cluster, that are remembered; each may be the only one that is left. */
const MOST_NODES = 50;

/** Whether an error says that another server has the keys now. */
function hasMoved({ message }: Error): boolean {
  return /^(MOVED|READONLY)\b/.test(message);
}

/**
 * Makes connections to the server that has this key.
 * @param reach opens a connection without a word on it.
 * @param ask opens a connection that is for one question.
 */
function connectorTo(
  { AbstractConnector: Base }: IoRedis,
  url: string,
  key: string,
  reach: typeof dial,
  ask: (url: string) => Redis,
): NonNullable<RedisOptions['Connector']> {
  const seed = addressOf(url);
  let nodes: readonly Address[] = [seed];
  let master = seed;
  let isAlone = false;

  const look = async (address: Address): Promise<boolean> => {
    const redis = ask(urlOf(url, address));
    // Why it fails is seen by the connection that is made in any case.
    redis.on('error', () => undefined);
    try {
      await redis.connect();
      const found = readSlots(await redis.cluster('SLOTS'), await redis.cluster('KEYSLOT', key), address);
      if (!found) return false;
      ({ nodes, master } = found);
      return true;
    } catch (error) {
      isAlone = error instanceof Error && /cluster support disabled|unknown command/i.test(error.message);
      return isAlone;
    } finally {
      redis.disconnect();
    }
  };
  const find = async (): Promise<Address> => {
    // The one that was named comes last: it knows the cluster, unless it is gone.
    for (const address of [...nodes, seed]) if (isAlone || (await look(address))) break;
    return master;
  };

  return class extends Base {
    private readonly tls: RedisOptions['tls'];

    constructor(options: unknown) {
      const { disconnectTimeout = 2000, tls } = options as RedisOptions;
      super(disconnectTimeout);
      this.tls = tls;
    }

    override async connect(): Promise<ReturnType<typeof dial>> {
      this.connecting = true;
      const address = await find();
      if (!this.connecting) throw new Error('the connection is not wanted any more');
      const stream = reach(address, this.tls);
      stream.once('error', (error: Error) => (this.firstError = error));
      this.stream = stream;
      return stream;
    }
  };
}

function addressOf(url: string): Address {
  const { hostname, port } = new URL(url);
  // An IPv6 address stands in brackets in a URL, and nowhere else.
  const host = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return { host: host === '' ? '127.0.0.1' : host, port: port === '' ? DEFAULT_PORT : Number(port) };
}

function urlOf(like: string, { host, port }: Address): string {
  const url = new URL(like);
  url.hostname = host.includes(':') ? `[${host}]` : host;
  url.port = String(port);
  return url.href;
}

function readSlots(
  reply: unknown,
  slot: number,
  asked: Address,
): { readonly nodes: readonly Address[]; readonly master: Address } | undefined {
  const slots = reply as Slots;
  // A server that does not know its own name is where it was asked.
  const named = ([host, port]: readonly [string, number]): Address => ({ host: host || asked.host, port });
  const place = slots.find(([from, to]) => from <= slot && slot <= to);
  const first = place?.[2];
  if (!first) return undefined;
  const nodes = slots.flatMap(([, , ...each]) => each.map(named)).slice(0, MOST_NODES);
  return { nodes, master: named(first) };
}

// Two connections to Redis or Valkey: one for scripts, one for messages. What is called while there is none fails at once.

export interface RedisPlace {
  readonly url: string;
  readonly username?: string;
  readonly password?: string;
  /** PEM of the authority that has signed the certificate of the server. */
  readonly ca?: string;
  /** All keys begin with it; in braces, so that they share one slot of a Redis Cluster. */
  readonly prefix: string;
}

/** In ms of the machine: how long one call may take, and a try to connect; and how soon the next one follows. */
const CALL_TIMEOUT = 1500;
const CONNECT_TIMEOUT = 1500;
const MOST_BETWEEN_TRIES = 300;

type Scripted = Record<string, (...given: (string | number)[]) => Promise<unknown>>;

/**
 * @param reach opens a connection without a word on it.
 * Rejects with `LinkDown` where the server cannot be reached, or does not take the password.
 */
export async function connectRedis(
  package_: IoRedis,
  place: RedisPlace,
  reach: typeof dial,
): Promise<RedisLink> {
  const failures: unknown[] = [];
  const fail = (error: unknown): void => void (failures[0] ??= error);
  const { url, prefix } = place;
  const Connector = connectorTo(package_, url, prefix, reach, (asked) =>
    open(package_, { ...place, url: asked }, { commandTimeout: CALL_TIMEOUT, retryStrategy: null }),
  );
  const messages = open(package_, place, { Connector, autoResubscribe: true, keepAlive: 1000 });
  const reconnectOnError = (error: Error): boolean => {
    // Messages come from where the scripts run.
    if (hasMoved(error)) messages.disconnect(true);
    return hasMoved(error);
  };
  const calls = open(package_, place, {
    Connector,
    reconnectOnError,
    commandTimeout: CALL_TIMEOUT,
    enableAutoPipelining: true,
  });
  for (const redis of [calls, messages]) redis.on('error', fail);
  for (const name of Object.keys(SCRIPTS) as ScriptName[])
    calls.defineCommand(commandOf(name), { numberOfKeys: 1, lua: SCRIPTS[name] });
  try {
    await Promise.all([calls.connect(), messages.connect()]);
    // A database that is not there is told beside the connection, which then uses the first one.
    await calls.ping();
    const lacking =
      failures.map(wordsOf).find((words) => words.includes('DB index')) ?? (await evicting(calls));
    if (lacking !== undefined) throw new LinkDown(lacking);
  } catch (error) {
    calls.disconnect();
    messages.disconnect();
    throw new LinkDown(wordsOf(failures[0] ?? error));
  }
  return linkOver(calls, messages, place.prefix);
}

/** Why the server would forget what it was given; undefined where it does not, or does not tell. */
async function evicting(redis: Redis): Promise<string | undefined> {
  const memory = await redis.info('memory').catch(() => '');
  const policy = /^maxmemory_policy:(allkeys-\w+)/m.exec(memory)?.[1];
  if (policy === undefined || /^maxmemory:0\s*$/m.test(memory)) return undefined;
  return `it drops keys when its memory is full (maxmemory-policy ${policy}), and with them commands; set noeviction`;
}

function open(package_: IoRedis, place: RedisPlace, how: RedisOptions): Redis {
  const { url, username, password, ca } = place;
  return new package_.Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: CONNECT_TIMEOUT,
    retryStrategy: (tries) => Math.min(tries * 50, MOST_BETWEEN_TRIES),
    ...defined({ username, password, tls: ca === undefined ? undefined : { ca } }),
    ...how,
  });
}

function linkOver(calls: Redis, messages: Redis, base: string): RedisLink {
  const scripted = calls as unknown as Scripted;
  let prefix = `${base}first:`;
  let hearing: Promise<unknown> | undefined;
  return {
    use: (generation) => (prefix = `${base}${generation}:`),
    call: async (script, given) => {
      try {
        return (await scripted[commandOf(script)]?.(prefix, ...given)) as ScriptReply;
      } catch (error) {
        throw new LinkDown(wordsOf(error));
      }
    },
    listen: async (instance, hear) => {
      messages.removeAllListeners('message');
      messages.on('message', (_channel: string, text: string) => hear(text));
      hearing = undefined;
      await messages.unsubscribe();
      await messages.subscribe(`${prefix}log`, `${prefix}in:${instance}`);
    },
    listenToEvents: async () => {
      hearing ??= messages.subscribe(`${prefix}events`);
      const asked = hearing;
      try {
        await asked;
      } catch (error) {
        if (hearing === asked) hearing = undefined;
        throw new LinkDown(wordsOf(error));
      }
    },
    onBreak: (lost, back) => {
      messages.on('close', lost);
      messages.on('ready', back);
    },
    close: async () => {
      await Promise.allSettled([calls.quit(), messages.quit()]);
      calls.disconnect();
      messages.disconnect();
    },
  };
}

function commandOf(name: ScriptName): string {
  return `conform${name}`;
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
