// What the service remembers, written down: the fleet and the parts of the service mark in the book what they change, an
// operation is decided in memory, in one go, and nobody hears of it before it is on disk.
import type { DeviceMemory } from '../device/device.js';
import type { Snapshot } from '../control/snapshot/snapshot.js';
import type { Fleet } from '../fleet/fleet.js';
import type { IsHeld, StateStore, StateBook } from './state-book.js';
import { QUOTA_CLASSES, type QuotaClass } from '../../contract/endpoints.js';
import type { Clock } from '../../kernel/clock.js';
import { refuse } from '../service/outcome.js';
import type { Access } from '../service/access.js';
import type { ServicePorts } from '../service/ports.js';
import { andThen, type MaybePromise } from '../../kernel/maybe-promise.js';
import { withMembers } from '../../kernel/with-members.js';
import type { AwaitedCommand, CommandBegun, ServiceState } from '../service/service-state.js';

// Marks in the book what becomes of the fleet: devices added and removed, passwords, and what devices have in memory.

/** @property nth counts those that were added, in their order. */
export type AddedRecord = Snapshot['fleet']['added'][number] & { readonly nth: number };

export interface KeptFleet extends Fleet {
  /** Something may have changed about the device. */
  touched(deviceId: string): void;
  /** Puts back what was kept: it has happened before, and nobody is told of it now. */
  recollect(work: () => void): void;
  isRecollecting(): boolean;
}

/** @param sees whether the client may access the device. */
export function keepFleet(fleet: Fleet, { book, isHeld }: StateStore, sees: Sees): KeptFleet {
  const added = new Map<string, number>();
  let nth = 0;
  for (const [, value] of book.entries('added')) nth = Math.max(nth, (value as AddedRecord).nth);

  const markAdded = (deviceId: string): void =>
    book.mark('added', deviceId, () => additionOf(fleet, deviceId, added.get(deviceId), sees));
  let recollecting = false;
  const touched = (deviceId: string): void => {
    if (recollecting) return;
    book.mark('devices', deviceId, () => memoryOf(fleet, deviceId, isHeld));
  };

  return withMembers<Fleet, Partial<Fleet> & Omit<KeptFleet, keyof Fleet>>(fleet, {
    touched,
    used: () => {
      for (const [deviceId] of book.entries('devices')) fleet.get(String(deviceId));
      return fleet.used();
    },
    recollect: (work) => {
      recollecting = true;
      work();
      recollecting = false;
    },
    isRecollecting: () => recollecting,
    listen: (listener) =>
      fleet.listen((deviceId, event) => {
        if (!recollecting) listener(deviceId, event);
      }),
    add: (addition) => {
      const outcome = fleet.add(addition);
      if (outcome !== 'added') return outcome;
      added.set(addition.deviceId, ++nth);
      markAdded(addition.deviceId);
      return outcome;
    },
    remove: (deviceId) => {
      const removed = fleet.remove(deviceId);
      if (!removed) return false;
      if (added.delete(deviceId)) markAdded(deviceId);
      else book.mark('removed', deviceId, () => true);
      book.mark('passwords', deviceId, () => undefined);
      touched(deviceId);
      return true;
    },
    setPassword: (deviceId, password) => {
      const set = fleet.setPassword(deviceId, password);
      if (set && added.has(deviceId)) markAdded(deviceId);
      else if (set) book.mark('passwords', deviceId, () => password);
      return set;
    },
  }) as KeptFleet;
}

type Sees = (clientId: string, deviceId: string) => boolean;

/** Undefined for a device that is not there any more. */
function additionOf(
  fleet: Fleet,
  deviceId: string,
  nth: number | undefined,
  sees: Sees,
): AddedRecord | undefined {
  const identity = fleet.identity(deviceId);
  if (nth === undefined || !identity) return undefined;
  const { name, profileId } = identity;
  const clients = fleet.clients.map(({ clientId }) => clientId).filter((each) => sees(each, deviceId));
  return { deviceId, name, profileId, password: fleet.passwordOf(deviceId) ?? '', clients, nth };
}

/** As if no fault held it; undefined for a device that is as in the fleet file, or gone. */
function memoryOf(fleet: Fleet, deviceId: string, isHeld: IsHeld | undefined): DeviceMemory | undefined {
  const memory = fleet.peek(deviceId)?.remember();
  if (!memory || !isHeld) return memory;
  const { powered, linked } = memory;
  return {
    ...memory,
    powered: powered || isHeld('power', deviceId),
    linked: linked || isHeld('link', deviceId),
  };
}

// Marks in the book what the parts of the service change: quotas, budgets, who is disabled, and access tokens. Only a
// digest of a token is written, so that the folder opens nothing.

export interface QuotaRecord {
  readonly limit: number;
  readonly left: number;
  /** Clock time in ms. */
  readonly endsAt: number;
}

export function keepPorts(ports: ServicePorts, store: StateStore, clock: Pick<Clock, 'now'>): ServicePorts {
  const { book } = store;
  return {
    ...ports,
    quotas: keepQuotas(ports, book, clock),
    budget: keepBudget(ports, book, clock),
    access: keepAccess(ports.access, store, clock),
  };
}

function keepQuotas(
  { quotas }: ServicePorts,
  book: StateBook,
  clock: Pick<Clock, 'now'>,
): ServicePorts['quotas'] {
  const mark = (clientId: string, quotaClass: QuotaClass): void =>
    book.mark('quotas', `${clientId}\n${quotaClass}`, () => {
      const { limit, left, resetsIn } = quotas.level(clientId, quotaClass);
      return resetsIn > 0 ? { limit, left, endsAt: clock.now() + resetsIn } : undefined;
    });
  return {
    ...quotas,
    take: thenMarked(quotas.take, mark),
    giveBack: thenMarked(quotas.giveBack, mark),
    recall: thenMarked(quotas.recall, mark),
  };
}

function thenMarked<A extends unknown[]>(
  act: (...given: A) => void,
  mark: (...given: A) => void,
): (...given: A) => void {
  return (...given) => {
    act(...given);
    mark(...given);
  };
}

/** @returns undefined where the key is none of `keepPorts`. */
export function quotaOf(
  key: string,
): { readonly clientId: string; readonly quotaClass: QuotaClass } | undefined {
  const at = key.lastIndexOf('\n');
  const quotaClass = QUOTA_CLASSES.find((each) => each === key.slice(at + 1));
  return quotaClass && { clientId: key.slice(0, at), quotaClass };
}

function keepBudget(
  { budget }: ServicePorts,
  book: StateBook,
  clock: Pick<Clock, 'now'>,
): ServicePorts['budget'] {
  const mark = (deviceId: string): void =>
    book.mark('budgets', deviceId, () => {
      const wait = budget.waitFor(deviceId);
      return wait === undefined ? undefined : clock.now() + wait;
    });
  return { ...budget, spend: thenMarked(budget.spend, mark), recall: thenMarked(budget.recall, mark) };
}

interface TokenRecord {
  readonly clientId: string;
  /** Clock time in ms. */
  readonly expiresAt: number;
}

function keepAccess(access: Access, { book, digest, isHeld }: StateStore, clock: Pick<Clock, 'now'>): Access {
  /** By their digests, oldest first; those of this life and of the lives before. */
  const tokens = new Map(
    Array.from(
      book.entries('tokens'),
      ([key, value]) => [String(key), value as TokenRecord] as const,
    ).toSorted(([, a], [, b]) => a.expiresAt - b.expiresAt),
  );
  const forget = (key: string): void => {
    tokens.delete(key);
    book.mark('tokens', key, () => undefined);
  };
  const dropExpired = (): void => {
    for (const [key, { expiresAt }] of tokens) {
      if (expiresAt > clock.now()) return;
      forget(key);
    }
  };
  dropExpired();
  return {
    ...access,
    issueToken: (credentials) => {
      const issued = access.issueToken(credentials);
      if (!issued.ok) return issued;
      dropExpired();
      const { accessToken, clientId, expiresIn } = issued.value;
      const record = { clientId, expiresAt: clock.now() + expiresIn * 1000 };
      const key = digest(accessToken);
      tokens.set(key, record);
      book.mark('tokens', key, () => record);
      return issued;
    },
    authenticate: (token) => {
      const caller = access.authenticate(token);
      if (caller.ok || caller.refusal.code !== 'AUTH_INVALID' || token === undefined) return caller;
      // It may have been issued before the last start.
      const record = tokens.get(digest(token));
      if (!record) return caller;
      if (record.expiresAt <= clock.now()) return refuse('AUTH_INVALID', 'The access token has expired.');
      return access.stillEnabled(record.clientId);
    },
    setDisabled: (clientId, disabled) => {
      const known = access.setDisabled(clientId, disabled);
      if (known) {
        book.mark('clients', clientId, () => {
          const is = access.look(clientId)?.disabled ?? false;
          return { disabled: is && isHeld?.('client', clientId) !== true };
        });
      }
      return known;
    },
    expireTokens: (clientId) => {
      access.expireTokens(clientId);
      for (const [key, record] of [...tokens])
        if (clientId === undefined || record.clientId === clientId) forget(key);
    },
  };
}

const UNKEPT = { kind: 'unkept' } as const;

type Begun = Extract<CommandBegun, { kind: 'begun' }>;

/** @param memory decides; its parts mark in the book what they change. */
export function createLastingState(memory: ServiceState, book: StateBook): ServiceState {
  /** Commands that are not on disk yet. */
  const beginning = new Map<string, Promise<boolean>>();

  const begin = async (begun: Begun): Promise<CommandBegun> => {
    const { commandId } = begun.entry.command;
    const written = book.attempt();
    beginning.set(commandId, written);
    const kept = await written;
    beginning.delete(commandId);
    if (kept) return { ...begun, entry: awaited(begun.entry, book) };
    begun.withdraw();
    return UNKEPT;
  };
  const repeat = (entry: AwaitedCommand): MaybePromise<CommandBegun> => {
    const known = { kind: 'repeat', entry: awaited(entry, book) } as const;
    const written = beginning.get(entry.command.commandId);
    return written ? written.then((kept) => (kept ? known : UNKEPT)) : known;
  };

  return {
    ...memory,
    beginCommand: (request, online) =>
      andThen(memory.beginCommand(request, online), (begun) => {
        if (begun.kind === 'repeat') return repeat(begun.entry);
        return begun.kind === 'begun' ? begin(begun) : begun;
      }),
    beginRefresh: (request) =>
      andThen(memory.beginRefresh(request), (begun) => {
        if (begun.kind !== 'begun') return begun;
        const end = async (): Promise<void> => {
          await begun.end();
          // What the refresh shows is on disk when it is shown. A disk that refuses does not keep anybody from reading.
          await book.attempt();
        };
        return { kind: 'begun', end };
      }),
    change: async (clientId, what, make) => {
      // What is refused is refused before it is made, where that is known.
      if (book.failing && !(await book.attempt())) return UNKEPT;
      const changed = await memory.change(clientId, what, make);
      return changed.kind !== 'changed' || (await book.attempt()) ? changed : UNKEPT;
    },
  };
}

/** Nobody waits for a disk that refuses to write: they are told that the outcome is unknown. */
function awaited({ command, finished }: AwaitedCommand, book: StateBook): AwaitedCommand {
  return {
    command,
    get finished() {
      return new Promise<Awaited<typeof finished>>((resolve) => {
        const stop = book.onRefused(() => resolve(undefined));
        void finished.then((final) => {
          stop();
          resolve(final);
        });
      });
    },
  };
}
