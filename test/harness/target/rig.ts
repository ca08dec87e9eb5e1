// A driver on a manual clock, over a transport in memory, to a service that a test writes in a few lines.
import { createTarget } from '../../../src/harness/target/create-target.js';
import type { DriverLimits } from '../../../src/harness/target/driver/driver.js';
import type { Exchange, CallReply } from '../../../src/harness/target/call.js';
import type { Gate } from '../../../src/harness/safety/gate/gate.js';
import type { Profile } from '../../../src/harness/profile/profile.js';
import type { TargetConnection, Target } from '../../../src/harness/target/target.js';
import type { HttpRequest } from '../../../src/harness/target/transport.js';
import { createManualClock, type ManualClock } from '../../../src/kernel/manual-clock.js';
import type { Secrets } from '../../../src/output/secrets.js';
import type { TraceRecord } from '../../../src/trace/record.js';
import { createTrace, type Trace } from '../../../src/trace/trace.js';
import type { Peer, ScriptedAnswer, ServerScript } from '../../suites/transport.js';
import { createMemoryTransport } from './memory-transport.js';
import { ungated } from './ungated.js';
import type { Dialect } from '../../../src/dialect/dialect.js';
import { plainDialect } from './plain-dialect.js';

export const PROFILE: Profile = {
  name: 'bench',
  baseUrl: 'http://localhost',
  websocketUrl: 'ws://localhost',
  tls: { insecure: false },
  clients: {
    operator: {
      clientId: 'client-1',
      clientSecret: 'secret-of-operator',
      scopes: ['device:control', 'device:config'],
    },
    reader: { clientId: 'client-2', clientSecret: 'secret-of-reader', scopes: ['device:read'] },
  },
  devices: { bench: { deviceId: 'dev-1', relays: [1, 2] } },
  requestsPerSecond: 1000,
  patience: 10_000,
};

/** A frame of the plain dialect, parsed. */
export interface Frame {
  readonly topic: string;
  readonly requestId: string;
  readonly data: Record<string, unknown>;
}

export interface Script {
  /** What is not answered here gets a success without data; undefined leaves it to that, too. */
  http?(
    request: HttpRequest & { readonly json: Record<string, unknown> },
  ): ScriptedAnswer | undefined | Promise<ScriptedAnswer | undefined>;
  upgrade?(path: string): ReturnType<ServerScript['upgrade']>;
  opened?(peer: Peer): void;
  frame?(peer: Peer, frame: Frame, text: string): void;
}

export interface Rig {
  readonly target: Target;
  readonly clock: ManualClock;
  readonly trace: Trace;
  /** Requests that arrived, as `GET /path`. */
  readonly arrived: string[];
  records<K extends TraceRecord['kind']>(kind: K): Extract<TraceRecord, { kind: K }>[];
}

interface RigOptions {
  readonly profile?: Partial<Profile>;
  readonly limits?: Partial<DriverLimits>;
  /** What its transport is behind; default: nothing, whatever is sent. */
  readonly gate?: Gate;
  readonly secrets?: Secrets;
  /** Its secrets are taken out of the trace by whoever shows it. */
  readonly cleansLater?: boolean;
  readonly dialect?: Dialect;
}

export function createRig(
  script: Script = {},
  { profile = {}, limits = {}, gate, secrets, cleansLater = false, dialect = plainDialect }: RigOptions = {},
): Rig {
  const clock = createManualClock(1_000_000);
  const trace = createTrace(clock);
  const arrived: string[] = [];
  let tokens = 0;
  let tickets = 0;
  const transport = createMemoryTransport({
    http: async (request) => {
      arrived.push(`${request.method} ${request.path}`);
      const json = request.body === undefined ? {} : (parse(request.body) as Record<string, unknown>);
      const answer = await script.http?.({ ...request, json });
      if (answer !== undefined) return answer;
      if (request.path === '/svc/v1/auth/token') return tokenReply(`token-number-${++tokens}`);
      if (request.path === '/svc/v1/ws/ticket') return success({ ticket: `ticket-text-${++tickets}` });
      return success({});
    },
    upgrade: (path) => script.upgrade?.(path) ?? 'open',
    ...(script.opened === undefined ? {} : { opened: script.opened }),
    frame: (peer, text) => script.frame?.(peer, parse(text) as Frame, text),
  });
  const target = createTarget({
    profile: { ...PROFILE, ...profile },
    dialect,
    clock,
    transport: gate ? gate.guard(transport) : ungated(transport),
    trace,
    limits,
    ...(secrets && { secrets }),
    cleansLater,
  });
  const records: Rig['records'] = (kind) => trace.records().filter((each) => each.kind === kind) as never;
  return { target, clock, trace, arrived, records };
}

export function success(data: object): ScriptedAnswer {
  return { status: 200, body: JSON.stringify({ code: 'SUCCESS', message: 'OK', data }) };
}

export function refusal(status: number, code: string, data?: object): ScriptedAnswer {
  return { status, body: JSON.stringify({ code, message: 'no', requestId: 'r', data }) };
}

export function tokenReply(accessToken: string, expiresIn = 3600, scopes = ['device:read']): ScriptedAnswer {
  return success({ accessToken, tokenType: 'Bearer', expiresIn, clientId: 'client-1', scopes });
}

export function answerTo({ requestId }: Frame, data: object = {}): string {
  return JSON.stringify({ type: 'reply', requestId, code: 'SUCCESS', message: 'OK', data });
}

export function eventOf(topic: string, data: object): string {
  return JSON.stringify({ type: 'event', topic, eventId: 'e1', data });
}

/** Opens a connection that must open. */
export async function openOn({ target }: Rig, client = 'operator', name = 'a'): Promise<TargetConnection> {
  const connected = await target.connect(client, { name });
  if (connected.kind === 'refused') throw new Error(connected.detail);
  return connected.connection;
}

/** The reply of an exchange that must have one. */
export function replyOf({ outcome }: Exchange): CallReply {
  if (outcome.kind === 'broken') throw new Error(`${outcome.reason}: ${outcome.detail}`);
  return outcome.reply;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
