// Which server of a Redis Cluster has the keys of the service: asked whenever a connection is made, as it may have
// changed. All keys share one slot, so that one server has them all; a server that is alone has them anyhow.
import type { AbstractConnector, Redis, RedisOptions } from 'ioredis';
import type { Address, dial } from '../transport/dial.js';

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
export function hasMoved({ message }: Error): boolean {
  return /^(MOVED|READONLY)\b/.test(message);
}

/**
 * Makes connections to the server that has this key.
 * @param reach opens a connection without a word on it.
 * @param ask opens a connection that is for one question.
 */
export function connectorTo(
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
