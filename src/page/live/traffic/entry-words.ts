// Entries of the traffic in words: what each is about, whom, and how it ended.
import { durationWords, pluralWords } from '../../shared/words.js';
import type { ExchangeEntry, GapEntry, MarkEntry, TrafficEntry } from '../store/traffic-entry.js';

export type EntryTone =
  'good' | 'refused' | 'broken' | 'pending' | 'unknown' | 'event' | 'physical' | 'fault' | 'gap';

export function entryTone(entry: TrafficEntry): EntryTone {
  if (entry.kind === 'gap') return 'gap';
  if (entry.kind === 'exchange') return toneOfExchange(entry);
  const { record } = entry;
  if (record.kind === 'fault' || record.kind === 'bug') return 'fault';
  if (record.kind === 'physical' || record.kind === 'stimulus') return 'physical';
  return record.kind === 'connection' && record.state === 'refused' ? 'refused' : 'event';
}

function toneOfExchange({ reply, delivery, isCut }: ExchangeEntry): EntryTone {
  if (delivery?.outcome === 'lost' || delivery?.outcome === 'cut') return 'broken';
  const code = delivery?.code ?? reply?.code;
  if (reply === undefined) return isCut ? 'unknown' : 'pending';
  if (code === 'SUCCESS') return 'good';
  return code === 'INTERNAL_ERROR' ? 'broken' : 'refused';
}

export function entryDevice(entry: TrafficEntry): string | undefined {
  if (entry.kind === 'gap') return undefined;
  if (entry.kind === 'exchange') return entry.request.deviceId;
  return 'deviceId' in entry.record ? entry.record.deviceId : undefined;
}

export function entryClient(entry: TrafficEntry): string | undefined {
  if (entry.kind === 'gap') return undefined;
  if (entry.kind === 'exchange') return entry.request.client;
  return 'client' in entry.record ? entry.record.client : undefined;
}

/** How it ended, of an exchange. */
export function entryCode(entry: TrafficEntry): string | undefined {
  if (entry.kind !== 'exchange') return undefined;
  if (entry.delivery?.outcome === 'lost') return 'reply lost';
  if (entry.delivery?.outcome === 'cut') return 'caller gone';
  if (entry.isCut) return 'answer left out';
  return entry.delivery?.code ?? entry.reply?.code;
}

export function entryTitle(entry: TrafficEntry): string {
  if (entry.kind === 'gap') return gapTitle(entry);
  if (entry.kind === 'exchange') return exchangeTitle(entry);
  return markTitle(entry.record);
}

function gapTitle({ missing, isGone }: GapEntry): string {
  const records = pluralWords(missing, 'record');
  return isGone ? `${records} missing: the journal does not go back so far` : `${records} left out`;
}

function exchangeTitle(entry: ExchangeEntry): string {
  const { request, reply } = entry;
  const name = request.operation?.name ?? request.what;
  const took = reply && reply.took >= 1 ? ` in ${durationWords(reply.took)}` : '';
  const code = entryCode(entry);
  return `${name}${code === undefined ? '' : ` ${code}`}${took}`;
}

function markTitle(record: MarkEntry['record']): string {
  switch (record.kind) {
    case 'event':
      return record.topic;
    case 'physical':
      return physicalTitle(record.act, record.detail);
    case 'stimulus':
      return `${record.name}${record.outcome === 'failed' ? ' failed' : ''}`;
    case 'connection':
      return `WebSocket ${record.connection} ${record.state}${record.closeCode === undefined ? '' : ` ${record.closeCode}`}`;
    case 'fault':
      return `${record.type}: ${record.effect}`;
    case 'bug':
      return `The simulator failed: ${record.message}`;
    default:
      return record.kind;
  }
}

function physicalTitle(act: string, detail: unknown): string {
  const facts = (detail ?? {}) as {
    readonly index?: number;
    readonly closed?: boolean;
    readonly operation?: { readonly name?: string };
  };
  if (act === 'relay') return `relay ${facts.index ?? ''} ${facts.closed ? 'closes' : 'opens'}`;
  return facts.operation?.name === undefined ? act : `carries out ${facts.operation.name}`;
}
