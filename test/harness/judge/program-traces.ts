// Traces of programs written by hand: what was asked of one device, what it answered, and what was heard.
import type { Operation } from '../../../src/contract/schemas/command.js';
import { judge } from '../../../src/harness/judge/judge.js';
import type { TraceEntry, TraceRecord } from '../../../src/trace/record.js';

type Entry = TraceEntry & { readonly at: number };

const DEVICE = 'd1';

export interface Asked {
  readonly from: number;
  /** Absent: no answer ever came. */
  readonly to?: number;
  readonly client?: string;
  readonly connection?: string;
  readonly deviceId?: string;
  readonly key?: string;
  /** A code other than SUCCESS; its status is 409, or 429 where it announces a wait. */
  readonly refused?: string;
  readonly retryAfter?: number;
}

/** Builds a trace entry by entry; exchanges are numbered from 1 in the order in which they are added. */
export function createTraceWriter() {
  const entries: Entry[] = [];
  let exchange = 0;

  const exchanged = (what: string, asked: Asked, facts: object, data: unknown): number => {
    exchange++;
    const { from, to, client = 'op', connection, deviceId = DEVICE, refused, retryAfter } = asked;
    const channel = connection === undefined ? 'rest' : 'ws';
    const base = { exchange, channel } as const;
    entries.push({
      kind: 'request',
      at: from,
      ...base,
      client,
      what,
      deviceId,
      requestId: `r${exchange}`,
      ...(connection === undefined ? {} : { connection }),
      ...facts,
    });
    if (to === undefined) {
      entries.push({ kind: 'broken', at: from + 1, exchange, reason: 'cut', detail: 'cut' });
      return exchange;
    }
    const waits = retryAfter === undefined ? {} : { retryAfterSeconds: retryAfter };
    const code = refused ?? 'SUCCESS';
    const shown = refused === undefined ? data : waits;
    const body = {
      code,
      message: refused === undefined ? 'OK' : 'no',
      requestId: `r${exchange}`,
      data: shown,
    };
    entries.push({
      kind: 'reply',
      at: to,
      ...base,
      code,
      data: shown,
      body: channel === 'ws' ? { type: 'reply', ...body } : body,
      ...(channel === 'rest'
        ? {
            status: refused === undefined ? 200 : retryAfter === undefined ? 409 : 429,
            headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
          }
        : {}),
    });
    return exchange;
  };

  return {
    operate: (
      operation: Operation,
      asked: Asked & { readonly status?: string; readonly result?: unknown },
    ) => {
      const { key = `k${exchange}`, status = 'succeeded', result } = asked;
      const command = {
        commandId: `c-${key}`,
        deviceId: asked.deviceId ?? DEVICE,
        operation: operation.name,
        params: operation.params,
        status,
        ...(result === undefined ? {} : { result }),
      };
      const what = asked.connection === undefined ? 'relays.set' : 'device.operation.execute';
      return exchanged(what, asked, { operation, idempotencyKey: key }, { command });
    },
    refresh: (asked: Asked, relays: readonly boolean[] = [false, false], analog: readonly number[] = []) =>
      exchanged(
        asked.connection === undefined ? 'devices.read' : 'device.state.get',
        asked,
        {},
        {
          device: { deviceId: asked.deviceId ?? DEVICE },
          peripherals: peripherals(relays, analog),
        },
      ),
    config: (asked: Asked, config: object) => exchanged('devices.config', asked, {}, config),
    open: (connection: string, at: number, client = 'op') =>
      entries.push({ kind: 'connection', at, connection, client, state: 'open' }),
    event: (
      connection: string,
      at: number,
      named: readonly number[],
      relays: readonly boolean[],
      eventId?: string,
    ) =>
      entries.push({
        kind: 'event',
        at,
        connection,
        topic: 'device.state.changed',
        ...(eventId === undefined ? {} : { eventId }),
        deviceId: DEVICE,
        data: {
          deviceId: DEVICE,
          changes: named.map((index) => ({ kind: 'relay', index })),
          peripherals: peripherals(relays),
        },
      }),
    rs485: (connection: string, at: number, data: string) =>
      entries.push({
        kind: 'event',
        at,
        connection,
        topic: 'device.rs485.received',
        deviceId: DEVICE,
        data: { deviceId: DEVICE, data },
      }),
    stimulus: (name: string, at: number, detail?: string, parameters?: object) =>
      entries.push({
        kind: 'stimulus',
        at,
        name,
        deviceId: DEVICE,
        outcome: 'applied',
        ...(detail === undefined ? {} : { detail }),
        ...(parameters && { parameters }),
      }),
    ping: (connection: string, at: number) =>
      exchanged('session.ping', { from: at, to: at + 1, connection, deviceId: '' }, {}, {}),
    records: (): readonly TraceRecord[] =>
      entries.toSorted((a, b) => a.at - b.at).map((entry, seq) => ({ ...entry, seq })),
  };
}

export type TraceWriter = ReturnType<typeof createTraceWriter>;

function peripherals(relays: readonly boolean[], analog: readonly number[] = []) {
  return {
    relays: relays.map((on, at) => ({ index: at + 1, on })),
    digitalInputs: [],
    analogInputs: analog.map((value, at) => ({ index: at + 1, value })),
    sensors: [],
  };
}

export function switching(...actions: readonly ('on' | 'off' | 'jog' | undefined)[]): Operation {
  const relays = actions.flatMap((action, at) => (action ? [{ index: at + 1, action }] : []));
  return { name: 'device.relay.set', params: { relays } };
}

export const UNANSWERED: Operation = {
  name: 'device.rs485.transceive',
  params: { data: '7f00', timeout: 1000 },
};

/** `rule verdict` of each finding of the named invariant, where nobody else is at work. */
export function judged(writer: TraceWriter, invariant: string): readonly string[] {
  return judge(writer.records(), { strict: true, dropped: 0, alone: true, eventPatience: 1000 })
    .filter(({ where }) => where === `invariant ${invariant}`)
    .map(({ rule, verdict }) => `${rule} ${verdict}`);
}
