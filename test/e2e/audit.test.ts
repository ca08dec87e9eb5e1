// `conform audit` with real processes, on days of a few seconds.
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { conform, type Ended, start } from './bin.js';

const DAY = 'test/e2e/files/days/calm.yaml';
const GOOD = 'examples/client/dist/main.js';

const audit = (...args: readonly string[]): Promise<Ended> => conform('audit', '--day', DAY, ...args);
const auditScript = (script: string, ...options: readonly string[]): Promise<Ended> =>
  audit(...options, '--', 'node', '-e', script);

const FETCH = `const call = (method, path, body, headers = {}) => fetch(process.env.CONFORM_URL + '/svc/v1' + path,
  { method, headers: { 'content-type': 'application/json', ...headers }, body: body && JSON.stringify(body) })
  .then((reply) => reply.json());`;
const LOGIN = `${FETCH}
const { CONFORM_CLIENT_ID: clientId, CONFORM_CLIENT_SECRET: clientSecret, CONFORM_DEVICE_ID: device } = process.env;
const login = () => call('POST', '/auth/token', { clientId, clientSecret })
  .then(({ data }) => ({ authorization: 'Bearer ' + data.accessToken }));`;
const KEYLESS = `${LOGIN}
login().then((head) => call('POST', '/devices/' + device + '/relays/commands',
  { relays: [{ index: 2, action: 'on' }] }, head)).then(console.log); setInterval(() => {}, 1000);`;

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
    expect(stdout).toContain('calm (again)');
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
    expect([report.conclusion, report.checks.length]).toEqual(['broken', 24]);
    expect(readFileSync(join(folder, 'html'), 'utf8')).toContain(
      '<script type="application/json" id="data">',
    );
    expect(readdirSync(join(folder, 'kept')).toSorted()).toEqual(['calm-1.log', 'calm-again--1.log']);
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

describe('clients that were written for docs/audit.md', () => {
  test.each([
    ['node', 'got.mjs'],
    ['node', 'undici-retry-agent.mjs'],
    ['node', 'p-retry.mjs'],
    ['python3', 'careful.py'],
    ['python3', 'sloppy.py'],
  ])('%s %s speaks with the service and takes orders', async (program, file) => {
    const folder = mkdtempSync(join(tmpdir(), 'conform-audit-'));
    const day = join(folder, 'calm.yaml');
    writeFileSync(day, readFileSync(DAY, 'utf8').replace('lasts: 3s', 'lasts: 6s'));
    const { stdout } = await conform('audit', '--day', day, '--', program, `test/audit/foreign/${file}`);
    expect(stdout).toMatch(/holds +client\.relays-in-one-request +kept, n = [12]/);
  });
});

describe('a day on which the client cannot be judged', () => {
  test.each([
    ['that is not there', ['no-such-program'], 3, /could not be started: there is no such file/],
    ['that ends at once', ['node', '-e', 'console.log("bye"); process.exit(7)'], 3, /exit code 7.*bye/s],
    ['that never calls', ['node', '-e', 'setInterval(() => {}, 1000)'], 3, /no connection came/],
    [
      'that speaks TLS to a plain port',
      [
        'node',
        '-e',
        `setInterval(() => require('tls').connect(process.env.CONFORM_PORT).on('error', () => {}), 300)`,
      ],
      3,
      /no request that is HTTP/,
    ],
    [
      'of another service',
      ['node', '-e', `${FETCH} setInterval(() => call('GET', '/../../api/v3/boards'), 400)`],
      4,
      /GET \/api\/v3\/boards/,
    ],
    [
      'with other words for its credentials',
      ['node', '-e', `${FETCH} setInterval(() => call('POST', '/auth/token', { user: 'me' }), 400)`],
      4,
      /--dialect/,
    ],
    [
      'with other credentials',
      [
        'node',
        '-e',
        `${FETCH} setInterval(() => call('POST', '/auth/token', { clientId: 'x', clientSecret: 'y' }), 900)`,
      ],
      4,
      /\{clientSecret\}/,
    ],
  ])('has its verdict: a client %s', async (_, command, code, words) => {
    const ended = await audit('--', ...command);
    expect(ended.stdout.replace(/\s+/g, ' ')).toMatch(words);
    expect([ended.code, ended.stderr]).toEqual([code, '']);
  });

  test('is cut off when the client floods it, whatever it writes meanwhile', async () => {
    const script = `const http = require('http');
      const agent = new http.Agent({ keepAlive: true, maxSockets: 50 });
      const go = () => http.get(process.env.CONFORM_URL + '/svc/v1/devices', { agent }, (reply) => {
        console.log('x'.repeat(10_000));
        reply.resume().on('end', go);
      }).on('error', () => {});
      for (let at = 0; at < 50; at++) go();`;
    const folder = mkdtempSync(join(tmpdir(), 'conform-audit-'));
    const day = join(folder, 'calm.yaml');
    writeFileSync(day, readFileSync(DAY, 'utf8').replace('lasts: 3s', 'lasts: 10min'));
    const ended = await conform('audit', '--day', day, '--', 'node', '-e', script);
    expect(ended.stdout).toMatch(/20,000 requests within/);
    expect(ended.stdout).toMatch(/broken +client\.no-retry-unchanged/);
    expect(ended.code).toBe(1);
  }, 120_000);
});

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
