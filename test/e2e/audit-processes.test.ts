// The processes of a client, and the children that they start, are ended with the day.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DAY } from './audit-clients.js';
import { start } from './bin.js';

describe('the processes of a client', () => {
  const FAMILY = `const { spawn } = require('child_process');
    process.on('SIGTERM', () => {});
    const child = spawn('sleep', ['1000'], { stdio: 'ignore' });
    console.log('family', process.pid, child.pid);
    setInterval(() => {}, 1000);`;

  const isAlive = (pid: number): boolean => {
    try {
      process.kill(pid, 0);
      return true;
    } catch {
      return false;
    }
  };

  /** Who has been killed is there until somebody has asked for its end. */
  async function areGone(pids: readonly number[]): Promise<boolean> {
    for (let look = 0; look < 100 && pids.some(isAlive); look++)
      await new Promise((resolve) => setTimeout(resolve, 50));
    return !pids.some(isAlive);
  }

  /** Starts an audit of a family of processes, and tells their ids as soon as they are there. */
  async function family(lasts: string): Promise<{ audit: ReturnType<typeof start>; pids: number[] }> {
    const folder = mkdtempSync(join(tmpdir(), 'conform-audit-'));
    const day = join(folder, 'calm.yaml');
    const note = join(folder, 'pids');
    writeFileSync(day, readFileSync(DAY, 'utf8').replace('lasts: 3s', `lasts: ${lasts}`));
    const script = `${FAMILY} require('http').get(process.env.CONFORM_URL, () =>
      require('fs').writeFileSync(${JSON.stringify(note)}, process.pid + ' ' + child.pid + ' .'));`;
    const running = start(['audit', '-v', '--day', day, '--', 'node', '-e', script]);
    let text = '';
    while (!text.endsWith('.')) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      try {
        text = readFileSync(note, 'utf8');
      } catch {
        // Not yet.
      }
    }
    return { audit: running, pids: text.split(' ').slice(0, 2).map(Number) };
  }

  test('are ended with their children after the day, although they ignore SIGTERM', async () => {
    const { audit: running, pids } = await family('1s');
    await running.ended;
    expect(await areGone(pids)).toBe(true);
  });

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'are ended after %s, and what was seen is told',
    async (signal) => {
      const { audit: running, pids } = await family('10min');
      running.kill(signal);
      const { code, stdout } = await running.ended;
      expect([code, stdout.includes('Result')]).toEqual([4, true]);
      expect(await areGone(pids)).toBe(true);
    },
  );

  test('are ended at once by the second signal', async () => {
    const { audit: running, pids } = await family('10min');
    running.kill('SIGINT');
    await running.printed('stderr', /again to stop at once/);
    running.kill('SIGINT');
    expect((await running.ended).signal).toBe('SIGINT');
    expect(await areGone(pids)).toBe(true);
  });
});
