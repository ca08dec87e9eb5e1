// The whole suite: against a simulator of its own in virtual time, and against one that is served on the machine's
// clock; beside the least time that the waits of the interface demand.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Effort, Row, Section } from '../section.js';
import { BIN } from '../server/simulator.js';
import { spawnServer } from '../server/spawn-server.js';
import { tempFile } from '../temp-file.js';

/** As much of a JSON report as is needed; times in ms of the run's clock. */
interface Report {
  readonly duration: number;
  readonly leastTime?: { readonly time: number };
  readonly checks: readonly unknown[];
}

/** A run of a part of the suite is enough to see that it starts. */
const QUICK_PART = 'version/*';
const PATIENCE = 600_000;

export const harness: Section = {
  name: 'harness',
  limit: 180,
  pinned: false,
  short: false,
  run: async (effort) => {
    const embedded = await run('embedded, in virtual time', [], effort);
    const server = await spawnServer({
      args: [BIN, 'serve', '--port', '0'],
      ready: /listening on http:\/\/127\.0\.0\.1:(\d+)/,
    });
    try {
      const target = ['--target', `http://127.0.0.1:${server.port}`];
      const served = await run("served, machine's clock", target, effort);
      return [{ title: 'The suite', unit: 'checks', rows: [embedded, served] }];
    } finally {
      await server.stop();
    }
  },
};

async function run(name: string, args: readonly string[], { quick }: Effort): Promise<Row> {
  const path = await tempFile('', 'report.json');
  const begin = performance.now();
  const all = [BIN, 'run', ...(quick ? [QUICK_PART] : []), ...args, '--report', `json=${path}`];
  await promisify(execFile)(process.execPath, all, { timeout: PATIENCE, maxBuffer: 2 ** 26 });
  const wall = performance.now() - begin;
  const { duration, leastTime, checks } = JSON.parse(await readFile(path, 'utf8')) as Report;
  return {
    name,
    values: {
      checks: checks.length,
      'wall time, s': wall / 1000,
      "run's clock, s": duration / 1000,
      'least, s': (leastTime?.time ?? 0) / 1000,
    },
  };
}
