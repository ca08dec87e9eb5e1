// HAR 1.2, as far as it is read: requests and responses with their times, and the frames that Chrome adds.
import * as z from 'zod';
import { readJson } from '../../kernel/json-limits.js';
import type { TraceEntry } from '../../trace/record.js';

const header = z.looseObject({ name: z.string(), value: z.string() });

const message = z.looseObject({
  type: z.enum(['send', 'receive', 'request', 'response']),
  /** Seconds since 1970. */
  time: z.number(),
  opcode: z.number().default(1),
  data: z.string(),
});

const entry = z.looseObject({
  startedDateTime: z.iso.datetime({ offset: true }),
  /** Ms from the start to the end of the response. */
  time: z.number().default(0),
  request: z.looseObject({
    method: z.string(),
    url: z.string(),
    headers: z.array(header).default([]),
    postData: z.looseObject({ text: z.string().default('') }).optional(),
  }),
  response: z.looseObject({
    status: z.number().default(0),
    headers: z.array(header).default([]),
    content: z
      .looseObject({
        text: z.string().optional(),
        size: z.number().optional(),
        encoding: z.string().optional(),
      })
      .default({}),
  }),
  /** The network connection. */
  connection: z.string().optional(),
  _webSocketMessages: z.array(message).default([]),
});
export type HarEntry = z.output<typeof entry>;
export type HarMessage = z.output<typeof message>;

export const harFile = z.looseObject({
  log: z.looseObject({ version: z.string(), entries: z.array(entry) }),
});

/** What an entry comes to, at its clock time in ms. */
export interface Timed {
  readonly at: number;
  readonly entry: TraceEntry;
}

export function harStart({ startedDateTime }: HarEntry): number {
  return Date.parse(startedDateTime);
}

/** Of one body or frame; what is deeper or larger is not looked into. */
const BODY_LIMITS = { depth: 64, values: 200_000 };

export function bodyIn(text: string): unknown {
  const read = readJson(text, BODY_LIMITS);
  return read.ok ? read.value : undefined;
}
