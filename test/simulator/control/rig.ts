// A simulator with a control plane, on real sockets and a clock of the test's choice.
import { onTestFinished } from 'vitest';
import { assert } from '../../../src/kernel/assert.js';
import { createManualClock, type ManualClock } from '../../../src/kernel/manual-clock.js';
import { dialectNamed } from '../dialect-named.js';
import { parseFleet } from '../../../src/simulator/fleet/parse-fleet.js';
import type { FleetSpec } from '../../../src/simulator/fleet/fleet-spec.js';
import {
  type RunningSimulator,
  startSimulator,
  type StartOptions,
} from '../../../src/simulator/start-simulator.js';

const FLEET = `
seed: 5
limits: { quotas: { query: { limit: 30, window: 60s } } }
profiles:
  io:
    relays: [{ wiredTo: 1 }, { bootState: last }]
    digitalInputs: [{ count: 3, debounce: 20ms }]
    analogInputs: [{ unit: V, signal: { kind: ramp, from: 0, to: 100, over: 100s } }]
    sensors: { temperature: { signal: 20 } }
    rs485: { baudRate: 9600, peripherals: [{ kind: echo, delay: 5ms }] }
    power: { holdUp: 200ms, boot: 3s }
  mini: { relays: [{}] }
devices:
  - { deviceId: 'plant-{1..3}', profile: io, password: old-password }
  - { deviceId: mini-1, profile: mini }
clients:
  operator: { secret: operator-secret, scopes: ['device:control', 'device:config', 'device:manage'] }
  reader: { secret: reader-secret, scopes: ['device:read'] }
`;

export function fleetSpec(): FleetSpec {
  const parsed = parseFleet(FLEET, 'fleet.yaml');
  assert(parsed.ok, 'the fleet of the tests is sound');
  return parsed.value;
}

/** What came over the wire; the test says what it should be. */
export type Json = ReturnType<typeof JSON.parse>;

export interface Answer {
  readonly status: number;
  readonly body: Json;
  readonly text: string;
}

export interface Rig {
  readonly simulator: RunningSimulator;
  readonly clock: ManualClock;
  /** Calls the control plane. */
  control(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Calls the simulated service as `operator`, or as whom the token belongs to. */
  service(method: string, path: string, body?: unknown, token?: string): Promise<Answer>;
  logIn(client?: string): Promise<string>;
}

/** On a manual clock: what takes time waits until the test moves it on. */
export async function startRig(options: Partial<StartOptions> = {}): Promise<Rig> {
  const clock = createManualClock(1_700_000_000_000);
  const simulator = await startSimulator({
    fleet: fleetSpec(),
    dialect: dialectNamed('default'),
    clock,
    control: { port: 0 },
    ...options,
  });
  onTestFinished(() => simulator.close());
  const { control: plane, url } = simulator;
  assert(plane && url, 'it listens');

  const service: Rig['service'] = async (method, path, body, token) =>
    call(method, `${url}/svc/v1${path}`, body, token ?? (await logIn()));
  const logIn = async (client = 'operator'): Promise<string> => {
    const body = { clientId: client, clientSecret: `${client}-secret` };
    const answer = await call('POST', `${url}/svc/v1/auth/token`, body, undefined);
    return answer.body.data.accessToken;
  };
  return {
    simulator,
    clock,
    logIn,
    service,
    control: (method, path, body) => call(method, `${plane.url}${path}`, body, plane.token),
  };
}

async function call(method: string, url: string, body: unknown, token: string | undefined): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: parse(text), text };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Runs `work` while time goes on in small steps. */
export async function inTime<T>(clock: ManualClock, work: Promise<T>): Promise<T> {
  let done = false;
  const finished = work.finally(() => (done = true));
  finished.catch(() => undefined);
  while (!done) await clock.advance(50);
  return finished;
}
