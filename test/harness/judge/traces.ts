// Traces written by hand, a line for each exchange.
import { isObject } from '../../../src/kernel/json.js';
import type { TraceEntry, TraceRecord } from '../../../src/trace/record.js';
import { judge } from '../../../src/harness/judge/judge.js';
import type { Finding } from '../../../src/harness/verdict/verdict.js';

export interface Line {
  /** When it was sent and when it was answered, in ms. */
  readonly from: number;
  readonly to: number;
  readonly what: string;
  readonly channel?: 'rest' | 'ws';
  readonly client?: string;
  readonly connection?: string;
  readonly deviceId?: string;
  readonly key?: string;
  readonly on?: boolean;
  readonly status?: number;
  readonly headers?: Record<string, string>;
  /** The body as it came. */
  readonly body: unknown;
  /** What did not fit the dialect. */
  readonly mismatches?: readonly string[];
}

export const ok = (data?: unknown): object => ({
  code: 'SUCCESS',
  message: 'OK',
  ...(data === undefined ? {} : { data }),
});
export const refused = (code: string, data?: unknown): object => ({
  code,
  message: 'no',
  requestId: 'q-1',
  ...(data === undefined ? {} : { data }),
});

export function commandBody(commandId: string, status = 'succeeded'): object {
  return ok({ command: { commandId, operation: 'device.relay.set', params: { relays: [] }, status } });
}

/** A trace of exchanges that may overlap, in the order of sight. */
export function traceOf(
  lines: readonly Line[],
  more: readonly (TraceEntry & { at: number })[] = [],
): TraceRecord[] {
  const records = lines.flatMap((line, at) => {
    const exchange = at + 1;
    const { channel = 'rest', client = 'op', key, on = true } = line;
    const operation = {
      name: 'device.relay.set',
      params: { relays: [{ index: 1, action: on ? 'on' : 'off' }] },
    } as const;
    const request = {
      kind: 'request',
      at: line.from,
      exchange,
      channel,
      client,
      what: line.what,
      requestId: `r${exchange}`,
      ...(line.connection === undefined ? {} : { connection: line.connection }),
      ...(line.deviceId === undefined ? {} : { deviceId: line.deviceId }),
      ...(key === undefined ? {} : { idempotencyKey: key, operation, deviceId: 'd1' }),
    } as const;
    const body =
      channel === 'ws' && isObject(line.body)
        ? { type: 'reply', requestId: `r${exchange}`, ...line.body }
        : line.body;
    const fields = isObject(body) ? body : {};
    const reply = {
      kind: 'reply',
      at: line.to,
      exchange,
      channel,
      body,
      data: fields['data'],
      ...(line.mismatches && { mismatches: line.mismatches }),
      ...(typeof fields['code'] === 'string' ? { code: fields['code'] } : {}),
      ...(channel === 'rest' ? { status: line.status ?? 200, headers: line.headers ?? {} } : {}),
    } as const;
    return [request, reply];
  });
  return [...records, ...more]
    .toSorted((a, b) => a.at - b.at)
    .map((record, seq) => ({ ...record, seq }) as TraceRecord);
}

export interface Heard {
  /** `rule verdict`, once for each finding. */
  readonly verdicts: readonly string[];
  readonly findings: readonly Finding[];
}

export function hear(records: readonly TraceRecord[], rules?: RegExp): Heard {
  const all = judge(records, { strict: true, dropped: 0 });
  const findings = rules ? all.filter(({ rule }) => rules.test(rule)) : all;
  return { findings, verdicts: findings.map(({ rule, verdict }) => `${rule} ${verdict}`) };
}

/** The verdicts about some rules that a trace of these exchanges gives, with more records beside them. */
export function heard(
  lines: readonly Line[],
  rules: RegExp,
  more: readonly (TraceEntry & { at: number })[] = [],
): readonly string[] {
  return hear(traceOf(lines, more), rules).verdicts;
}
