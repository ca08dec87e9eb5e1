import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { WebSocket } from 'ws';
import { describe, expect, test } from 'vitest';
import { demoDevices } from '../simulator/fleet/demo-devices.js';
import { conform, serving } from './bin.js';

async function call(
  url: string,
  path: string,
  options: { token?: string; body?: unknown; method?: string } = {},
) {
  const { token, body, method = body === undefined ? 'GET' : 'POST' } = options;
  const response = await fetch(`${url}/svc/v1${path}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return {
    status: response.status,
    body: (await response.json()) as { code: string; data: Record<string, unknown> },
  };
}

async function tokenOf(url: string): Promise<string> {
  const body = { clientId: 'operator', clientSecret: 'demo-operator-secret' };
  const reply = await call(url, '/auth/token', { body });
  return String(reply.body.data['accessToken']);
}

describe('conform serve --ready-file', () => {
  test('tells programs where it is once it takes requests, and no longer than that', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'conform-ready-'));
    const path = join(folder, 'ready.json');
    const { url, process: running } = await serving('--ready-file', path);
    const ready = JSON.parse(readFileSync(path, 'utf8'));
    expect(ready).toMatchObject({ url, pid: expect.any(Number) });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const headers = { authorization: `Bearer ${ready.token}` };
    const document = await (await fetch(`${ready.control}/openapi.json`, { headers })).json();
    expect(document).toMatchObject({ openapi: '3.1.0' });
    running.kill('SIGTERM');
    expect((await running.ended).code).toBe(0);
    expect(existsSync(path)).toBe(false);
    rmSync(folder, { recursive: true });
  });

  test('refuses a place where it cannot write, and serves nothing', async () => {
    const { code, stderr } = await conform(
      'serve',
      '--port',
      '0',
      '--ready-file',
      '/no/such/folder/ready.json',
    );
    expect(code).toBe(2);
    expect(stderr).toContain('Take another path for --ready-file');
  });
});

describe('conform serve', () => {
  test('says where it is, who may call it and how, and answers there', async () => {
    const { url, process: running } = await serving();
    const [banner] = await running.printed('stdout', /[^]*conform run --target.*\n/);
    expect(banner).toContain('demo-operator-secret');
    expect(banner).toContain(`conform run --target ${url}`);
    const devices = await call(url, '/devices', { token: await tokenOf(url) });
    expect(devices.status).toBe(200);
    expect(devices.body.data['devices']).toHaveLength(demoDevices().length);
    running.kill('SIGTERM');
    expect(await running.ended).toMatchObject({ code: 0, signal: null });
  });

  test('says goodbye to WebSocket connections when it is stopped', async () => {
    const { url, process: running } = await serving();
    const ticket = await call(url, '/ws/ticket', { token: await tokenOf(url), method: 'POST' });
    const socket = new WebSocket(
      `${url.replace('http', 'ws')}/svc/v1/ws?ticket=${String(ticket.body.data['ticket'])}`,
    );
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    const closed = new Promise<number>((resolve) => socket.once('close', resolve));
    running.kill('SIGINT');
    expect(await closed).toBe(1001);
    expect((await running.ended).code).toBe(0);
  });

  test('logs requests with --verbose, and no secret', async () => {
    const { url, process: running } = await serving('--verbose');
    const token = await tokenOf(url);
    await call(url, '/devices', { token });
    await running.printed('stderr', /GET \/svc\/v1\/devices 200 SUCCESS/);
    running.kill('SIGTERM');
    const { stderr } = await running.ended;
    expect(stderr).not.toContain(token);
    expect(stderr).not.toContain('demo-operator-secret');
  });

  test('speaks another dialect when told to', async () => {
    const { url } = await serving('--dialect', 'scrambled');
    const { body } = await call(url, '/devices', { token: await tokenOf(url) });
    expect(body.code).toBe('SUCCESS');
    expect(body.data['devices']).toBeInstanceOf(Array);
    expect(JSON.stringify(body)).not.toContain('deviceId');
  });

  test('is wrong in the way that --defect names, and says so', async () => {
    const { url, process: running } = await serving('--defect', 'device-list-renamed');
    await running.printed('stdout', /defect {5}device-list-renamed: /);
    const { body } = await call(url, '/devices', { token: await tokenOf(url) });
    expect(body.data).not.toHaveProperty('devices');
  });

  test('ends with 2 and a hint when its port is taken', async () => {
    const blocker = createServer();
    await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve));
    const { port } = blocker.address() as AddressInfo;
    const { code, stderr } = await conform('serve', '--port', String(port));
    blocker.close();
    expect(code).toBe(2);
    expect(stderr).toContain(`port ${port} of 127.0.0.1 is taken`);
    expect(stderr).toContain('--port 0');
  });
});
