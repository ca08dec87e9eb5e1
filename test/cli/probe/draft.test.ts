// What `conform probe` drafts: secrets that a server has repeated in the wrong place are not told, and where no draft can
// be made, the message says where and what to look at.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { draft } from '../../../src/cli/probe/draft.js';
import { caughtIo } from '../caught-io.js';

const TOKEN = 'at-7640r75fivipz5rtpozka0mnf00jwoh5';
const TICKET = 'wst-5k4j3h2g1f0d9s8a7';
const SECRET = 'only-the-client-knows-this';

it('a token, a ticket and a client secret of the recording stand nowhere', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'conform-draft-secrets-'));
  const entry = (method: string, path: string, data: unknown, code = 'SUCCESS', sent?: unknown) => ({
    request: {
      method,
      url: `https://a.test/svc/v1${path}`,
      ...(sent !== undefined && { postData: { text: JSON.stringify(sent) } }),
    },
    response: {
      status: code === 'SUCCESS' ? 200 : 404,
      content: { text: JSON.stringify({ code, message: 'OK', data }) },
    },
  });
  const device = { deviceId: 'd1', name: TICKET };
  const entries = [
    entry('POST', '/auth/token', { accessToken: TOKEN }, 'SUCCESS', { clientSecret: SECRET }),
    entry('GET', '/devices', { devices: [device, { deviceId: 'd2', name: SECRET }] }),
    entry('GET', '/devices/d1', { device: { ...device, outputs: [{ no: 1, on: true }] } }),
    entry('GET', '/devices/d2', { device: TOKEN }),
    entry('GET', '/devices/d1/config', { config: TOKEN }),
    entry('GET', '/devices/nobody', {}, TOKEN),
    entry('POST', '/ws/ticket', { ticket: TICKET }),
  ];
  writeFileSync(join(folder, 'a.har'), JSON.stringify({ log: { entries } }));
  const io = caughtIo({ cwd: folder });
  await draft(undefined, { har: 'a.har', out: 'drafted', verbose: true }, io);
  const files = ['dialect.yaml', 'target.yaml', 'conduct.yaml'].map((name) =>
    readFileSync(join(folder, 'drafted', name), 'utf8'),
  );
  const all = [io.said().out, io.said().err, ...files].join('\n');
  expect(all).toContain('<token of somebody>');
  for (const secret of [TOKEN, TICKET, SECRET]) expect(all).not.toContain(secret);
});

it('a server that is not this service is named, with what to look at', async () => {
  const server = createServer((_, response) => response.writeHead(302, { location: '/login' }).end());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const io = caughtIo({
    cwd: mkdtempSync(join(tmpdir(), 'conform-draft-elsewhere-')),
    env: { CONFORM_DRAFTED_SECRET: SECRET },
  });
  expect(await draft(url, { clientId: 'a', out: 'drafted' }, io)).toBe(4);
  server.close();
  expect(io.said().err).toContain(`${url}: POST /svc/v1/auth/token is answered with 302`);
  expect(io.said().err).toContain('Is this the base address?');
});

it('a server with another first segment is no matter of credentials', async () => {
  const server = createServer((_, response) =>
    response.writeHead(404).end(JSON.stringify({ code: 'NOT_FOUND', message: 'No.', data: {} })),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const io = caughtIo({
    cwd: mkdtempSync(join(tmpdir(), 'conform-draft-segment-')),
    env: { CONFORM_DRAFTED_SECRET: SECRET },
  });
  expect(await draft(`${url}/acme/v1`, { clientId: 'a', out: 'drafted' }, io)).toBe(4);
  server.close();
  expect(io.said().err).toContain('there is no POST /acme/v1/auth/token at this address: 404 NOT_FOUND');
  expect(io.said().err).toContain('https://host/io-fleet/v1');
  expect(io.said().err).not.toContain('credentials');
});

it('the first segment is found in what was written down, by what most paths have', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'conform-draft-segment-'));
  const entry = (url: string, data: unknown) => ({
    request: { method: 'GET', url },
    response: { status: 200, content: { text: JSON.stringify({ code: 'SUCCESS', message: 'OK', data }) } },
  });
  const entries = [
    entry('https://elsewhere.test/api/v1/devices', { devices: [{ foreign: 1 }] }),
    entry('https://a.test/acme/v1/devices', { devices: [{ id: 'd1' }, { id: 'd2' }] }),
    entry('https://a.test/acme/v1/devices/d1', { device: { id: 'd1' } }),
  ];
  writeFileSync(join(folder, 'a.har'), JSON.stringify({ log: { entries } }));
  const io = caughtIo({ cwd: folder });
  await draft(undefined, { har: 'a.har', out: 'drafted', verbose: true }, io);
  expect(readFileSync(join(folder, 'drafted', 'dialect.yaml'), 'utf8')).toContain('firstSegment: acme\n');
  expect(io.said().err).toContain('a.har, entry 2');
  expect(io.said().err).not.toContain('a.har, entry 1');
});

/** A server that issues a token, and answers everything else with this text. */
async function draftedFrom(text: string) {
  const token = JSON.stringify({
    code: 'SUCCESS',
    message: 'OK',
    data: {
      accessToken: TOKEN,
      tokenType: 'Bearer',
      expiresIn: 3600,
      clientId: 'a',
      scopes: ['device:read'],
    },
  });
  const server = createServer(({ url = '' }, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(url.endsWith('/auth/token') ? token : text);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const cwd = mkdtempSync(join(tmpdir(), 'conform-draft-odd-'));
  const io = caughtIo({ cwd, env: { CONFORM_DRAFTED_SECRET: SECRET } });
  const code = await draft(url, { clientId: 'a', out: 'drafted' }, io);
  server.close();
  return { code, ...io.said() };
}

it.each([
  ['arrays', '['.repeat(100_000) + ']'.repeat(100_000)],
  ['objects', `${'{"data":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
])('replies that nest too deep show nothing: %s', async (_, nested) => {
  const { code, err } = await draftedFrom(nested);
  expect(code).toBe(4);
  expect(err).toContain('Nothing that was asked for has been granted');
});
