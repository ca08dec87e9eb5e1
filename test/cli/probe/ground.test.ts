// What a probe stands on: what is in the way is found and told, step by step, and no secret is on the page.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { codeOf, type ProbeFinding } from '../../../src/cli/probe/finding.js';
import { nodeVersion } from '../../../src/cli/probe/ground.js';
import { clockFinding, reach } from '../../../src/cli/probe/reach.js';
import { probe } from '../../../src/cli/probe/run.js';
import { createSystemClock } from '../../../src/kernel/machine-clock.js';
import { makeCertificate } from '../../../src/simulator/transport/certificate.js';
import { caughtIo } from '../caught-io.js';

const clock = createSystemClock();
const folder = mkdtempSync(join(tmpdir(), 'conform-probe-'));

async function listening(server: Server): Promise<number> {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => new Promise<void>((done) => void server.close(() => done())));
  return (server.address() as AddressInfo).port;
}

const refuses: RequestListener = (_, reply) => void reply.writeHead(401).end('{}');
const levels = (findings: readonly ProbeFinding[]): string[] =>
  findings.map(({ level, about }) => `${level} ${about}`);

test('tells less or more, as all commands do', async () => {
  const said = async (options: { quiet?: boolean; verbose?: boolean }): Promise<string> => {
    const io = caughtIo({ cwd: folder });
    await probe(undefined, options, io);
    return io.said().out;
  };
  const [quiet, usual] = [await said({ quiet: true }), await said({})];
  expect(usual).toMatch(/^ok +Node/m);
  expect(quiet).not.toMatch(/^ok/m);
  expect(usual.split('\n').at(-2)).toBe(quiet.split('\n').at(-2));
});

describe('a target', () => {
  test('that answers as it should is all right', async () => {
    const port = await listening(createServer(refuses));
    const found = await reach({ url: new URL(`http://127.0.0.1:${port}`) }, clock);
    expect(levels(found)).toEqual(['ok TCP', 'ok HTTP', 'ok clock']);
    expect(codeOf(found)).toBe(0);
  });

  test('that is something else is doubted', async () => {
    const port = await listening(createServer((_, reply) => void reply.writeHead(404).end()));
    const found = await reach({ url: new URL(`http://localhost:${port}/api`) }, clock);
    expect(levels(found)).toEqual(['ok DNS', 'ok TCP', 'warn HTTP', 'ok clock']);
  });

  test('whose name has no address, or where nothing listens, cannot be reached', async () => {
    const nameless = await reach({ url: new URL('https://no-such-host.invalid') }, clock);
    expect(levels(nameless)).toEqual(['bad DNS']);
    const refused = await reach({ url: new URL('http://127.0.0.1:1') }, clock);
    expect(levels(refused)).toEqual(['bad TCP']);
    expect(codeOf(refused)).toBe(3);
  });

  test('with a certificate that nobody trusts is named so, and is right once it is trusted', async () => {
    const certificate = await makeCertificate();
    const port = await listening(createSecureServer(certificate, refuses));
    const url = new URL(`https://127.0.0.1:${port}`);
    const doubted = await reach({ url }, clock);
    expect(levels(doubted)).toEqual(['ok TCP', 'bad TLS']);
    expect(doubted.at(-1)?.todo).toContain('tls.ca');
    const trusted = await reach({ url, ca: certificate.cert }, clock);
    expect(levels(trusted).slice(1)).toEqual([
      expect.stringMatching(/^(ok|warn) TLS$/),
      'ok HTTP',
      'ok clock',
    ]);
    expect(levels(await reach({ url, insecure: true }, clock))).toContain('warn TLS');
  });
});

test.each([
  ['Thu, 01 Jan 2026 00:00:05 GMT', 'ok', 'agree'],
  ['Thu, 01 Jan 2026 00:00:15 GMT', 'ok', '9 s ahead'],
  ['Thu, 01 Jan 2026 01:00:06 GMT', 'warn', '1 h ahead'],
  ['Wed, 31 Dec 2025 23:00:04 GMT', 'warn', '1 h behind'],
  [undefined, 'warn', 'no Date'],
])('a clock that says %s at 00:00:05.5 is %s', (date, level, words) => {
  const at = Date.parse('2026-01-01T00:00:05.500Z');
  const found = clockFinding(date, at, at + 500);
  expect(found.level).toBe(level);
  expect(found.words).toContain(words);
});

test.each([
  ['20.19.0', 'ok'],
  ['26.1.0', 'ok'],
  ['20.18.9', 'bad'],
  ['18.20.0', 'bad'],
])('Node %s is %s', (version, level) => {
  expect(nodeVersion(version).level).toBe(level);
});

test('a profile that is wrong is told with its place, and nothing secret is on the page', async () => {
  writeFileSync(
    join(folder, 'lab.yaml'),
    'baseUrl: http://127.0.0.1:1\nclients:\n  reader: { clientId: r, clientSecretEnv: MY_SECRET, scopes: [device:read] }\n' +
      '  other: { clientId: o, clientSecretEnv: NOT_SET, scopes: [device:read] }\ndevices: {}\n',
  );
  const env = { MY_SECRET: 'hidden-one', HTTPS_PROXY: 'http://u:hidden-two@proxy', XDG_STATE_HOME: folder };
  const io = caughtIo({
    cwd: folder,
    env: { ...env, XDG_RUNTIME_DIR: folder, CONFORM_CONTROL_TOKEN: 'hidden-three' },
  });
  expect(await probe(undefined, { target: 'lab.yaml' }, io)).toBe(2);
  const { out } = io.said();
  expect(out).toMatch(/bad {3}profile +lab\.yaml:4:\d+ the environment variable NOT_SET is not set/);
  expect(out).toMatch(/warn {2}proxy +HTTPS_PROXY is set/);
  expect(out).toMatch(/bad {3}TCP +no connection to 127\.0\.0\.1:1/);
  expect(out).not.toContain('hidden');
  expect(out.split('\n').every((line) => line.length <= 110)).toBe(true);
});
