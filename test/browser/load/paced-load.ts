// Requests at an even rate over keep-alive connections, from a process of its own, for as long as somebody wants them.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import type { LoadOrder, LoadReport } from './load-process.js';

export interface PacedLoad {
  readonly soFar: LoadReport;
  stop(): Promise<void>;
}

const SOURCE = fileURLToPath(new URL('load-process.ts', import.meta.url));

export function startLoad(order: LoadOrder): PacedLoad {
  const folder = mkdtempSync(join(tmpdir(), 'conform-load-'));
  const outfile = join(folder, 'load-process.mjs');
  buildSync({ entryPoints: [SOURCE], bundle: true, platform: 'node', format: 'esm', outfile });
  const child = fork(outfile);
  let soFar: LoadReport = { answered: 0, succeeded: 0 };
  child.on('message', (report) => (soFar = report as LoadReport));
  child.send(order);
  return {
    get soFar() {
      return soFar;
    },
    stop: async () => {
      const gone = once(child, 'exit');
      if (child.exitCode === null && child.kill()) await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
