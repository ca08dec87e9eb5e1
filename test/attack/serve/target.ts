// The real executable as the target of an attack: its ports, its tokens, its memory and its file descriptors.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Dialect } from '../../../src/dialect/dialect.js';
import { type DialectName, dialectNamed } from '../../simulator/dialect-named.js';
import { CLIENTS, type Known } from './known.js';
import { fire, PATIENT, type Place } from './shot.js';

/** ATTACK_TARGET names the folder of another build. */
const ROOT = process.env['ATTACK_TARGET'] ?? fileURLToPath(new URL('../../..', import.meta.url));
const HOOK = fileURLToPath(new URL('gc-hook.mjs', import.meta.url));
const DEMO = fileURLToPath(new URL('../../../fixtures/fleets/default.yaml', import.meta.url));

/** Two generations of the book of secrets, and some more. */
const KEPT_SECRETS = 9000;
const AT_ONCE = 100;

export interface Memory {
  readonly heapUsed: number;
  readonly external: number;
  readonly rss: number;
}

export interface Target {
  readonly dialect: Dialect;
  readonly place: Place;
  /** Undefined as long as it lives; else how it has ended. */
  readonly death: () => string | undefined;
  /** With new access tokens. */
  know(): Promise<Known>;
  /** After garbage has been collected. */
  memory(): Promise<Memory>;
  /**
   * Issues so many tokens as the book of secrets keeps, and lets it look for them: it grows until then, and no further.
   */
  fillBook(): Promise<void>;
  descriptors(): number;
  /** The status of a request without credentials. */
  ask(path: string): Promise<number | undefined>;
  control(method: string, path: string): Promise<Response>;
  stop(): Promise<string>;
}

/** @param dialect that it speaks. @param tls whether it serves HTTPS. */
export async function startTarget(dialect: DialectName, tls: boolean): Promise<Target> {
  const folder = await mkdtemp(join(tmpdir(), 'conform-attack-'));
  const fleet = join(folder, 'fleet.yaml');
  // Quotas that let everything through: what they would reject is not attacked.
  const quotas = ['query', 'refresh', 'control', 'manage', 'ticket', 'connect', 'message', 'token']
    .map((name) => `    ${name}: { limit: 100000000, window: 60s }\n`)
    .join('');
  writeFileSync(fleet, `${readFileSync(DEMO, 'utf8')}\nlimits:\n  quotas:\n${quotas}`);
  const args = ['serve', '--port', '0', '--fleet', fleet, '--dialect', dialect, ...(tls ? ['--tls'] : [])];
  const child = spawn(
    process.execPath,
    ['--expose-gc', '--import', HOOK, join(ROOT, 'bin/conform.js'), ...args],
    {
      cwd: folder,
      env: { PATH: process.env['PATH'] ?? '', HOME: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let printed = '';
  let death: string | undefined;
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (printed = (printed + text).slice(-200_000)));
  const ended = new Promise<string>((resolve) =>
    child.once('close', (code, signal) => {
      death = `ended with ${code ?? signal}:\n${printed.slice(-2000)}`;
      resolve(death);
    }),
  );
  const seen = async (pattern: RegExp): Promise<RegExpExecArray> => {
    for (let waited = 0; waited < 60_000; waited += 20) {
      const match = pattern.exec(printed);
      if (match) return match;
      if (death !== undefined) throw new Error(death);
      await wait(20);
    }
    throw new Error(`nothing like ${pattern} within a minute:\n${printed.slice(-2000)}`);
  };
  const [, port = ''] = await seen(/listening on https?:\/\/127\.0\.0\.1:(\d+)/);
  const [, controlUrl = '', controlToken = ''] = await seen(
    /CONFORM_CONTROL=(\S+) CONFORM_CONTROL_TOKEN=(\S+)/,
  );
  const place = { port: Number(port), tls };
  const tokenOf = async (clientId: string): Promise<string> => {
    const body = JSON.stringify({ clientId, clientSecret: `demo-${clientId}-secret` });
    const head = 'POST /svc/v1/auth/token HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
    const pieces = [`${head}Content-Length: ${body.length}\r\n\r\n${body}`];
    const { bytes, statuses } = await fire(place, {
      kind: 'token',
      pieces,
      count: 1,
      ending: 'answer',
      patience: PATIENT,
    });
    const token = /"(at-\w+)"/.exec(bytes.toString())?.[1];
    if (token === undefined) throw new Error(`no access token for ${clientId}: ${statuses.join()}`);
    return token;
  };
  const control: Target['control'] = (method, path) =>
    fetch(`${controlUrl}${path}`, { method, headers: { authorization: `Bearer ${controlToken}` } });

  return {
    dialect: dialectNamed(dialect),
    place,
    death: () => death,
    know: async () => ({
      dialect: dialectNamed(dialect),
      tokens: await Promise.all(CLIENTS.map(tokenOf)),
      control: { port: Number(new URL(controlUrl).port), token: controlToken },
    }),
    memory: async () => {
      printed = '';
      child.kill('SIGUSR2');
      const [, text = ''] = await seen(/attack-memory (\{.*\})/);
      return JSON.parse(text) as Memory;
    },
    fillBook: async () => {
      const body = JSON.stringify({ clientId: 'operator', clientSecret: 'demo-operator-secret' });
      const head = 'POST /svc/v1/auth/token HTTP/1.1\r\nHost: x\r\nContent-Type: application/json';
      const pieces = [`${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`.repeat(AT_ONCE)];
      const shot = { kind: 'tokens', pieces, count: AT_ONCE, ending: 'answer', patience: PATIENT } as const;
      for (let issued = 0; issued < KEPT_SECRETS; issued += AT_ONCE) {
        const { statuses } = await fire(place, shot);
        if (statuses.some((status) => status !== 200)) throw new Error(`no tokens: ${statuses.join()}`);
      }
      // What looks for secrets is made when a text is first shown.
      await (await control('GET', '/journal')).text();
    },
    descriptors: () => readdirSync(`/proc/${child.pid}/fd`).length,
    ask: async (path) => {
      const pieces = [`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`];
      return (await fire(place, { kind: 'ask', pieces, count: 1, ending: 'answer', patience: PATIENT }))
        .statuses[0];
    },
    control,
    stop: async () => {
      child.kill('SIGTERM');
      const patience = setTimeout(() => child.kill('SIGKILL'), 15_000);
      const how = await ended;
      clearTimeout(patience);
      await rm(folder, { recursive: true, force: true });
      return how;
    },
  };
}
