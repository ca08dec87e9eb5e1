// The simulator under load: the real executable with a fleet made for the purpose, and the way in.
import { fileURLToPath } from 'node:url';
import type { Build } from '../section.js';
import { tempFile } from '../temp-file.js';
import { type Server, spawnServer } from './spawn-server.js';

export const BIN = fileURLToPath(new URL('../../../../bin/conform.js', import.meta.url));

/** Answers of our devices take no time, so that what is measured is the service. */
const NO_TIME = { refresh: '0ms', control: '0ms', config: '0ms', jitter: '0ms' };
const SECRET = 'bench-secret';
const PLENTY = { limit: 1_000_000_000, window: '1h' };
const QUOTAS = ['token', 'query', 'refresh', 'control', 'manage', 'ticket', 'connect', 'message'];

export interface FleetOptions {
  readonly devices: number;
  /** Beside `operator`, who sees all devices, one client for each of the first devices, who sees no other. */
  readonly owners?: number;
  /** How long devices take for a command; no time when absent. */
  readonly control?: string;
}

/** `dev-000001` and so on, with counts from 1. */
export function deviceId(nth: number): string {
  return `dev-${String(nth).padStart(6, '0')}`;
}

/** A fleet file in a folder of its own; JSON is YAML. */
export function writeFleet({ devices, owners = 0, control = '0ms' }: FleetOptions): Promise<string> {
  const scopes = ['device:read', 'device:control', 'device:config', 'device:manage'];
  const clients: Record<string, object> = { operator: { secret: SECRET, scopes } };
  for (let nth = 1; nth <= owners; nth++) {
    clients[`owner-${nth}`] = { secret: SECRET, scopes, devices: [deviceId(nth)] };
  }
  const fleet = {
    seed: 1,
    timing: { ...NO_TIME, control },
    limits: {
      accessTokenLifetime: '10000h',
      ticketLifetime: '10000h',
      heartbeatTimeout: '10000h',
      quotas: Object.fromEntries(QUOTAS.map((name) => [name, PLENTY])),
    },
    profiles: {
      io: {
        model: 'Bench I/O',
        relays: [{ count: 4 }],
        digitalInputs: [{ count: 4 }],
        analogInputs: [
          { count: 2, unit: 'V', signal: { kind: 'sine', mean: 5, amplitude: 2, period: '60s' } },
        ],
        sensors: { temperature: { unit: '°C', decimals: 1, signal: 21.5 } },
        rs485: {},
      },
    },
    devices: [
      { deviceId: `dev-{000001..${String(devices).padStart(6, '0')}}`, name: 'Device {n}', profile: 'io' },
    ],
    clients,
  };
  return tempFile(JSON.stringify(fleet), 'fleet.yaml');
}

export interface SimulatorServer extends Server {
  readonly url: string;
  token(clientId?: string): Promise<string>;
  /** The path of a WebSocket connection, with a ticket. */
  webSocketPath(token: string): Promise<string>;
}

export async function startSimulator(
  { bin, nodeOptions = [] }: Omit<Build, 'name'>,
  fleet: string,
  core?: number,
  more: readonly string[] = ['--no-control'],
): Promise<SimulatorServer> {
  const server = await spawnServer({
    args: [bin, 'serve', '--port', '0', '--fleet', fleet, ...more],
    ready: /listening on http:\/\/127\.0\.0\.1:(\d+)/,
    core,
    nodeOptions,
  });
  const url = `http://127.0.0.1:${server.port}/svc/v1`;
  return {
    ...server,
    url,
    token: async (clientId = 'operator') => {
      const credentials = { clientId, clientSecret: SECRET };
      const { accessToken } = await post<{ accessToken: string }>(`${url}/auth/token`, {}, credentials);
      return accessToken;
    },
    webSocketPath: async (token) => {
      const { ticket } = await post<{ ticket: string }>(`${url}/ws/ticket`, bearer(token));
      return `/svc/v1/ws?ticket=${ticket}`;
    },
  };
}

export function bearer(token: string): { readonly authorization: string } {
  return { authorization: `Bearer ${token}` };
}

/** The `data` of a reply that has to be a success. */
async function post<T>(url: string, headers: Readonly<Record<string, string>>, body?: unknown): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok)
    throw new Error(`POST ${url} was answered with ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { data: T }).data;
}
