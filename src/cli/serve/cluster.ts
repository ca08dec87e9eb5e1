// `--cluster`: the Redis or Valkey that many instances share, and the time that they have in common.
import { randomBytes } from 'node:crypto';
import { createSteerableClock, type SteerableClock } from '../../kernel/steerable-clock.js';
import { createSystemClock } from '../../kernel/system-clock.js';
import { type Result, refuse } from '../../document/diagnostic.js';
import { type Link, LinkDown } from '../../simulator/cluster/link.js';
import { connectRedis, type RedisPlace } from '../../simulator/cluster/redis-link.js';
import type { IoRedis } from '../../simulator/cluster/redis-master.js';
import { beginLife, type ClusterSeat, takeSeat, Unlike } from '../../simulator/cluster/seat.js';
import { dial } from '../../simulator/transport/dial.js';
import { digestOf } from '../../simulator/transport/secrets.js';
import { readText } from '../files.js';
import type { Io } from '../io.js';

export interface ClusterOptions {
  readonly cluster?: string;
  readonly state?: string;
  readonly defect?: readonly string[];
  readonly variant?: readonly string[];
  readonly speed: number;
}

export interface ClusterPlace {
  readonly clock: SteerableClock;
  readonly seat: ClusterSeat;
  /** Where it is, for people; without a password. */
  readonly words: string;
}

const FORMS = 'redis://host:6379 or rediss://host:6379 for TLS';

/** What has to be the same for all instances, so that they are one service. */
export type Identity = Readonly<Record<'version' | 'fleet' | 'dialect' | 'seed', string>>;

/** @param retention how long a finished command is kept, in ms. */
export async function openCluster(
  { cluster = '', state, defect, variant, speed }: ClusterOptions,
  identity: Identity,
  retention: number,
  io: Pick<Io, 'cwd' | 'env'>,
): Promise<Result<ClusterPlace>> {
  if (state !== undefined)
    return refuse('--state and --cluster exclude each other', 'Redis keeps the state of a cluster.');
  if (defect || variant)
    return refuse(
      '--defect and --variant are for a service of one process',
      'Leave them out, or leave --cluster out.',
    );
  const place = placeOf(cluster, io);
  if (!place.ok) return place;
  let package_: IoRedis;
  try {
    package_ = await import('ioredis');
  } catch {
    return refuse(
      'a cluster needs the package ioredis, which is not installed',
      'Install it beside conform: npm install ioredis',
    );
  }
  let link: Link | undefined;
  try {
    link = await connectRedis(package_, place.value, dial);
    const life = await beginLife(link, JSON.stringify(identity), speed);
    const clock = createSteerableClock(life.clock.speed, life.clock.now);
    if (life.clock.paused) clock.pause();
    const mark = randomBytes(4).toString('hex');
    const machine = createSystemClock();
    const seat = await takeSeat({ link, life, machine, clock, mark, retention, digest: digestOf });
    const { host, pathname } = new URL(cluster);
    return {
      ok: true,
      value: { clock, seat, words: `${host}${pathname}, start ${life.life + 1} of an instance` },
    };
  } catch (error) {
    await link?.close();
    if (error instanceof Unlike) return refuse(...unlikeWords(identity, error.identity));
    if (!(error instanceof LinkDown)) throw error;
    return refuse(
      `cannot use the Redis of --cluster: ${error.message}`,
      'It must be reachable, by rediss:// where it speaks TLS. CONFORM_REDIS_PASSWORD holds its password, CONFORM_REDIS_CA names the authority of its certificate.',
    );
  }
}

const DIFFERENT: Readonly<Record<keyof Identity, string>> = {
  version: 'the version of conform',
  fleet: 'the fleet (--fleet)',
  dialect: 'the dialect (--dialect)',
  seed: 'the seed (--seed)',
};

function unlikeWords(mine: Identity, text: string): [message: string, hint: string] {
  const theirs = JSON.parse(text) as Partial<Identity>;
  const names = Object.keys(DIFFERENT) as (keyof Identity)[];
  const different = names.filter((name) => theirs[name] !== mine[name]).map((name) => DIFFERENT[name]);
  return [
    `the instances that run at --cluster differ from this one in ${different.join(', ')}`,
    'Start all instances alike, or take another database for another service: redis://host:6379/1.',
  ];
}

function placeOf(text: string, { cwd, env }: Pick<Io, 'cwd' | 'env'>): Result<RedisPlace> {
  if (!URL.canParse(text)) return refuse(`--cluster ${text} is no address`, `It looks like ${FORMS}.`);
  const { protocol, username, password } = new URL(text);
  if (protocol !== 'redis:' && protocol !== 'rediss:')
    return refuse(`--cluster takes no ${protocol} address`, `It looks like ${FORMS}.`);
  if (username !== '' || password !== '')
    return refuse(
      'others on the machine can read the command line: no password belongs there',
      'Put it into CONFORM_REDIS_PASSWORD, and a name into CONFORM_REDIS_USERNAME.',
    );
  const file = env['CONFORM_REDIS_CA'];
  const ca = file === undefined ? undefined : readText(file.startsWith('/') ? file : `${cwd}/${file}`);
  if (ca && !ca.ok) return refuse(`CONFORM_REDIS_CA: ${ca.message}`);
  const name = env['CONFORM_REDIS_USERNAME'];
  const secret = env['CONFORM_REDIS_PASSWORD'];
  return {
    ok: true,
    value: {
      url: text,
      prefix: prefixOf(text),
      ...(name !== undefined && { username: name }),
      ...(secret !== undefined && { password: secret }),
      ...(ca && { ca: ca.value }),
    },
  };
}

/** Messages go to all databases of a server, so that the number of the database is a part of the names. */
function prefixOf(address: string): string {
  const database = new URL(address).pathname.replace(/^\//, '');
  return database === '' || database === '0' ? '{conform}:' : `{conform-${database}}:`;
}
