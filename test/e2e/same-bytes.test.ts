// Two runs of one seed in virtual time are the same to the byte, whatever else the machine does meanwhile.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { conform } from './bin.js';

const FORMATS = ['json', 'junit', 'html', 'sarif', 'trace'];

/** What the machine itself took is told apart from the virtual time, and is the only thing that may differ. */
const ON_THIS_MACHINE = /\([\d.]+ (?:ms|s|min)[^)]* on this machine\)/g;

async function runOnce(): Promise<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'conform-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const reports = FORMATS.flatMap((format) => ['--report', `${format}=${join(folder, format)}`]);
  const { code, stdout } = await conform('run', '--seed', '5', ...reports);
  expect(code).toBe(0);
  const written = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
  const terminal = stdout.replaceAll(folder, '').replace(ON_THIS_MACHINE, '');
  return { ...Object.fromEntries(written), terminal };
}

/** Keeps every core busy until the test has ended. */
function keepBusy(): void {
  for (let core = 0; core < availableParallelism(); core++) {
    const loop = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
    onTestFinished(() => void loop.kill('SIGKILL'));
  }
}

test('a run writes the same bytes on a busy machine as on a free one', async () => {
  const free = await runOnce();
  keepBusy();
  const busy = await runOnce();
  expect(Object.keys(free).toSorted()).toEqual([...FORMATS, 'terminal'].toSorted());
  expect(Object.keys(free).filter((name) => busy[name] !== free[name])).toEqual([]);
});
