// A simulator in a process of its own with things switched on, and the witness: its control plane tells the truth about
// its devices, whatever the interface says.
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Ended, type Running, serving, start } from '../../e2e/bin.js';

const SPEED = '10';
const SECRET = { clientId: 'operator', clientSecret: 'demo-operator-secret' };
const MANAGED = {
  deviceId: 'conform-managed-1',
  profileId: 'io-8',
  password: 'conform-managed-password',
};

/** What writes: relays, jogs, settings, the list of devices, stimuli, and random programs. */
const CHECKS = [
  'relay/*',
  'rs485/baud-rate*',
  'devices/*',
  'events/power*',
  'events/online-offline*',
  'events/input-changed*',
  'events/peripherals*',
  'auth/disabled-client*',
  'properties/*',
];

/** The truth about everything that a run may change, by its name. */
export type Truth = Readonly<Record<string, unknown>>;

export interface Stand {
  readonly truth: () => Promise<Truth>;
  readonly run: (seed: number) => Running;
  readonly restore: () => Running;
  /** Whether a run or a restore is at work. */
  readonly isBusy: () => boolean;
  /** Whether a restore file is there. */
  readonly hasRestoreFile: () => boolean;
  readonly stop: () => Promise<Ended>;
}

/** @param managed whether the device that may be managed is listed from the beginning. */
export async function openStand({ managed }: { readonly managed: boolean }): Promise<Stand> {
  const { url, process } = await serving('--control-port', '0', '--speed', SPEED);
  const [, control = '', token = ''] = await process.printed(
    'stdout',
    /CONFORM_CONTROL=(\S+) CONFORM_CONTROL_TOKEN=(\S+)/,
  );
  const folder = mkdtempSync(join(tmpdir(), 'conform-kill-'));
  const ask = await asker(url);
  await switchThings(ask, managed);
  const plane = async (path: string): Promise<unknown> => {
    const response = await fetch(`${control}${path}`, { headers: { authorization: `Bearer ${token}` } });
    return response.json();
  };
  const target = ['--target', url, '--speed', SPEED, '--restore-dir', folder];
  const env = { CONFORM_CONTROL: control, CONFORM_CONTROL_TOKEN: token };
  return {
    truth: () => truthOf(plane),
    run: (seed) => start(['run', ...CHECKS, ...target, '--seed', String(seed), '--time', '1s'], { env }),
    restore: () => start(['restore', ...target], { env }),
    isBusy: () => readdirSync(folder).some((name) => name.endsWith('.lock')),
    hasRestoreFile: () => readdirSync(folder).some((name) => name.endsWith('.restore.json')),
    stop: () => {
      process.kill('SIGKILL');
      return process.ended;
    },
  };
}

type Ask = (method: string, path: string, body?: unknown) => Promise<unknown>;

async function asker(url: string): Promise<Ask> {
  const request = async (method: string, path: string, body: unknown, token?: string): Promise<unknown> => {
    const response = await fetch(`${url}/svc/v1${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const reply = (await response.json()) as { readonly data: unknown };
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(reply)}`);
    return reply.data;
  };
  const { accessToken } = (await request('POST', '/auth/token', SECRET)) as { readonly accessToken: string };
  return (method, path, body) => request(method, path, body, accessToken);
}

/** As the run is to find it: some relays on, some settings not as they are made. */
async function switchThings(ask: Ask, managed: boolean): Promise<void> {
  const benches = Array.from({ length: 12 }, (_, at) => `bench-${String(at + 1).padStart(2, '0')}`);
  for (const [at, deviceId] of benches.entries()) {
    const relays = [
      { index: 1, action: at % 2 === 0 ? 'on' : 'off' },
      { index: 2, action: at % 3 === 0 ? 'on' : 'off' },
    ];
    await ask('POST', `/devices/${deviceId}/relays/commands`, { relays });
    await ask('PUT', `/devices/${deviceId}/relays/1/jog-config`, { durationMs: 300 + 10 * at });
    if (at % 4 === 0) await ask('PUT', `/devices/${deviceId}/rs485/baud-rate`, { baudRate: 19_200 });
  }
  if (managed) await ask('POST', '/devices', MANAGED);
}

interface DeviceTruth {
  readonly deviceId: string;
  readonly relays: readonly {
    readonly index: number;
    readonly closed: boolean;
    readonly jogDuration: number;
  }[];
  readonly digitalInputs: readonly { readonly index: number; readonly contact: boolean }[];
  readonly analogInputs: readonly { readonly index: number; readonly value: number }[];
  readonly sensors: readonly { readonly key: string; readonly value: number }[];
  readonly baudRate: number | null;
  readonly supplied: boolean;
  readonly linked: boolean;
  readonly profileId?: string;
  readonly name?: string;
}

async function truthOf(plane: (path: string) => Promise<unknown>): Promise<Truth> {
  const { devices } = (await plane('/devices')) as {
    readonly devices: readonly { readonly deviceId: string }[];
  };
  const { clients } = (await plane('/clients')) as {
    readonly clients: readonly { readonly clientId: string; readonly disabled: boolean }[];
  };
  const views = await Promise.all(devices.map(({ deviceId }) => plane(`/devices/${deviceId}`)));
  return Object.fromEntries([
    ...clients.map(({ clientId, disabled }) => [`client ${clientId} disabled`, disabled]),
    ...views.flatMap((view) => deviceTruth(view as DeviceTruth)),
  ]);
}

function deviceTruth(device: DeviceTruth): (readonly [string, unknown])[] {
  const { deviceId: id } = device;
  return [
    [`${id} is there`, [device.profileId, device.name]],
    [`${id} baud rate`, device.baudRate],
    [`${id} power`, device.supplied],
    [`${id} network`, device.linked],
    ...device.relays.flatMap(({ index, closed, jogDuration }): (readonly [string, unknown])[] => [
      [`${id} relay ${index}`, closed],
      [`${id} jog ${index}`, jogDuration],
    ]),
    ...device.digitalInputs.map(({ index, contact }) => [`${id} input ${index}`, contact] as const),
    ...device.analogInputs.map(({ index, value }) => [`${id} analog ${index}`, value] as const),
    ...device.sensors.map(({ key, value }) => [`${id} sensor ${key}`, value] as const),
  ];
}

/** What differs, in words; of what moves by itself, nothing. */
export function differences(before: Truth, now: Truth, restless: ReadonlySet<string>): readonly string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(now)])]
    .filter((key) => !restless.has(key))
    .filter((key) => JSON.stringify(before[key]) !== JSON.stringify(now[key]))
    .map((key) => `${key}: ${JSON.stringify(before[key])} before, ${JSON.stringify(now[key])} now`);
}
