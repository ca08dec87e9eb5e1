// Two connections to Redis or Valkey: one for scripts, one for messages. What is called while there is none fails at once.
import type { Redis, RedisOptions } from 'ioredis';
import { type RedisLink, LinkDown, type ScriptReply, type ScriptName, SCRIPTS } from './link.js';
import type { dial } from '../transport/dial.js';
import { connectorTo, hasMoved, type IoRedis } from './redis-master.js';

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
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...(ca !== undefined && { tls: { ca } }),
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
