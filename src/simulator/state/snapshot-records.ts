// A snapshot as records of the tables, and the other way round; and whether the records of a folder fit each other.
import { type Snapshot, snapshotSchema } from '../control/snapshot/snapshot.js';
import { type QuotaRecord, quotaOf, type AddedRecord } from './lasting-state.js';
import { type CommandRecord, commandRecord, runningOf } from './stored-shelf.js';
import { slotOf, textOf } from '../service/command-ledger.js';
import type { Change, Key, TableName, Tables } from './state-book.js';

interface Records {
  entries(table: TableName): Iterable<readonly [key: Key, value: unknown]>;
}

type Rest = Omit<Snapshot, 'commands'>;

/** @param now clock time in ms, from which the waits of the snapshot count. */
export function snapshotWithoutCommands(records: Records, now: number): Rest {
  return {
    version: 1,
    takenAt: now,
    fleet: fleetIn(records),
    devices: recordsOf(records, 'devices').map(([deviceId, memory]) => ({
      deviceId,
      memory: memory as Rest['devices'][number]['memory'],
    })),
    clients: clientsIn(records, now),
    budgets: budgetsIn(records, now),
    faults: [],
  };
}

function recordsOf(records: Records, table: TableName): [string, unknown][] {
  return Array.from(records.entries(table), ([key, value]) => [String(key), value]);
}

export function fleetIn(records: Records): Snapshot['fleet'] {
  const added = recordsOf(records, 'added').map(([, value]) => value as AddedRecord);
  return {
    added: added
      .toSorted((a, b) => a.nth - b.nth)
      .map(({ deviceId, name, profileId, password, clients }) => ({
        deviceId,
        ...(name !== undefined && { name }),
        profileId,
        password,
        clients: [...clients],
      })),
    removed: recordsOf(records, 'removed').map(([deviceId]) => deviceId),
    passwords: recordsOf(records, 'passwords').map(([deviceId, password]) => ({
      deviceId,
      password: String(password),
    })),
  };
}

/** Shortest wait first. */
export function budgetsIn(records: Records, now: number): Snapshot['budgets'] {
  return recordsOf(records, 'budgets')
    .map(([deviceId, readyAt]) => ({ deviceId, wait: Number(readyAt) - now }))
    .filter(({ wait }) => wait > 0)
    .toSorted((a, b) => a.wait - b.wait);
}

/** Those of which anything is kept; one is not disabled where only its quotas are. */
export function clientsIn(records: Records, now: number): Snapshot['clients'] {
  const known = new Map<string, Snapshot['clients'][number]>();
  const clientWith = (clientId: string): Snapshot['clients'][number] => {
    const client = known.get(clientId) ?? { clientId, disabled: false, quotas: {} };
    known.set(clientId, client);
    return client;
  };
  for (const [clientId, value] of recordsOf(records, 'clients'))
    clientWith(clientId).disabled = (value as { readonly disabled: boolean }).disabled;
  for (const [key, value] of recordsOf(records, 'quotas')) {
    const quota = quotaOf(key);
    const { limit, left, endsAt } = value as QuotaRecord;
    if (quota && endsAt > now)
      clientWith(quota.clientId).quotas[quota.quotaClass] = { limit, left, resetsIn: endsAt - now };
  }
  return [...known.values()];
}

export function* commandsOf(records: Records, now: number): Generator<Snapshot['commands'][number]> {
  for (const [, value] of records.entries('commands')) {
    const { expiresAt, command, ...rest } = value as CommandRecord;
    // As a snapshot has it: a command that runs has no outcome that could be kept.
    if (expiresAt === undefined) yield { ...rest, command: { ...command, status: 'timeout' } };
    else if (expiresAt > now) yield { ...rest, command, expiresIn: expiresAt - now };
  }
}

/** @param retention of a command that the snapshot shows as running, in ms. */
export function* changesOf(snapshot: Snapshot, now: number, retention: number): Generator<Change> {
  for (const [at, addition] of snapshot.fleet.added.entries())
    yield { table: 'added', key: addition.deviceId, value: { ...addition, nth: at + 1 } };
  for (const deviceId of snapshot.fleet.removed) yield { table: 'removed', key: deviceId, value: true };
  for (const { deviceId, password } of snapshot.fleet.passwords)
    yield { table: 'passwords', key: deviceId, value: password };
  for (const { deviceId, memory } of snapshot.devices)
    yield { table: 'devices', key: deviceId, value: memory };
  for (const { clientId, disabled, quotas } of snapshot.clients) {
    yield { table: 'clients', key: clientId, value: { disabled } };
    for (const [quotaClass, { limit, left, resetsIn }] of Object.entries(quotas))
      yield {
        table: 'quotas',
        key: `${clientId}\n${quotaClass}`,
        value: { limit, left, endsAt: now + resetsIn },
      };
  }
  for (const { deviceId, wait } of snapshot.budgets)
    yield { table: 'budgets', key: deviceId, value: now + wait };
  yield* commandChanges(snapshot.commands, now, retention);
}

function* commandChanges(commands: Snapshot['commands'], now: number, retention: number): Generator<Change> {
  let text = 0;
  for (const [at, { expiresIn = retention, ...record }] of commands.entries()) {
    const nth = at + 1;
    const slot = slotOf(record);
    yield { table: 'commands', key: nth, value: { ...record, expiresAt: now + expiresIn } };
    yield { table: 'ids', key: record.command.commandId, value: nth };
    if (slot !== undefined) yield { table: 'keys', key: slot, value: nth };
    text += textOf(record);
  }
  const totals = { size: commands.length, text, nth: commands.length + 1 };
  yield { table: 'meta', key: 'totals', value: totals };
}

// Whether the records of a folder of state fit each other.

/** What is wrong, a sentence each; nothing when all fits. */
export function* checkRecords(tables: Tables): Generator<string> {
  const counted = { size: 0, text: 0, keys: 0, running: 0 };
  const running = new Set(runningOf(tables));
  for (const [nth, value] of tables.entries('commands')) {
    const read = commandRecord.safeParse(value);
    if (!read.success) {
      yield `command ${nth} is no command: ${read.error.issues[0]?.path.join('.')}`;
      continue;
    }
    const { command, expiresAt } = read.data;
    const slot = slotOf(read.data);
    const isRunning = running.has(Number(nth));
    counted.size++;
    counted.text += textOf(read.data);
    if (isRunning) counted.running++;
    if (tables.get('ids', command.commandId) !== nth) yield `command ${nth} is not found by its identifier`;
    if (slot !== undefined) {
      counted.keys++;
      if (tables.get('keys', slot) !== nth) yield `command ${nth} is not found by its key`;
    }
    if (isRunning !== (command.status === 'pending'))
      yield `command ${nth} is ${command.status}, and in flight or not`;
    if (isRunning === (expiresAt !== undefined)) yield `command ${nth} has the retention of another status`;
  }
  yield* checkTotals(tables, counted);
  yield* checkRest(tables);
}

function* checkTotals(
  tables: Tables,
  counted: { readonly size: number; readonly text: number; readonly keys: number; readonly running: number },
): Generator<string> {
  const { size, keys, running, text } = counted;
  if (tables.count('ids') !== size) yield `${tables.count('ids')} identifiers lead to ${size} commands`;
  if (tables.count('keys') !== keys) yield `${tables.count('keys')} keys lead to ${keys} commands with a key`;
  const noted = runningOf(tables).length;
  if (noted !== running) yield `${noted} commands in flight, of which ${running} exist`;
  const totals = (tables.get('meta', 'totals') ?? { size: 0, text: 0 }) as { size?: unknown; text?: unknown };
  if (totals.size !== size || totals.text !== text)
    yield `the totals say ${String(totals.size)} commands of ${String(totals.text)} characters, and there are ${size} of ${text}`;
}

function* checkRest(tables: Tables): Generator<string> {
  const rest = snapshotSchema.safeParse({ ...snapshotWithoutCommands(tables, 0), commands: [] });
  for (const issue of rest.error?.issues ?? []) yield `/${issue.path.join('/')}: ${issue.message}`;
}
