import { readFileSync, rmSync } from 'node:fs';
import { get } from 'node:https';
import { describe, expect, test } from 'vitest';
import { start } from './bin.js';

describe('conform serve --tls', () => {
  test('prints where its certificate lies and its fingerprint, and serves those who trust it', async () => {
    const running = start(['serve', '--tls', '--port', '0', '--host', '0.0.0.0']);
    const [, url = '', path = '', fingerprint = ''] = await running.printed(
      'stdout',
      /listening on (https:\S+)[^]*trust +(\S+)\n +SHA-256 +(\S+)\n[^]*conform run --target/,
    );
    const ca = readFileSync(path, 'utf8');
    rmSync(path);
    const seen = await new Promise<unknown>((resolve, reject) => {
      get(`${url.replace('0.0.0.0', '127.0.0.1')}/svc/v1/devices`, { ca, agent: false }, (response) => {
        const { fingerprint256 } = (
          response.socket as unknown as { getPeerCertificate(): { fingerprint256: string } }
        ).getPeerCertificate();
        response.resume();
        resolve({ status: response.statusCode, fingerprint: fingerprint256 });
      }).on('error', reject);
    });
    expect(seen).toEqual({ status: 401, fingerprint });
    running.kill('SIGTERM');
    expect(await running.ended).toMatchObject({ code: 0 });
  });
});

describe('conform serve --insecure-http', () => {
  test('serves plain HTTP where others can reach it, and only when that is asked for', async () => {
    const refused = await start(['serve', '--port', '0', '--host', '0.0.0.0']).ended;
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('--insecure-http') });
    const running = start(['serve', '--port', '0', '--host', '0.0.0.0', '--insecure-http']);
    const [, url = ''] = await running.printed('stdout', /listening on (http:\S+)/);
    const reply = await fetch(`${url.replace('0.0.0.0', '127.0.0.1')}/svc/v1/devices`);
    expect(reply.status).toBe(401);
  });
});
