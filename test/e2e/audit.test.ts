// `conform audit` with real processes, on days of a few seconds: verdicts, reports and bad lines.
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { audit, auditScript, DAY, GOOD, KEYLESS } from './audit-clients.js';
import { conform, start } from './bin.js';

describe('conform audit', () => {
  test('finds nothing wrong with the example client, and exercises what it can', async () => {
    const { code, stdout, stderr } = await audit('--', 'node', GOOD);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/holds +client\.key-per-command +kept, n = \d/);
    expect(stdout).toMatch(/Days +1 day\n/);
    expect(stdout).not.toMatch(/^broken/m);
  });

  test('tells a broken rule with what was done and what would have been right, and shows the output', async () => {
    const { code, stdout } = await auditScript(KEYLESS);
    expect(code).toBe(1);
    expect(stdout).toMatch(/broken +client\.key-per-command/);
    expect(stdout).toMatch(/Output of the client on the day calm/);
    expect(stdout).not.toContain('demo-operator-secret');
  });

  test('writes reports in all formats, and what the client wrote to files', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'conform-audit-'));
    const paths = ['junit', 'json', 'html', 'github'].flatMap((kind) => [
      '--report',
      `${kind}=${join(folder, kind)}`,
    ]);
    await auditScript(KEYLESS, ...paths, '--keep', join(folder, 'kept'));
    expect(readFileSync(join(folder, 'junit'), 'utf8')).toMatch(/<failure/);
    const report = JSON.parse(readFileSync(join(folder, 'json'), 'utf8')) as {
      conclusion: string;
      checks: [];
    };
    expect([report.conclusion, report.checks.length]).toEqual(['broken', 23]);
    expect(readFileSync(join(folder, 'html'), 'utf8')).toContain(
      '<script type="application/json" id="data">',
    );
    expect(readdirSync(join(folder, 'kept')).toSorted()).toEqual(['calm-1.log']);
  });

  test('gives the client the address under names of its own', async () => {
    const script = `console.log(process.argv[1], process.env.API_BASE, process.env.CONFORM_INSTANCE)`;
    const { stdout } = await audit('--env', 'API_BASE={url}/x', '--', 'node', '-e', script, '--', '{url}');
    expect(stdout).toMatch(/(http:\/\/127\.0\.0\.1:\d+) \1\/x 1/);
  });

  test('wants what is demanded, and says with 4 that it could not be decided', async () => {
    const { code } = await audit('--require', 'client.heartbeat', '--', 'node', GOOD);
    expect(code).toBe(4);
  });

  test('starts several processes, each with a port of its own', async () => {
    const script = `console.log('at', process.env.CONFORM_URL);
      require('http').get(process.env.CONFORM_URL); setInterval(() => {}, 1000);`;
    const folder = mkdtempSync(join(tmpdir(), 'conform-audit-'));
    await auditScript(script, '--instances', '3', '--keep', folder);
    const urls = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    expect(new Set(urls).size).toBe(3);
  });
});

describe('clients that others start', () => {
  test('are judged on the port that is listened on, for so long', async () => {
    const running = start(['audit', '--listen', '0', '--for', '6s', '--day', DAY]);
    const [, url = ''] = await running.printed('stderr', /listening on (http:\S+)/);
    const client = start([], {
      program: GOOD,
      input: true,
      env: {
        CONFORM_URL: url,
        CONFORM_CLIENT_ID: 'operator',
        CONFORM_CLIENT_SECRET: 'demo-operator-secret',
        CONFORM_DEVICE_IDS: 'bench-01',
      },
    });
    const { code, stdout } = await running.ended;
    client.kill('SIGTERM');
    expect(code).toBe(0);
    expect(stdout).toMatch(/holds +client\.server-side-only/);
  });
});

describe('a line that cannot be meant', () => {
  test.each([
    [['audit'], /no client is named/],
    [['audit', '--listen', '7070', '--', 'node'], /exclude each other/],
    [['audit', '--for', '5m', '--', 'node'], /--for goes with --listen/],
    [['audit', '--day', 'outages', '--', 'node'], /no day "outages"[^]*"outage"/],
    [['audit', '--rule', 'client.hartbeat', '--', 'node'], /no such rule[^]*client.heartbeat/],
    [['audit', '--require', 'auth.missing', '--', 'node'], /no such rule/],
    [['audit', '--env', 'API_BASE={ulr}', '--', 'node'], /nothing takes the place of \{ulr\}[^]*\{url\}/],
    [['audit', '--env', 'API BASE=x', '--', 'node'], /expected NAME=text/],
    [['audit', '--config', 'nothing.yaml'], /cannot read/],
    [['audit', '--host', '0.0.0.0', '--day', DAY, '--', 'node'], /loopback only/],
  ])('%j', async (words, diagnostic) => {
    const { code, stderr } = await conform(...words);
    expect(stderr).toMatch(diagnostic);
    expect(code).toBe(2);
  });
});
