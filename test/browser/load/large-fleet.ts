// A service of many devices in a process of its own, with quotas that nobody uses up.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { start } from '../../e2e/bin.js';

export interface LargeService {
  readonly url: string;
  /** Address of the page, with its token. */
  readonly page: string;
  readonly pid: number;
  token(): Promise<string>;
  stop(): Promise<void>;
}

const SECRET = 'load-secret';
const PLENTY = { limit: 1_000_000_000, window: '1h' };
const QUOTAS = ['token', 'query', 'refresh', 'control', 'manage', 'ticket', 'connect', 'message'];

export const deviceName = (nth: number): string => `dev-${String(nth).padStart(6, '0')}`;

export async function startLargeService(devices: number): Promise<LargeService> {
  const folder = mkdtempSync(join(tmpdir(), 'conform-large-'));
  const fleet = join(folder, 'fleet.yaml');
  const ready = join(folder, 'ready.json');
  // JSON is YAML.
  const spec = {
    seed: 1,
    limits: {
      accessTokenLifetime: '100h',
      quotas: Object.fromEntries(QUOTAS.map((name) => [name, PLENTY])),
    },
    profiles: {
      io: {
        relays: [{ count: 4 }],
        digitalInputs: [{ count: 4 }],
        analogInputs: [{ signal: { kind: 'sine', mean: 5, amplitude: 2, period: '60s' } }],
      },
    },
    devices: [{ deviceId: `dev-{000001..${String(devices).padStart(6, '0')}}`, profile: 'io' }],
    clients: {
      operator: { secret: SECRET, scopes: ['device:read', 'device:control', 'device:config'] },
    },
  };
  writeFileSync(fleet, JSON.stringify(spec));
  const serve = start(['serve', '--port', '0', '--fleet', fleet, '--ready-file', ready]);
  const [, page = ''] = await serve.printed('stdout', /page\s+(http\S+)/);
  const { url, pid } = JSON.parse(readFileSync(ready, 'utf8')) as { url: string; pid: number };
  return {
    url,
    page,
    pid,
    token: async () => {
      const response = await fetch(`${url}/svc/v1/auth/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ clientId: 'operator', clientSecret: SECRET }),
      });
      return ((await response.json()) as { data: { accessToken: string } }).data.accessToken;
    },
    stop: async () => {
      serve.kill('SIGTERM');
      await serve.ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
