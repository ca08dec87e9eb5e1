// What Redis keeps, as somebody sees it who looks at the control plane or takes a snapshot, and a new generation of it.
import { type Beginning, pairs, type CommandFields } from './messages.js';
import { LinkDown, type RedisCommand } from './link.js';
import type { ClusterNode } from './node.js';
import type { DevicesOfSnapshot, Snapshot } from '../control/snapshot/snapshot.js';
import type { DeviceMemory } from '../device/device.js';
import { fingerprintOf, type CommandEntry, type KeptCommand } from '../service/command-ledger.js';
import { baseOf, commandFrom } from './cluster-state.js';
import type { ScriptCalls } from './calls.js';
import { COMMAND_FIELDS } from './scripts/members.js';
import type { PortChanges } from '../edge/edge.js';
import type { Clock } from '../../kernel/clock.js';
import { createQuotas, type ServicePorts } from '../service/ports.js';
import type { ServiceSettings } from '../service/settings.js';
import { QUOTA_CLASSES } from '../../contract/endpoints.js';

// A new generation of the cluster: what it begins with is put where nobody reads yet, and then it begins in one step.

/** Writes in one message, so that nobody waits long for Redis. */
const TOGETHER = 500;

/**
 * Resolves when all instances that live have begun it. Rejects with `LinkDown`; then the old one goes on, unless Redis went
 * away at that very moment.
 */
export async function turn(
  node: ClusterNode,
  beginning: Beginning,
  writes: Iterable<RedisCommand>,
): Promise<void> {
  const before = node.generationName;
  const next = node.newGenerationName();
  try {
    let part: RedisCommand[] = [['SET', 'beginning', JSON.stringify(beginning)]];
    for (const write of writes) {
      part.push(write);
      if (part.length < TOGETHER) continue;
      await node.scripts.callAnyway('stage', next, JSON.stringify(part));
      part = [];
    }
    await node.scripts.callAnyway('stage', next, JSON.stringify(part));
    const back = node.allBack();
    const [kind] = await node.scripts.callAnyway('turn', next, JSON.stringify({ t: 'turned' }));
    if (kind !== 'turned') throw new LinkDown('another reset came first');
    await back();
  } catch (error) {
    void sweep(node, next);
    throw error;
  }
  void sweep(node, before);
}

/** What is left when Redis goes away meanwhile is read by nobody. */
async function sweep(node: ClusterNode, generation: string): Promise<void> {
  try {
    let cursor = '0';
    do {
      if (node.generationName === generation) return;
      const [, next] = await node.scripts.callAnyway('sweep', generation, cursor);
      cursor = String(next);
    } while (cursor !== '0');
  } catch {
    return;
  }
}

// A snapshot of the whole cluster: read from Redis, and put back as what the next generation begins with.

/** @param now clock time in ms. Rejects with `LinkDown`. */
export async function readDevices(calls: Pick<ScriptCalls, 'look'>, now: number): Promise<DevicesOfSnapshot> {
  const [memories, budgets] = await calls.look(['HGETALL', 'memories'], ['HGETALL', 'budgets']);
  return {
    devices: pairs(memories as string[]).map(([deviceId, text]) => ({
      deviceId,
      memory: JSON.parse(text) as Snapshot['devices'][number]['memory'],
    })),
    budgets: pairs(budgets as string[])
      .map(([deviceId, readyAt]) => ({ deviceId, wait: Number(readyAt) - now }))
      .filter(({ wait }) => wait > 0)
      .toSorted((a, b) => a.wait - b.wait),
  };
}

/** @param retention of a command that the snapshot shows as running, in ms. */
export function* writesOf(
  snapshot: Snapshot,
  now: number,
  retention: number,
  digest: (text: string) => string,
): Generator<RedisCommand> {
  for (const deviceId of snapshot.fleet.removed) yield ['SADD', 'removed', deviceId];
  for (const { clients, ...addition } of snapshot.fleet.added) {
    yield ['RPUSH', 'added-order', addition.deviceId];
    yield ['HSET', 'added', addition.deviceId, JSON.stringify({ addition, clients })];
  }
  for (const { deviceId, password } of snapshot.fleet.passwords)
    yield ['HSET', 'passwords', deviceId, password];
  for (const { deviceId, memory } of snapshot.devices) {
    yield ['HSET', 'memories', deviceId, JSON.stringify(memory)];
    const status = statusOf(memory);
    if (status !== '') yield ['HSET', 'status', deviceId, status];
  }
  for (const { clientId, disabled, quotas } of snapshot.clients) {
    if (disabled) yield ['HSET', 'disabled', clientId, '1'];
    for (const [quotaClass, { limit, left, resetsIn }] of Object.entries(quotas)) {
      const ends = [`${quotaClass}:end`, String(now + resetsIn), `${quotaClass}:taken`, String(limit - left)];
      yield ['HSET', `quota:${clientId}`, ...ends];
    }
  }
  for (const { deviceId, wait } of snapshot.budgets) yield ['HSET', 'budgets', deviceId, String(now + wait)];
  for (const each of snapshot.commands) yield* commandWrites(each, now, retention, digest);
}

/** As the registry has it: nothing for a device that is as at the start. */
function statusOf({ powered, linked }: Pick<DeviceMemory, 'powered' | 'linked'>): string {
  return powered && linked ? '' : `0 ${powered ? 1 : 0}`;
}

function* commandWrites(
  { command, clientId, idempotencyKey, expiresIn }: Snapshot['commands'][number],
  now: number,
  retention: number,
  digest: (text: string) => string,
): Generator<RedisCommand> {
  const { commandId, status, completedAt, result } = command;
  const expires = String(now + (expiresIn ?? retention));
  const fields = {
    base: baseOf(command),
    st: status,
    at: String(completedAt ?? Math.round(now)),
    res: result === undefined ? '' : JSON.stringify(result),
    client: clientId,
    key: idempotencyKey ?? '',
    has: idempotencyKey === undefined ? '0' : '1',
    fp: digest(fingerprintOf(command)),
    exp: expires,
    made: String(command.createdAt ?? Math.round(now)),
  };
  yield ['HSET', `cmd:${commandId}`, ...Object.entries(fields).flat()];
  yield ['ZADD', 'expiries', expires, commandId];
  if (idempotencyKey !== undefined) yield ['SET', `key:${clientId}:${idempotencyKey}`, commandId];
}

// What Redis keeps, as somebody sees it who looks at the control plane: read when it is asked for, and shown by the same
// ports as in a service of one process.

interface Seen {
  devices: Map<string, SeenDevice>;
  commands: readonly KeptCommand[];
  quotas: ServicePorts['quotas'];
  tickets: ReturnType<ServicePorts['tickets']['open']>;
}

interface SeenDevice {
  readonly isTaken: boolean;
  /** Clock time in ms. */
  readonly readyAt: number;
  readonly isUsed: boolean;
}

/** Where lanes, budgets and what devices have in memory are. */
const DEVICE_HASHES = ['lanes', 'budgets', 'memories'] as const;
/** Devices that are remembered. */
const MOST_SEEN = 100_000;
const UNSEEN: SeenDevice = { isTaken: false, readyAt: 0, isUsed: false };

export function createPicture(calls: Pick<ScriptCalls, 'look'>, clock: Clock, settings: ServiceSettings) {
  const seen: Seen = {
    devices: new Map(),
    commands: [],
    quotas: createQuotas(clock, settings.quotas),
    tickets: [],
  };
  return {
    /** Looks at these devices: their lanes, budgets, and whether they have been used. Rejects with `LinkDown`, as all do. */
    devices: async (deviceIds: readonly string[]): Promise<void> => {
      if (seen.devices.size > MOST_SEEN) seen.devices.clear();
      for (const part of partsOf(deviceIds)) {
        const found = await calls.look(...DEVICE_HASHES.map((hash) => ['HMGET', hash, ...part] as const));
        const [lanes = [], budgets = [], memories = []] = found as readonly unknown[][];
        for (const [at, deviceId] of part.entries()) {
          const [isTaken, isUsed] = [lanes[at] !== null, memories[at] !== null];
          seen.devices.set(deviceId, { isTaken, isUsed, readyAt: Number(budgets[at] ?? 0) });
        }
      }
    },
    /** The same for the fleet; of what more than 100,000 devices have, nothing is seen. */
    fleet: async (): Promise<void> => {
      const sizes = await calls.look(...DEVICE_HASHES.map((hash) => ['HLEN', hash] as const));
      const of = (at: number): string => (Number(sizes[at]) > MOST_SEEN ? 'none' : (DEVICE_HASHES[at] ?? ''));
      const all = await calls.look(['HKEYS', of(0)], ['HGETALL', of(1)], ['HKEYS', of(2)]);
      const [lanes = [], budgets = [], memories = []] = all as readonly string[][];
      const devices = new Map<string, SeenDevice>();
      const see = (deviceId: string, what: Partial<SeenDevice>): void =>
        void devices.set(deviceId, { ...UNSEEN, ...devices.get(deviceId), ...what });
      for (const deviceId of lanes) see(deviceId, { isTaken: true });
      for (const deviceId of memories) see(deviceId, { isUsed: true });
      for (const [deviceId, readyAt] of pairs(budgets)) see(deviceId, { readyAt: Number(readyAt) });
      seen.devices = devices;
    },
    /** Looks at the quotas and the tickets of these clients. */
    clients: async (clientIds: readonly string[]): Promise<void> => {
      const all = await calls.look(
        ...clientIds.map((id) => ['HGETALL', `quota:${id}`] as const),
        ...clientIds.map((id) => ['ZRANGE', `tickets-of:${id}`, 0, -1, 'WITHSCORES'] as const),
      );
      const quotas = createQuotas(clock, settings.quotas);
      const now = clock.now();
      clientIds.forEach((clientId, at) => {
        const books = new Map(pairs((all as string[][])[at] ?? []));
        for (const each of QUOTA_CLASSES) {
          const resetsIn = Number(books.get(`${each}:end`) ?? 0) - now;
          const { limit } = settings.quotas[each];
          const left = limit - Number(books.get(`${each}:taken`) ?? 0);
          if (resetsIn > 0) quotas.recall(clientId, each, { limit, left, resetsIn });
        }
      });
      seen.quotas = quotas;
      seen.tickets = clientIds.flatMap((clientId, at) =>
        pairs((all as string[][])[clientIds.length + at] ?? [])
          .map(([, expiresAt]) => ({ clientId, expiresAt: Number(expiresAt) }))
          .filter(({ expiresAt }) => expiresAt > now),
      );
    },
    commands: async (): Promise<void> => {
      seen.commands = await readCommands(calls, clock);
    },
    isUsed: (deviceId: string): boolean => seen.devices.get(deviceId)?.isUsed ?? false,
    /** What was seen last, as the ports show it. */
    shown: portsOf(seen, clock),
  };
}

/** Oldest first. */
async function readCommands(calls: Pick<ScriptCalls, 'look'>, clock: Clock): Promise<readonly KeptCommand[]> {
  const ids = await calls.look(['ZRANGE', 'expiries', 0, -1], ['HKEYS', 'running']);
  const found: KeptCommand[] = [];
  for (const part of partsOf((ids as string[][]).flat())) {
    const fields = await calls.look(...part.map((id) => ['HMGET', `cmd:${id}`, ...COMMAND_FIELDS] as const));
    for (const each of fields as CommandFields[]) {
      const kept = keptOf(each, clock.now());
      if (kept) found.push(kept);
    }
  }
  return found.toSorted((a, b) => (a.command.createdAt ?? 0) - (b.command.createdAt ?? 0));
}

/** What is otherwise than in the ports of one process. */
function portsOf(seen: Seen, clock: Clock): PortChanges {
  return {
    quotas: { level: (clientId, quotaClass) => seen.quotas.level(clientId, quotaClass) },
    lane: { isTaken: (deviceId) => seen.devices.get(deviceId)?.isTaken ?? false },
    budget: {
      waitFor: (deviceId) => {
        const wait = (seen.devices.get(deviceId)?.readyAt ?? 0) - clock.now();
        return wait > 0 ? wait : undefined;
      },
    },
    tickets: { open: () => seen.tickets },
    ledger: {
      get size() {
        return seen.commands.length;
      },
      list: () => seen.commands.map(entryOf),
      remember: () => seen.commands.map(endedOf),
    },
  };
}

/** Undefined for one that has been forgotten meanwhile. */
function keptOf(fields: CommandFields, now: number): KeptCommand | undefined {
  const [base, status, , , clientId, key, has, expires] = fields;
  if (typeof base !== 'string') return undefined;
  const kept = { command: commandFrom(fields), clientId, idempotencyKey: has === '1' ? key : undefined };
  if (status === 'pending') return kept;
  const expiresIn = Number(expires) - now;
  return expiresIn > 0 ? { ...kept, expiresIn } : undefined;
}

function entryOf({ command, clientId, idempotencyKey }: KeptCommand): CommandEntry {
  return { command, clientId, idempotencyKey, finished: Promise.resolve(command) };
}

/** The outcome of a command that is still running cannot be kept; in a snapshot it has the status TIMEOUT. */
function endedOf(kept: KeptCommand): KeptCommand {
  const { command } = kept;
  return command.status === 'pending' ? { ...kept, command: { ...command, status: 'timeout' } } : kept;
}

function* partsOf<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < all.length; at += TOGETHER) yield all.slice(at, at + TOGETHER);
}
