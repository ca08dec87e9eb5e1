// A small service with one device behind it, enough to be checked and put back. Tests make it misbehave.
import type { ScriptedAnswer } from '../../suites/transport.js';
import { refusal, type Script, success, tokenReply } from './rig.js';

export interface Bench {
  readonly script: Script;
  readonly relays: Map<number, boolean>;
  readonly jogs: Map<number, number>;
  baudRate: number;
  /** Answers instead of the bench, as long as it gives an answer: by `GET /devices/dev-1`. */
  instead: (line: string) => ScriptedAnswer | undefined;
  /** Operations that were carried out, as `relay 1 on`. */
  readonly done: string[];
  readonly keys: string[];
}

const DEVICE = { deviceId: 'dev-1' };

export function createBench(): Bench {
  const bench: Bench = {
    script: { http: (request) => answer(bench, request.method, request.path, request.json, request.headers) },
    relays: new Map([
      [1, false],
      [2, true],
      [3, false],
    ]),
    jogs: new Map([
      [1, 500],
      [2, 2000],
    ]),
    baudRate: 9600,
    instead: () => undefined,
    done: [],
    keys: [],
  };
  return bench;
}

type Json = Record<string, unknown>;

function answer(
  bench: Bench,
  method: string,
  path: string,
  json: Json,
  headers: Readonly<Record<string, string>>,
): ScriptedAnswer | undefined {
  const line = `${method} ${path.replace('/svc/v1', '')}`;
  const other = bench.instead(line);
  if (other !== undefined) return other;
  if (line.endsWith('/auth/token')) {
    const scopes = json['clientId'] === 'client-1' ? ['device:control', 'device:config'] : ['device:read'];
    return tokenReply(`token-of-${String(json['clientId'])}`, 3600, scopes);
  }
  if (line === 'GET /devices') return success({ devices: [DEVICE] });
  if (line === 'GET /device-profiles') return success({ profiles: [] });
  if (line === 'GET /devices/dev-1') return success({ device: DEVICE, peripherals: peripherals(bench) });
  if (line === 'GET /devices/dev-1/config') return success(config(bench));
  if (method !== 'GET' && path.includes('/dev-1/')) return operate(bench, path, json, headers);
  return path.endsWith('/ws/ticket') ? undefined : refusal(404, 'DEVICE_NOT_FOUND');
}

function peripherals({ relays }: Bench): object {
  const channels = [...relays].map(([index, on]) => ({ index, on }));
  return { relays: channels, digitalInputs: [], analogInputs: [], sensors: [] };
}

function config({ jogs, baudRate }: Bench): object {
  return { relays: [...jogs].map(([index, jogDuration]) => ({ index, jogDuration })), baudRate };
}

function operate(
  bench: Bench,
  path: string,
  json: Json,
  headers: Readonly<Record<string, string>>,
): ScriptedAnswer {
  bench.keys.push(headers['idempotency-key'] ?? 'none');
  const index = Number(/relays\/(\d+)/.exec(path)?.[1] ?? 0);
  let operation = 'device.relay.set';
  if (path.endsWith('/relays/commands')) {
    for (const relay of json['relays'] as { index: number; action: string }[]) {
      bench.done.push(`relay ${relay.index} ${relay.action}`);
      bench.relays.set(relay.index, relay.action !== 'off');
    }
  } else if (path.endsWith('/jog-config')) {
    operation = 'device.relay.jogConfig.set';
    bench.jogs.set(index, json['duration'] as number);
  } else if (path.endsWith('/baud-rate')) {
    operation = 'device.rs485.baudRate.set';
    bench.baudRate = json['baudRate'] as number;
  }
  return success({ command: { commandId: 'c', operation, params: json, status: 'succeeded' } });
}
