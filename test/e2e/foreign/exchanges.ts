// What went over the wire in a run of the real program, as its trace tells: each request with its reply, and
// the frames that answer nothing.
import { readFileSync } from 'node:fs';
import type { EventRecord, ReplyRecord, RequestRecord } from '../../../src/trace/record.js';

export interface Exchange {
  readonly request: RequestRecord;
  readonly reply: ReplyRecord;
}

export interface Traffic {
  readonly exchanges: readonly Exchange[];
  readonly events: readonly EventRecord[];
}

type Line = RequestRecord | ReplyRecord | EventRecord | { readonly kind?: undefined };

export function readTraffic(path: string): Traffic {
  const requests = new Map<number, RequestRecord>();
  const exchanges: Exchange[] = [];
  const events: EventRecord[] = [];
  for (const line of readFileSync(path, 'utf8').trim().split('\n')) {
    const record = JSON.parse(line) as Line;
    if (record.kind === 'request') requests.set(record.exchange, record);
    if (record.kind === 'event') events.push(record);
    const request = record.kind === 'reply' ? requests.get(record.exchange) : undefined;
    if (request && record.kind === 'reply') exchanges.push({ request, reply: record });
  }
  return { exchanges, events };
}
