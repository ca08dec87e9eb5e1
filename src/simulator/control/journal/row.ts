// One record of the journal as it is kept. Rows are used again for later records: of a request that has been answered
// nothing but its texts outlives it, and no object is made for it that the collector would have to carry along.
import type { CommandStatus } from '../../../contract/schemas/scalars.js';
import type { Channel, RequestFacts, RequestRecord, SeenAtService } from '../../../trace/record.js';
import type { ExchangeRow, Origin, SeenRequest } from '../../service/origin.js';
import type { Answer, JournalEntry, JournalRecord, JournalReply } from './entry.js';
import { assert } from '../../../kernel/assert.js';
import { defined } from '../../../kernel/defined.js';
import { digestText } from './issued.js';

const NOTHING: RequestFacts = { what: 'raw' };

export class JournalRow {
  kind: 'note' | 'request' | 'reply' = 'note';
  /** Clock time in ms. */
  at = 0;
  /** Characters that it holds, about. */
  size = 0;
  /** Of a note. */
  entry: JournalEntry | undefined = undefined;

  /** Of a request and a reply. */
  exchange = 0;
  channel: Channel = 'rest';
  client: string | undefined = undefined;
  request: RequestFacts = NOTHING;

  /** Of a request: from where it came. */
  place: 'rest' | 'ws' | undefined = undefined;
  connection = '';
  requestId: string | undefined = undefined;
  method = '';
  path = '';
  /** Of a request: what it showed of its sender, in the words of `SeenRequest`. */
  isSeen = false;
  from = 0;
  to = 0;
  token: number | undefined = undefined;
  digest: SeenRequest['digest'] = undefined;
  socket: number | undefined = undefined;
  instance: string | undefined = undefined;
  headers: SeenRequest['headers'] = undefined;

  /** Of a reply: ms since the service was asked. */
  took = 0;
  status: number | undefined = undefined;
  code: string | undefined = undefined;
  commandId: string | undefined = undefined;
  commandStatus: CommandStatus | undefined = undefined;
  data: Answer['data'] = undefined;

  note(at: number, entry: JournalEntry): void {
    this.kind = 'note';
    this.at = at;
    this.entry = entry;
  }

  asked({ exchange, channel, client, request, askedAt }: ExchangeRow, origin: Origin | undefined): void {
    this.kind = 'request';
    this.at = askedAt;
    this.exchange = exchange;
    this.channel = channel;
    this.client = client;
    this.request = request;
    this.place = origin?.channel;
    if (origin?.channel === 'ws') {
      this.connection = origin.connection.id;
      this.requestId = origin.requestId;
      this.from = origin.at;
      this.to = origin.at;
    } else if (origin) {
      this.method = origin.method;
      this.path = origin.path;
      this.see(origin.seen);
    }
  }

  answered({ exchange, channel, client, request, askedAt, answeredAt }: ExchangeRow, answer: Answer): void {
    this.kind = 'reply';
    this.at = answeredAt;
    this.exchange = exchange;
    this.channel = channel;
    this.client = client;
    this.request = request;
    this.took = answeredAt - askedAt;
    this.status = answer.status;
    this.code = answer.code;
    this.commandId = answer.commandId;
    this.commandStatus = answer.commandStatus;
    this.data = answer.data;
  }

  /** Lets go of what it may hold much of. */
  forget(): void {
    this.size = 0;
    this.entry = undefined;
    this.request = NOTHING;
    this.data = undefined;
  }

  private see(seen: SeenRequest | undefined): void {
    this.isSeen = seen !== undefined;
    if (!seen) return;
    this.from = seen.from;
    this.to = seen.to;
    this.token = seen.token;
    this.digest = seen.digest;
    this.socket = seen.socket;
    this.instance = seen.instance;
    this.headers = seen.headers;
  }
}

// The record that stands in a row of the journal, made when somebody reads it.

export function recordOf(row: JournalRow, seq: number): JournalRecord {
  const { at } = row;
  if (row.kind === 'request') return { seq, at, ...requestOf(row) };
  if (row.kind === 'reply') return { seq, at, ...replyOf(row) };
  assert(row.entry, 'a row that is read has been written');
  return { seq, at, ...row.entry };
}

/** The device that a record is about, without the record. */
export function deviceOf({ kind, entry, request }: JournalRow): string | undefined {
  if (kind !== 'note') return request.deviceId;
  return entry && 'deviceId' in entry ? entry.deviceId : undefined;
}

function requestOf(row: JournalRow): RequestRecord {
  const { exchange, channel, client, request } = row;
  return {
    ...defined({ kind: 'request' as const, exchange, channel, client }),
    ...placeOf(row),
    ...request,
  };
}

function placeOf(row: JournalRow): Partial<RequestRecord> | undefined {
  if (row.place === undefined) return undefined;
  if (row.place === 'ws') {
    const { connection, requestId, from, to } = row;
    return defined({ connection, requestId, seen: { from, to } });
  }
  const { method, path, headers } = row;
  return row.isSeen ? defined({ method, path, headers, seen: seenOf(row) }) : { method, path };
}

function seenOf({ from, to, token, digest, socket, instance }: JournalRow): SeenAtService {
  return defined({ from, to, token, digest: digest && digestText(digest), socket, instance });
}

function replyOf(row: JournalRow): JournalReply {
  const { exchange, channel, client, request, took, status, code, commandId, commandStatus, data } = row;
  const { what, deviceId } = request;
  const about = { exchange, channel, what, took, client, deviceId };
  return defined({ kind: 'reply' as const, ...about, status, code, commandId, commandStatus, data });
}
