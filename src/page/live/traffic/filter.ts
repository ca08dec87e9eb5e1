// Which entries are shown: by device, client, code and kind.
import type { TrafficEntry } from '../store/traffic-entry.js';
import { entryClient, entryCode, entryDevice, entryTitle } from './entry-words.js';

export interface TrafficFilter {
  readonly text: string;
  readonly client: string;
  readonly code: string;
  readonly kind: '' | 'rest' | 'ws' | 'event' | 'physical' | 'fault';
}

export const EVERYTHING: TrafficFilter = { text: '', client: '', code: '', kind: '' };

export function isEverything({ text, client, code, kind }: TrafficFilter): boolean {
  return text === '' && client === '' && code === '' && kind === '';
}

export function passes(entry: TrafficEntry, filter: TrafficFilter): boolean {
  const { text, client, code, kind } = filter;
  if (entry.kind === 'gap') return isEverything(filter);
  if (kind !== '' && !isOf(entry, kind)) return false;
  if (client !== '' && entryClient(entry) !== client) return false;
  if (code !== '' && !hasCode(entry, code)) return false;
  if (text === '') return true;
  const words = `${entryDevice(entry) ?? ''} ${entryTitle(entry)}`.toLowerCase();
  return words.includes(text.toLowerCase());
}

function hasCode(entry: TrafficEntry, code: string): boolean {
  if (entry.kind === 'exchange' && entry.isCut) return false;
  const own = entryCode(entry);
  return code === 'refused' ? own !== undefined && own !== 'SUCCESS' : own === code;
}

function isOf(entry: Exclude<TrafficEntry, { kind: 'gap' }>, kind: TrafficFilter['kind']): boolean {
  if (entry.kind === 'exchange') return entry.request.channel === kind;
  const { record } = entry;
  if (kind === 'event') return record.kind === 'event';
  if (kind === 'ws') return record.kind === 'connection';
  if (kind === 'physical') return record.kind === 'physical' || record.kind === 'stimulus';
  return kind === 'fault' && record.kind === 'fault';
}
