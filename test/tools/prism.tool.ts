// The control plane through Prism, which reads each request and each answer by our document and says in a header what is
// not as documented.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startSimulator } from '../../src/library/simulator.js';

const folder = mkdtempSync(join(tmpdir(), 'conform-prism-'));

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

/** Prism before a server, by the document of that server. Resolves once it listens. */
async function startPrism(document: string, server: string) {
  const port = await freePort();
  const words = ['build/tools/node_modules/.bin/prism', 'proxy', document, server, '-p', String(port)];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  await new Promise<void>((done, failed) => {
    let text = '';
    const hear = (chunk: unknown): void => {
      text += String(chunk);
      if (text.includes('is listening')) done();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', () => failed(new Error(`Prism has ended: ${text}`)));
  });
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}

const simulator = await startSimulator({ control: true });
const { controlUrl = '', controlToken = '' } = simulator;
const authorization = `Bearer ${controlToken}`;
const document = join(folder, 'control.json');
const served = await fetch(`${controlUrl}/openapi.json`, { headers: { authorization } });
writeFileSync(document, await served.text());
const prism = await startPrism(document, controlUrl);
afterAll(async () => {
  await prism.stop();
  await simulator.close();
  rmSync(folder, { recursive: true });
});

/** Asks through Prism: the status, and what Prism objects to. */
async function ask(line: string, body?: unknown): Promise<{ status: number; violations: unknown[] }> {
  const [method = '', path = ''] = line.split(' ');
  const reply = await fetch(prism.url + path, {
    method,
    headers: { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  await reply.arrayBuffer();
  const said = reply.headers.get('sl-violations');
  return { status: reply.status, violations: said === null ? [] : (JSON.parse(said) as unknown[]) };
}

test.each<[line: string, status: number, body?: unknown]>([
  ['GET /', 200],
  ['GET /openapi.json', 200],
  ['GET /devices?limit=2&state=offline', 200],
  ['GET /devices/bench-01', 200],
  ['GET /devices/bench-01/witness', 200],
  ['GET /devices/no-such', 404],
  ['POST /devices/bench-01/stimuli', 200, { kind: 'set-input', index: 1, active: true }],
  ['POST /faults', 201, { fault: 'latency', with: { delay: '100ms' }, for: '30s' }],
  ['POST /faults/plan', 201, { faults: [{ fault: 'offline', on: { device: 'bench-02' }, for: '1s' }] }],
  ['GET /faults', 200],
  ['DELETE /faults/latency-1', 200],
  ['DELETE /faults', 200],
  ['GET /clock', 200],
  ['POST /clock/pause', 200],
  ['POST /clock/step', 200, { duration: '3s' }],
  ['POST /clock/resume', 200],
  ['PUT /clock/speed', 200, { speed: 2 }],
  ['GET /clients', 200],
  ['GET /clients/reader', 200],
  ['PATCH /clients/reader', 200, { disabled: true }],
  ['POST /clients/reader/expire-tokens', 200],
  ['POST /expire-tokens', 200],
  ['GET /tickets', 200],
  ['DELETE /tickets', 200],
  ['GET /commands?limit=5', 200],
  ['GET /journal?limit=20', 200],
  ['GET /journal.ndjson', 200],
  ['GET /metrics', 200],
  ['GET /snapshot', 200],
  ['POST /reset', 200],
])('%s is answered with %i, as documented', async (line, status, body) => {
  expect(await ask(line, body)).toEqual({ status, violations: [] });
});

test('Prism objects to a request that is not as documented', async () => {
  const { violations } = await ask('POST /faults', ['no', 'order']);
  expect(violations).not.toEqual([]);
});
