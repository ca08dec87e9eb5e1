// A watched run of the real executable: again after a change, no sequence for terminals on a pipe, an orderly end.
import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { start } from './bin.js';

test('runs again after a change, and ends at Ctrl-C with what came of the last run', async () => {
  const cwd = await mkdtemp(join(tmpdir(), 'conform-watch-'));
  const mine = join(cwd, 'mine.yaml');
  await cp(resolve('test/e2e/files/lab/relay.yaml'), mine);
  const running = start(['run', 'mine.yaml', '--watch'], { cwd });
  await running.printed('stderr', /watching 1 path; Ctrl-C ends/);
  await writeFile(mine, (await readFile(mine, 'utf8')).replace('title:', 'titel:'));
  await running.printed('stderr', /unknown key "titel"[^]*watching 1 path/);
  running.kill('SIGINT');
  const { code, signal, stdout } = await running.ended;
  expect([code, signal]).toEqual([2, null]);
  expect(stdout.match(/^Result/gm)).toHaveLength(1);
  expect(stdout).not.toContain('\u001b');
});
