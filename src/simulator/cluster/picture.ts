// What Redis keeps, as somebody sees it who looks at the control plane: read when it is asked for, and shown by the same
// ports as in a service of one process.
import type { Clock } from '../../kernel/clock.js';
import type { CommandEntry } from '../service/command.js';
import type { KeptCommand } from '../service/command-ledger.js';
import { createQuotas } from '../service/quotas.js';
import type { ServicePorts } from '../service/ports.js';
import type { ServiceSettings } from '../service/settings.js';
import { type CommandFields, commandFrom } from './command-fields.js';
import type { ScriptCalls } from './calls.js';
import { QUOTA_CLASSES } from '../../contract/endpoints.js';

export interface Picture {
  /** Looks at these devices: their lanes, budgets, and whether they have been used. Rejects with `LinkDown`, as all do. */
  devices(deviceIds: readonly string[]): Promise<void>;
  /** The same for the fleet; of what more than 100,000 devices have, nothing is seen. */
  fleet(): Promise<void>;
  /** Looks at the quotas and the tickets of these clients. */
  clients(clientIds: readonly string[]): Promise<void>;
  commands(): Promise<void>;
  isUsed(deviceId: string): boolean;
  /** The ports, which show what was seen last. */
  over(ports: ServicePorts): ServicePorts;
}

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

/** In one message. */
const TOGETHER = 500;
/** Devices that are remembered. */
const MOST_SEEN = 100_000;
const UNSEEN: SeenDevice = { isTaken: false, readyAt: 0, isUsed: false };

export function createPicture(
  calls: Pick<ScriptCalls, 'callAnyway'>,
  clock: Clock,
  settings: ServiceSettings,
): Picture {
  const seen: Seen = {
    devices: new Map(),
    commands: [],
    quotas: createQuotas(clock, settings.quotas),
    tickets: [],
  };
  return {
    devices: async (deviceIds) => {
      if (seen.devices.size > MOST_SEEN) seen.devices.clear();
      for (const part of partsOf(deviceIds)) {
        const [, lanes, budgets, memories] = await calls.callAnyway('devices', ...part);
        for (const [at, deviceId] of part.entries()) {
          const isTaken = (lanes as unknown[])[at] !== null;
          const isUsed = (memories as unknown[])[at] !== null;
          seen.devices.set(deviceId, { isTaken, isUsed, readyAt: Number((budgets as unknown[])[at] ?? 0) });
        }
      }
    },
    fleet: async () => {
      const [, lanes, budgets, memories] = await calls.callAnyway('fleet', MOST_SEEN);
      const devices = new Map<string, SeenDevice>();
      const see = (deviceId: string, what: Partial<SeenDevice>): void =>
        void devices.set(deviceId, { ...UNSEEN, ...devices.get(deviceId), ...what });
      for (const deviceId of lanes as string[]) see(deviceId, { isTaken: true });
      for (const deviceId of memories as string[]) see(deviceId, { isUsed: true });
      for (const [deviceId, readyAt] of pairs(budgets as string[]))
        see(deviceId, { readyAt: Number(readyAt) });
      seen.devices = devices;
    },
    clients: async (clientIds) => {
      const [, kept, open] = await calls.callAnyway('clients', ...clientIds);
      const quotas = createQuotas(clock, settings.quotas);
      const now = clock.now();
      clientIds.forEach((clientId, at) => {
        const books = new Map(pairs((kept as string[][])[at] ?? []));
        for (const each of QUOTA_CLASSES) {
          const resetsIn = Number(books.get(`${each}:end`) ?? 0) - now;
          const { limit } = settings.quotas[each];
          const left = limit - Number(books.get(`${each}:taken`) ?? 0);
          if (resetsIn > 0) quotas.recall(clientId, each, { limit, left, resetsIn });
        }
      });
      seen.quotas = quotas;
      seen.tickets = clientIds.flatMap((clientId, at) =>
        pairs((open as string[][])[at] ?? [])
          .map(([, expiresAt]) => ({ clientId, expiresAt: Number(expiresAt) }))
          .filter(({ expiresAt }) => expiresAt > now),
      );
    },
    commands: async () => {
      seen.commands = await readCommands(calls, clock);
    },
    isUsed: (deviceId) => seen.devices.get(deviceId)?.isUsed ?? false,
    over: (ports) => portsOver(seen, ports, clock),
  };
}

/** Oldest first. */
async function readCommands(
  calls: Pick<ScriptCalls, 'callAnyway'>,
  clock: Clock,
): Promise<readonly KeptCommand[]> {
  const [, ids] = await calls.callAnyway('commandIds');
  const found: KeptCommand[] = [];
  for (const part of partsOf(ids as string[])) {
    const [, fields] = await calls.callAnyway('commands', ...part);
    for (const each of fields as CommandFields[]) {
      const kept = keptOf(each, clock.now());
      if (kept) found.push(kept);
    }
  }
  return found.toSorted((a, b) => (a.command.createdAt ?? 0) - (b.command.createdAt ?? 0));
}

/** The ports of one process, with what was seen instead of what is kept there. */
function portsOver(seen: Seen, ports: ServicePorts, clock: Clock): ServicePorts {
  return {
    ...ports,
    quotas: { ...ports.quotas, level: (clientId, quotaClass) => seen.quotas.level(clientId, quotaClass) },
    lane: { ...ports.lane, isTaken: (deviceId) => seen.devices.get(deviceId)?.isTaken ?? false },
    budget: {
      ...ports.budget,
      waitFor: (deviceId) => {
        const wait = (seen.devices.get(deviceId)?.readyAt ?? 0) - clock.now();
        return wait > 0 ? wait : undefined;
      },
    },
    tickets: { ...ports.tickets, open: () => seen.tickets },
    ledger: {
      ...ports.ledger,
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

export function pairs(flat: readonly string[]): [string, string][] {
  return flat.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, flat[at + 1] ?? '']] : []));
}
