// What `conform state import` does: a snapshot becomes a folder of state.
import { resolve } from 'node:path';
import type { ZodError } from 'zod';
import { isObject, jsonIn } from '../../kernel/json.js';
import { createSystemClock } from '../../kernel/system-clock.js';
import { type Result, refuseInput } from '../../document/diagnostic.js';
import { type Snapshot, snapshotSchema } from '../../simulator/control/snapshot/snapshot.js';
import { DEFAULT_SETTINGS } from '../../simulator/service/settings.js';
import { changesOf } from '../../simulator/state/snapshot-records.js';
import { StateDamaged } from '../../simulator/state/tables.js';
import { printDiagnostics } from '../print-diagnostics.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { readText } from '../files.js';
import type { Io } from '../io.js';
import { damaged, openStateFolder } from './open-folder.js';

/** A snapshot of a million commands has about this size. */
const LARGEST = 1024 * 1024 * 1024;

export async function importState(dir: string, file: string, replace: boolean, io: Io): Promise<ExitCode> {
  const done = await put(dir, file, replace, io);
  if (!done.ok) printDiagnostics(io, done.diagnostics);
  else
    io.out.write(
      `${done.value.commands.length} commands and ${done.value.devices.length} devices in ${dir}\n`,
    );
  return done.ok ? EXIT.passed : EXIT.usage;
}

async function put(dir: string, file: string, replace: boolean, io: Io): Promise<Result<Snapshot>> {
  const text = readText(resolve(io.cwd, file), LARGEST);
  if (!text.ok) return refuseInput(text.message);
  const given = jsonIn(text.value);
  const read = snapshotSchema.safeParse(given);
  if (!read.success)
    return refuseInput(
      `${file} is no snapshot: ${whyNot(given, read.error)}`,
      'conform state export writes one.',
    );
  const opened = await openStateFolder(dir, `conform state import ${dir}`, io);
  if (!opened.ok) return opened;
  const { tables, close } = opened.value;
  try {
    if (!replace && tables.get('meta', 'lives') !== undefined)
      return refuseInput(`${dir} has state already`, 'Take another folder; or --replace what is there.');
    const changes = changesOf(read.data, createSystemClock().now(), DEFAULT_SETTINGS.commandRetention);
    // The time is that of the machine: the waits of a snapshot count from when it is put back.
    const start = ['clock', 'origin', 'running'].map((key) => ({
      table: 'meta' as const,
      key,
      value: undefined,
    }));
    const lives = {
      table: 'meta' as const,
      key: 'lives',
      value: Number(tables.get('meta', 'lives') ?? 0) + 1,
    };
    await (
      await tables.write([...start, lives, ...changes], true)
    ).durable;
    return { ok: true, value: read.data };
  } catch (error) {
    if (error instanceof StateDamaged) return damaged(dir, error.message);
    throw error;
  } finally {
    await close();
  }
}

function whyNot(given: unknown, { issues: [issue] }: ZodError): string {
  if (given === undefined) return 'it is not JSON, or nests too deep';
  if (!isObject(given)) return 'it is no JSON object';
  const { version } = given;
  if (typeof version === 'number' && issue?.path[0] === 'version')
    return `it has version ${version}, and this conform reads version 1`;
  return issue ? `/${issue.path.join('/')}: ${issue.message}` : 'it cannot be read';
}
