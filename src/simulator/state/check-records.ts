// Whether the records of a folder of state fit each other.
import { snapshotSchema } from '../control/snapshot/snapshot.js';
import { slotOf, textOf } from '../service/command-shelf.js';
import { snapshotWithoutCommands } from './snapshot-records.js';
import { commandRecord } from './stored-command.js';
import { runningOf } from './stored-shelf.js';
import type { Tables } from './tables.js';

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
