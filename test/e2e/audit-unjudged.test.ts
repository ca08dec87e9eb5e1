// Clients that cannot be judged, and those that have to be cut off: what is said of them.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { audit, DAY, FETCH } from './audit-clients.js';
import { conform } from './bin.js';

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
  });
});
