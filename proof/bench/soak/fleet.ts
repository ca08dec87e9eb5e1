// The fleet of the soak: the devices and the client that the fault plans name, and ten thousand others in groups,
// each with a client of its own, so that a change is told to a group and not to everybody.
import { tempFile } from '../temp-file.js';

export const SECRET = 'soak-secret';
const SCOPES = ['device:read', 'device:control', 'device:config', 'device:manage'];
const PLENTY = { limit: 1_000_000_000, window: '1h' };
const QUOTAS = ['token', 'query', 'refresh', 'control', 'manage', 'ticket', 'connect', 'message'];

/** How long commands are kept; nothing is tried again for as long as this. */
export const RETENTION = 30_000;

export interface Group {
  readonly clientId: string;
  readonly devices: readonly string[];
}

export function groupsOf(groups: number, devices: number): Group[] {
  const each = Math.ceil(devices / groups);
  return Array.from({ length: groups }, (_, at) => ({
    clientId: `group-${at + 1}`,
    devices: Array.from({ length: each }, (_unused, nth) => `g${at + 1}-${nth + 1}`),
  }));
}

/** Writes the fleet file; gives its path. */
export function writeSoakFleet(groups: readonly Group[]): Promise<string> {
  const clients: Record<string, object> = {
    operator: { secret: SECRET, scopes: SCOPES, devices: ['bench-*', 'mini-*'] },
  };
  for (const [at, { clientId }] of groups.entries()) {
    clients[clientId] = { secret: SECRET, scopes: SCOPES, devices: [`g${at + 1}-*`] };
  }
  const timing = { refresh: '40ms', control: '25ms', config: '15ms', jitter: '10ms', answerTimeout: '2s' };
  return tempFile(
    JSON.stringify({
      seed: 1,
      timing,
      limits: {
        commandRetention: `${RETENTION}ms`,
        // Small, so that slow consumers are found out within the time of a soak.
        maxBacklogBytes: 65_536,
        quotas: Object.fromEntries(QUOTAS.map((name) => [name, PLENTY])) as object,
      },
      profiles: {
        io: {
          relays: [{ count: 4 }],
          digitalInputs: [{ count: 4 }],
          analogInputs: [
            { count: 2, unit: 'V', signal: { kind: 'sine', mean: 5, amplitude: 2, period: '60s' } },
          ],
          sensors: { temperature: { signal: 21.5 }, humidity: { signal: 40 } },
          rs485: {},
        },
      },
      devices: [
        { deviceId: 'bench-{01..12}', profile: 'io' },
        { deviceId: 'mini-{01..02}', profile: 'io' },
        ...groups.map(({ devices }, at) => ({
          deviceId: `g${at + 1}-{1..${devices.length}}`,
          profile: 'io',
        })),
      ],
      clients,
    }),
    'fleet.yaml',
  );
}
