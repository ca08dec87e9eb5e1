// What is copied as curl means what was on the wire: the line goes through a shell and through curl, and what arrives is
// held against what was recorded.
import { execFile } from 'node:child_process';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { curlOf } from '../../src/page/live/traffic/copied-text.js';
import { curlLine } from '../../src/report/shell.js';
import type { RequestRecord } from '../../src/trace/record.js';
import { context } from '../report/run-results.js';

interface Arrived {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let arrived: Arrived | undefined;
const server = createServer((request, response) => {
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => pieces.push(piece));
  request.on('end', () => {
    const { method, url: path, headers } = request;
    arrived = { method, path, headers, body: Buffer.concat(pieces).toString() };
    response.end();
  });
});
let service = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  service = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

async function inShell(line: string): Promise<Arrived | undefined> {
  arrived = undefined;
  const env = { PATH: process.env['PATH'], TOKEN: 'the-token' };
  await promisify(execFile)('sh', ['-c', line], { env });
  return arrived;
}

const odd = fc.constantFrom(
  '@/etc/passwd',
  '=ls',
  "it's",
  '$HOME `id` "x"',
  '!!',
  '{a,b}',
  '\\n',
  'a\nb',
  'ü',
);
const text = fc.oneof(
  odd,
  fc.string({ minLength: 1, maxLength: 20 }).map((each) => each.replaceAll('\0', '')),
);
const segment = fc.constantFrom(
  'devices',
  '{a,b}',
  '[1-3]',
  '..',
  '.',
  'a%20b',
  "'",
  '$x',
  '*',
  '~',
  'a;b',
  '#b',
  '',
);
const request = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE'),
  path: fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => `/svc/${parts.join('/')}`),
  body: fc.oneof(fc.constant(undefined), text, fc.record({ name: text, on: fc.boolean() })),
  type: fc.constantFrom(undefined, 'application/json', 'text/plain; charset=utf-8'),
  note: fc.constantFrom(undefined, '', "it's", '$HOME', '@file', '"x"'),
});
type Drawn = typeof request extends fc.Arbitrary<infer T> ? T : never;

function recorded({ method, path, body, type, note }: Drawn) {
  const headers = {
    authorization: 'Bearer hidden',
    ...(type !== undefined && { 'content-type': type }),
    ...(note !== undefined && { 'x-note': note }),
  };
  return { method, path, headers, body };
}

async function expectSame(line: string | undefined, drawn: Drawn): Promise<void> {
  const { method, path, body, type, note } = drawn;
  const seen = await inShell(line ?? '');
  const sent = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  expect(seen).toMatchObject({ method, path, body: sent });
  expect(seen?.headers['authorization']).toBe('Bearer the-token');
  expect(seen?.headers['content-type']).toBe(type);
  expect(seen?.headers['x-note']).toBe(note);
}

const RUNS = { numRuns: 40 };

test('the page copies what was on the wire', async () => {
  await fc.assert(
    fc.asyncProperty(request, async (drawn) => {
      const { body, ...wire } = recorded(drawn);
      const entry = { request: { channel: 'rest' } } as unknown as Parameters<typeof curlOf>[0];
      const onWire = { ...wire, ...(body !== undefined && { sent: body }) } as unknown as Parameters<
        typeof curlOf
      >[1];
      await expectSame(curlOf(entry, onWire, { service }), drawn);
    }),
    RUNS,
  );
});

test('a report shows a line that sends what was on the wire', async () => {
  await fc.assert(
    fc.asyncProperty(request, async (drawn) => {
      const record = { channel: 'rest', ...recorded(drawn) } as unknown as RequestRecord;
      await expectSame(curlLine(record, { ...context, baseUrl: service }), drawn);
    }),
    RUNS,
  );
});
