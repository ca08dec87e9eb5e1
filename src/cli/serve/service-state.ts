// `--state`: the folder in which the service keeps its state, and the time that goes on from where it was.
import type { OptionsOf } from '../option-rows.js';
import { randomBytes, X509Certificate } from 'node:crypto';
import { accepted, refuseInput, type Result } from '../../document/diagnostic.js';
import { createSteerableClock, createSystemClock, type SteerableClock } from '../../kernel/machine-clock.js';
import { LinkDown, type RedisLink } from '../../simulator/cluster/link.js';
import { connectRedis, type RedisPlace, type IoRedis } from '../../simulator/cluster/redis-link.js';
import { beginLife, type ClusterSeat, takeSeat, Unlike } from '../../simulator/cluster/seat.js';
import { readClockRecord, startOf, createStateStore } from '../../simulator/state/create-state-store.js';
import { StateDamaged, type StateStore } from '../../simulator/state/state-book.js';
import { runningOf } from '../../simulator/state/stored-shelf.js';
import { dial } from '../../simulator/transport/network.js';
import { digestOf } from '../../simulator/transport/secrets.js';
import { readText } from '../files.js';
import type { Io } from '../io.js';
import { damaged, openStateFolder, type StateFolder } from '../state/folder.js';

export interface KeptService {
  readonly clock: SteerableClock;
  /** Undefined without --state. */
  readonly store: StateStore | undefined;
  /** Undefined without --cluster. */
  readonly seat?: ClusterSeat;
  /** What was found, for people. */
  readonly words: string | undefined;
}

export async function openServiceState(
  options: OptionsOf<'serve'>,
  identity: Identity,
  retention: number,
  io: Io,
): Promise<Result<KeptService>> {
  const { state, speed, cluster } = options;
  if (cluster !== undefined) return openCluster(options, identity, retention, io);
  if (state === undefined)
    return accepted({ clock: createSteerableClock(speed), store: undefined, words: undefined });
  const opened = await openStateFolder(state, `conform serve --state ${state}`, io);
  if (!opened.ok) return opened;
  try {
    return accepted(stateIn(state, opened.value, speed, io));
  } catch (error) {
    await opened.value.close();
    if (error instanceof StateDamaged) return damaged(state, error.message);
    throw error;
  }
}

function stateIn(state: string, folder: StateFolder, speed: number, io: Io): KeptService {
  const { tables, close } = folder;
  const machine = createSystemClock();
  const store = createStateStore({
    tables: { ...tables, close },
    machine,
    digest: digestOf,
    onTrouble: (error) => io.err.write(`${trouble(state, error)}\n`),
  });
  return { clock: clockOf(folder, speed), store, words: wordsOf(state, folder, store) };
}

/** Time goes on from where it was; a speed that was asked for is taken, else the one that it had. */
function clockOf({ tables }: StateFolder, speed: number): SteerableClock {
  const record = readClockRecord(tables.get('meta', 'clock'));
  if (!record) return createSteerableClock(speed);
  const clock = createSteerableClock(
    speed === 1 ? record.speed : speed,
    startOf(record, createSystemClock()),
  );
  if (record.paused) clock.pause();
  return clock;
}

function wordsOf(name: string, { tables, carriedFrom }: StateFolder, { lives }: StateStore): string {
  if (lives === 0) return `${name}, new`;
  const running = runningOf(tables).length;
  const found = `${tables.count('commands')} commands, ${tables.count('devices')} devices used`;
  const ended = running === 0 ? '' : `, ${running} in flight ended as TIMEOUT`;
  const carried = carriedFrom === undefined ? '' : `, carried over from format ${carriedFrom}`;
  return `${name}, start ${lives + 1}: ${found}${ended}${carried}`;
}

function trouble(name: string, error: unknown): string {
  const why = error instanceof Error ? error.message : String(error);
  return `cannot write the state to ${name}: ${why}; commands are refused until it can be written again`;
}

// `--cluster`: the Redis or Valkey that many instances share, and the time that they have in common.

const FORMS = 'redis://host:6379 or rediss://host:6379 for TLS';

/** What has to be the same for all instances, so that they are one service. */
export type Identity = Readonly<Record<'version' | 'fleet' | 'dialect' | 'seed', string>>;

/** @param retention how long a finished command is kept, in ms. */
async function openCluster(
  { cluster = '', state, defect, variant, speed }: OptionsOf<'serve'>,
  identity: Identity,
  retention: number,
  io: Pick<Io, 'cwd' | 'env' | 'err'>,
): Promise<Result<KeptService>> {
  if (state !== undefined)
    return refuseInput('--state and --cluster exclude each other', 'Redis keeps the state of a cluster.');
  if (defect || variant)
    return refuseInput(
      '--defect and --variant are for a service of one process',
      'Leave them out, or leave --cluster out.',
    );
  const place = placeOf(cluster, io);
  if (!place.ok) return place;
  let package_: IoRedis;
  try {
    package_ = await import('ioredis');
  } catch {
    return refuseInput(
      'a cluster needs the package ioredis, which is not installed',
      'Install it beside conform: npm install ioredis',
    );
  }
  let link: RedisLink | undefined;
  try {
    link = await connectRedis(package_, place.value, dial);
    const life = await beginLife(link, JSON.stringify(identity), speed);
    const clock = createSteerableClock(life.clock.speed, life.clock.now);
    if (life.clock.paused) clock.pause();
    const mark = randomBytes(4).toString('hex');
    const machine = createSystemClock();
    const onLink = (what: 'lost' | 'back'): void => io.err.write(`${LINKS[what]}\n`);
    const seat = await takeSeat({ link, life, machine, clock, mark, retention, digest: digestOf, onLink });
    const { host, pathname } = new URL(cluster);
    return accepted({
      clock,
      store: undefined,
      seat,
      words: `${host}${pathname}, start ${life.life + 1} of an instance`,
    });
  } catch (error) {
    await link?.close();
    if (error instanceof Unlike) return refuseInput(...unlikeWords(identity, error.identity));
    if (!(error instanceof LinkDown)) throw error;
    return refuseInput(
      `cannot use the Redis of --cluster: ${wordsOfRedis(error.message)}`,
      'It must be reachable, by rediss:// where it speaks TLS. CONFORM_REDIS_PASSWORD holds its password, CONFORM_REDIS_CA names the authority of its certificate.',
    );
  }
}

/** What a server answers, as people understand it; the rest as it is. */
const SAID: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/^NOAUTH\b/, 'it asks for a password, and none is given'],
  [/^WRONGPASS\b|invalid (username-)?password/, 'it does not take the name or the password'],
  [/^NOPERM\b/, 'it does not let this user run scripts, or use keys and channels that begin with {conform'],
  [/^READONLY\b/, 'it is a replica, which takes no writes; name its master'],
  [/^OOM\b/, 'its memory is full (maxmemory), so that it takes no writes'],
  [/^MISCONF\b/, 'it cannot write to its disk, and takes no writes'],
  [/^LOADING\b/, 'it is still reading its data; try again'],
  [/DB index is out of range/, 'it has no database of this number'],
];

function wordsOfRedis(message: string): string {
  return SAID.find(([pattern]) => pattern.test(message))?.[1] ?? message;
}

const LINKS = {
  lost: 'the cluster is lost: Redis does not answer, or has forgotten this instance; requests get 500 until it is back',
  back: 'the cluster is back',
} as const;

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
  if (!URL.canParse(text)) return refuseInput(`--cluster ${text} is no address`, `It looks like ${FORMS}.`);
  const { protocol, username, password, pathname, search, hash } = new URL(text);
  if (protocol !== 'redis:' && protocol !== 'rediss:')
    return refuseInput(`--cluster takes no ${protocol} address`, `It looks like ${FORMS}.`);
  if (username !== '' || password !== '')
    return refuseInput(
      'others on the machine can read the command line: no password belongs there',
      'Put it into CONFORM_REDIS_PASSWORD, and a name into CONFORM_REDIS_USERNAME.',
    );
  // ioredis would take options from there, and with them a password or another database.
  if (search !== '' || hash !== '' || !DATABASE.test(pathname))
    return refuseInput(
      `--cluster ${text}: behind the port comes at most the number of a database`,
      'As in redis://host:6379/1.',
    );
  const ca = protocol === 'rediss:' ? authorityOf(env['CONFORM_REDIS_CA'], cwd) : undefined;
  if (ca && !ca.ok) return ca;
  const name = env['CONFORM_REDIS_USERNAME'];
  const secret = env['CONFORM_REDIS_PASSWORD'];
  return accepted({
    url: text,
    prefix: prefixOf(text),
    ...(name !== undefined && { username: name }),
    ...(secret !== undefined && { password: secret }),
    ...(ca && { ca: ca.value }),
  });
}

const DATABASE = /^\/?(\d{1,9})?$/;

/** The certificates in a file, as PEM. */
function authorityOf(file: string | undefined, cwd: string): Result<string> | undefined {
  if (file === undefined) return undefined;
  const text = readText(file.startsWith('/') ? file : `${cwd}/${file}`);
  if (!text.ok) return refuseInput(`CONFORM_REDIS_CA: ${text.message}`);
  try {
    // Throws where there is none.
    void new X509Certificate(text.value);
    return text;
  } catch {
    return refuseInput(
      `CONFORM_REDIS_CA: ${file} holds no certificate`,
      'It has to be in PEM: a block that begins with -----BEGIN CERTIFICATE-----.',
    );
  }
}

/** Messages go to all databases of a server, so that the number of the database is a part of the names. */
function prefixOf(address: string): string {
  const database = Number(new URL(address).pathname.replace(/^\//, ''));
  return database === 0 ? '{conform}:' : `{conform-${database}}:`;
}
