import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { conform, serving, start } from './bin.js';
import { relaysThatAreOn } from './on-the-line.js';

const WRONG = ['--defect', 'events-to-first-connection'];

describe('random programs', () => {
  test('find a bug, keep the smallest program that shows it, and replay it as a scenario', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'conform-programs-'));
    const found = await conform(
      'run',
      'properties/events',
      '--runs',
      '12',
      ...WRONG,
      '--save-counterexamples',
      folder,
    );
    expect(found.code).toBe(1);
    expect(found.stdout).toContain('FAIL  events.every-connection');
    expect(found.stdout).toMatch(/program {4}shrunk to \d operations?:/);
    expect(found.stdout).toMatch(/^Programs 12 of \d+ operations, drawn from seed 1$/m);

    const files = readdirSync(folder);
    const file = files.find((name) => name.startsWith('events-every-connection-'));
    const [line = '{}'] = readFileSync(join(folder, 'findings.ndjson'), 'utf8').split('\n');
    expect(JSON.parse(line)).toMatchObject({ rule: 'events.every-connection', seed: 1 });

    const replayed = await conform('run', join(folder, file ?? ''), ...WRONG);
    expect(replayed.code).toBe(1);
    expect(replayed.stdout).toContain('FAIL  events.every-connection');
    const mended = await conform('run', join(folder, file ?? ''));
    expect(mended.code).toBe(0);

    const [, repeat = ''] = /repeat {5}conform (.*)/.exec(found.stdout) ?? [];
    const again = await conform(...repeat.split(' '));
    expect(again.code).toBe(1);
    expect(again.stdout).toContain('Programs 1 of');
  });

  test('go on for as long as a soak is to take, and run nothing else', async () => {
    const { code, stdout } = await conform('run', '--soak', '4s');
    expect(stdout).toMatch(/^Checks {3}6: 6 passed/m);
    expect(stdout).toMatch(/^Programs \d+ of \d+ operations in [4-9](\.\d+)? s/m);
    expect(code).toBe(0);
  });

  test('that are interrupted put relays back, and are told as cut short', async () => {
    const { url, process } = await serving('--no-control', '--verbose', '--speed', '10');
    const folder = mkdtempSync(join(tmpdir(), 'conform-programs-'));
    const running = start(['run', '--soak', '10m', '--target', url, '--speed', '10'], { cwd: folder });
    await process.printed('stderr', /POST \S+relays\/commands 200/);
    running.kill('SIGINT');
    const { code, stdout } = await running.ended;
    expect(stdout).toContain('The run was cut short: interrupted.');
    expect(stdout).toMatch(/^Programs \d+ of \d+ operations in /m);
    expect(await relaysThatAreOn(url)).toEqual([]);
    expect(code).toBe(4);
  });
});
