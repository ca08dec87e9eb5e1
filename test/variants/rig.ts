// A simulator in this process, with variants or without, on a clock that jumps; what is sent and heard is raw.
import type { Result } from '../../src/document/diagnostic.js';
import { createManualClock } from '../../src/kernel/manual-clock.js';
import { type InProcess, openOn } from '../../src/lab/in-process/open-in-process.js';
import { loadDialect } from '../../src/cli/load/dialect.js';
import { loadFleet } from '../../src/cli/load/fleet.js';
import { loadVariants } from '../../src/cli/load/variants.js';
import { DEFAULT_SEED } from '../../src/lab/default-seed.js';

const HERE = process.cwd();

/** Parsed JSON, whatever it holds. */
export type Wire = ReturnType<typeof JSON.parse>;

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly body: Wire;
  readonly delivery: string;
  /** How long it took, in ms. */
  readonly took: number;
}

export interface Line {
  readonly frames: Wire[];
  /** The same as they were sent. */
  readonly texts: string[];
  /** Close codes. */
  readonly closed: (number | string)[];
  events(): Wire[];
  send(topic: string, data?: unknown, requestId?: string): void;
  /** A text frame as it is. */
  say(text: string): void;
}

export type Rig = Awaited<ReturnType<typeof rigOf>>;

const BEGINNING = Date.UTC(2026, 0, 1);

/** @param variants names of variants. */
export async function rigOf(variants: readonly string[]) {
  const varied = required(loadVariants(variants, required(loadFleet(undefined, HERE)).spec, HERE));
  const { fleet, declared, faults, styles } = varied;
  const dialect = varied.dialect ?? required(loadDialect('default', HERE));
  const opened = await openOn(createManualClock(BEGINNING), {
    fleet,
    declared,
    dialect,
    faults,
    edges: styles.map(({ edge }) => edge),
    seed: DEFAULT_SEED,
  });
  const { clock, running, open } = opened;
  const simulator = (): typeof running.simulator => running.simulator;

  const send = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const began = clock.now();
    const text = body === undefined ? '' : JSON.stringify(body);
    const reply = await clock.runUntil(
      simulator().rest({ method, target: `/svc/v1${path}`, headers, body: text }),
    );
    return {
      status: reply.status,
      headers: reply.headers,
      text: reply.body,
      body: reply.body === '' ? {} : JSON.parse(reply.body),
      delivery: reply.delivery?.kind ?? 'whole',
      took: clock.now() - began,
    };
  };
  let token: string | undefined;
  const operator = async (method: string, path: string, body?: unknown, key?: string): Promise<Answer> => {
    for (let tries = 0; token === undefined && tries < 20; tries++) {
      const answer = await send('POST', '/auth/token', {
        clientId: 'operator',
        clientSecret: 'demo-operator-secret',
      });
      if (answer.delivery !== 'reset') token = answer.body.data?.accessToken;
    }
    const authorization = `Bearer ${token ?? 'none'}`;
    return send(method, path, body, {
      authorization,
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    });
  };
  return {
    profile: open.profile,
    device: running.device,
    advance: clock.advance,
    send,
    operator,
    relays: (actions: readonly (readonly [number, string])[], key?: string) =>
      operator(
        'POST',
        '/devices/bench-01/relays/commands',
        { relays: actions.map(([index, action]) => ({ index, action })) },
        key,
      ),
    connect: async (): Promise<Line> => {
      const issued = await operator('POST', '/ws/ticket');
      return lineTo(simulator(), issued.body.data.ticket);
    },
    close: open.close,
  };
}

function lineTo(simulator: InProcess['running']['simulator'], ticket: string): Line {
  const opened = simulator.service.openConnection(ticket);
  if (!opened.ok) throw new Error(`the ticket ${ticket} opens nothing: ${opened.refusal.code}`);
  const texts: string[] = [];
  const frames: Wire[] = [];
  const closed: (number | string)[] = [];
  const session = simulator.openSession(opened.value, {
    send: (text) => {
      texts.push(text);
      frames.push(JSON.parse(text));
    },
    close: (why) => {
      closed.push(typeof why === 'string' ? why : why.code);
      session.end();
    },
    backlog: () => 0,
  });
  let sent = 0;
  const line: Line = {
    texts,
    frames,
    closed,
    events: () => frames.filter(({ type }) => type === 'event'),
    say: (text) => session.receive(text),
    send: (topic, data = {}, requestId = `r${++sent}`) =>
      session.receive(JSON.stringify({ type: 'request', topic, requestId, data })),
  };
  return line;
}

function required<T>(outcome: Result<T>): T {
  if (outcome.ok) return outcome.value;
  throw new Error(JSON.stringify(outcome.diagnostics));
}
