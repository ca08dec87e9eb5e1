// The simulators of this user that run on this machine: each leaves a file with its address and its token in the
// user's runtime folder, for the commands that speak to it. Only the user can read it.
import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
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
  const { pid } = process;
  const folder = runtimeFolder(io);
  const path = join(folder, `serve-${pid}.json`);
  // Where it cannot be written, the two variables do as well.
  const failed =
    (await makeOwnersFolder(folder)) ??
    (await writeDurably(path, safeText(`${JSON.stringify({ pid, ...place })}\n`, 'json', NOTHING_SECRET)));
  return async () => {
    if (failed === undefined) await rm(path, { force: true }).catch(() => undefined);
  };
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
