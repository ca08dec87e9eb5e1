// The simulators of this user that run on this machine: each leaves a file with its address and its token in the
// user's runtime folder, for the commands that speak to it. Only the user can read it.
import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { jsonIn } from '../../kernel/json.js';
import { NOTHING_SECRET, safeText } from '../../output/writer.js';
import type { Io } from '../io.js';
import { makeOwnersFolder, readOwn, writeDurably } from '../restore/durable-file.js';
import { isAlive } from '../restore/lock.js';

const running = z.object({
  pid: z.int().positive(),
  /** Of the service. */
  url: z.string(),
  /** Of its control plane. */
  control: z.string(),
  token: z.string().min(1),
});
export type Running = z.infer<typeof running>;

const NAME = /^serve-(\d+)\.json$/;

export function runtimeFolder({ env }: Pick<Io, 'env'>): string {
  const given = env['XDG_RUNTIME_DIR'];
  if (given?.startsWith('/')) return join(given, 'conform');
  const local = env['LOCALAPPDATA'];
  if (process.platform === 'win32' && local) return join(local, 'conform', 'running');
  return join(tmpdir(), `conform-${process.getuid?.() ?? 'user'}`);
}

/** Lets the commands of this user find the simulator of this process; resolves to the way to end that. */
export async function announceRunning(
  place: Omit<Running, 'pid'>,
  io: Pick<Io, 'env'>,
): Promise<() => Promise<void>> {
  const folder = runtimeFolder(io);
  // Where it cannot be written, the two variables do as well.
  if ((await makeOwnersFolder(folder)) !== undefined) return async () => undefined;
  return (await announceAt(join(folder, `serve-${process.pid}.json`), place)).withdraw;
}

/**
 * A file that is there as long as the simulator takes requests, with what a program needs to use it: why it could not be
 * written, and the way to remove it.
 */
export async function announceAt(path: string, place: Partial<Running>) {
  const text = safeText(`${JSON.stringify({ pid: process.pid, ...place })}\n`, 'json', NOTHING_SECRET);
  const failed = await writeDurably(path, text);
  const withdraw = async (): Promise<void> => {
    if (failed === undefined) await rm(path, { force: true }).catch(() => undefined);
  };
  return { failed, withdraw };
}

/** Those that run, in the order of their processes; what a killed one has left is removed. */
export async function runningSimulators(io: Pick<Io, 'env'>): Promise<Running[]> {
  const folder = runtimeFolder(io);
  const names = await readdir(folder).catch(() => []);
  const found: Running[] = [];
  for (const name of names.toSorted((one, other) => (one < other ? -1 : 1))) {
    const pid = Number(NAME.exec(name)?.[1]);
    if (!Number.isInteger(pid)) continue;
    const path = join(folder, name);
    const text = await readOwn(path);
    const read = running.safeParse(text.ok ? jsonIn(text.value) : undefined);
    if (!read.success || read.data.pid !== pid) continue;
    if (isAlive(pid)) found.push(read.data);
    else await rm(path, { force: true }).catch(() => undefined);
  }
  return found;
}
