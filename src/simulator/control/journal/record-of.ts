// The record that stands in a row of the journal, made when somebody reads it.
import { assert } from '../../../kernel/assert.js';
import type { RequestRecord, SeenAtService } from '../../../trace/record.js';
import type { JournalRecord, JournalReply } from './entry.js';
import { digestText } from './observe.js';
import type { JournalRow } from './row.js';

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
    kind: 'request',
    exchange,
    channel,
    ...(client !== undefined && { client }),
    ...placeOf(row),
    ...request,
  };
}

function placeOf(row: JournalRow): Partial<RequestRecord> | undefined {
  if (row.place === undefined) return undefined;
  if (row.place === 'ws') {
    const { connection, requestId, from, to } = row;
    return { connection, ...(requestId !== undefined && { requestId }), seen: { from, to } };
  }
  const { method, path, headers } = row;
  if (!row.isSeen) return { method, path };
  return { method, path, ...(headers && { headers }), seen: seenOf(row) };
}

function seenOf({ from, to, token, digest, socket, instance }: JournalRow): SeenAtService {
  return {
    from,
    to,
    ...(token !== undefined && { token }),
    ...(digest !== undefined && { digest: digestText(digest) }),
    ...(socket !== undefined && { socket }),
    ...(instance !== undefined && { instance }),
  };
}

function replyOf(row: JournalRow): JournalReply {
  const { exchange, channel, client, request, took, status, code, commandId, commandStatus, data } = row;
  const { what, deviceId } = request;
  return {
    kind: 'reply',
    exchange,
    channel,
    what,
    took,
    ...(client !== undefined && { client }),
    ...(deviceId !== undefined && { deviceId }),
    ...(status !== undefined && { status }),
    ...(code !== undefined && { code }),
    ...(commandId !== undefined && { commandId }),
    ...(commandStatus !== undefined && { commandStatus }),
    ...(data !== undefined && { data }),
  };
}
