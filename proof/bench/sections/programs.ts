// Random programs on a simulator of its own: how many a second, and whether a long soak keeps its memory.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Effort, Row, Section } from '../section.js';
import { BIN } from '../server/simulator.js';
import { tempFile } from '../temp-file.js';

/** As much of a JSON report as is needed. */
interface Report {
  readonly programs: { readonly programs: number; readonly operations: number };
}

const PATIENCE = 600_000;
const RUNS = 600;
/** Ms of the machine: many hours of the virtual time that programs run in. */
const SOAK = 60_000;
/** A third of its time is enough to be warm: what still grows by more than this afterwards grows for ever. */
const MOST_GROWTH = 1.15;
const WARM_AFTER = SOAK / 3;

export const programs: Section = {
  name: 'programs',
  limit: 180,
  pinned: false,
  short: false,
  run: async (effort) => [
    { title: 'Random programs, embedded', unit: 'programs', rows: [await rate(effort)] },
    {
      title: 'Memory of a soak in virtual time',
      unit: 'MB',
      rows: [await soak(effort)],
      limits: { 'end / warm': MOST_GROWTH },
    },
  ],
};

async function rate({ quick }: Effort): Promise<Row> {
  const path = await tempFile('', 'report.json');
  const runs = quick ? 12 : RUNS;
  const all = [BIN, 'run', 'properties/*', '--runs', String(runs), '--report', `json=${path}`];
  const begin = performance.now();
  await promisify(execFile)(process.execPath, all, { timeout: PATIENCE, maxBuffer: 2 ** 26 });
  const seconds = (performance.now() - begin) / 1000;
  const { programs: done } = JSON.parse(await readFile(path, 'utf8')) as Report;
  return {
    name: 'all foci',
    values: {
      programs: done.programs,
      'operations each': done.operations / done.programs,
      'programs/s': done.programs / seconds,
      'operations/s': done.operations / seconds,
    },
  };
}

/** The resident set of the process, when warm and at the end. */
async function soak({ quick }: Effort): Promise<Row> {
  const [time, warmAfter] = quick ? [3000, 1000] : [SOAK, WARM_AFTER];
  const child = spawn(process.execPath, [BIN, 'run', '--soak', `${time}ms`], {
    cwd: await mkdtemp(join(tmpdir(), 'conform-bench-')),
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  const sample = async (from: number, to: number): Promise<number> => {
    await pause(from - (performance.now() - begin));
    const seen: number[] = [];
    while (performance.now() - begin < to) {
      seen.push(await residentMegabytes(child.pid ?? 0));
      await pause(250);
    }
    return seen.toSorted((a, b) => a - b)[Math.floor(seen.length / 2)] ?? 0;
  };
  const begin = performance.now();
  const warm = await sample(warmAfter, warmAfter * 1.5);
  const last = await sample(time * 0.8, time * 0.97);
  await ended;
  return { name: `${time / 1000} s`, values: { warm, end: last, 'end / warm': last / warm } };
}

async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
}
