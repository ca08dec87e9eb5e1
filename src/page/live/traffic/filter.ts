// Entries of the traffic in words, which of them are shown, and what the view shows while it is paused.
import { durationWords, pluralWords } from '../../shared/words.js';
import {
  type ExchangeEntry,
  type GapEntry,
  type MarkEntry,
  type TrafficEntry,
  filledLog,
} from '../store/traffic-log.js';
import { useSignal } from '@preact/signals';
import { useStore } from '../store/store.js';
import type { JournalPart } from '../../../simulator/control/replies.js';

// Entries of the traffic in words: what each is about, whom, and how it ended.

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

// Which entries are shown: by device, client, code and kind.

export interface TrafficFilter {
  readonly text: string;
  readonly client: string;
  readonly code: string;
  readonly kind: '' | 'rest' | 'ws' | 'event' | 'physical' | 'fault';
}

export const EVERYTHING: TrafficFilter = { text: '', client: '', code: '', kind: '' };

function isEverything({ text, client, code, kind }: TrafficFilter): boolean {
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

// What the traffic view shows: the entries that pass the filter, now or as they were when it was paused.

export type ShownTraffic = ReturnType<typeof useTraffic>;

/** Records that are read for a gap at once. */
const AT_ONCE = 1000;

interface Frozen {
  readonly entries: readonly TrafficEntry[];
  readonly lastSeq: number;
  readonly now: number;
}

export function useTraffic() {
  const store = useStore();
  const filter = useSignal(EVERYTHING);
  const frozen = useSignal<Frozen | undefined>(undefined);
  void store.trafficEdition.value;
  const { value: chosen } = filter;
  const all = frozen.value?.entries ?? store.traffic.entries();
  const entries = isEverything(chosen) ? all : all.filter((entry) => passes(entry, chosen));
  return {
    filter,

    /** Oldest first. */
    entries,
    paused: frozen.value !== undefined,

    /** Entries that have come since it was paused. */
    waiting: frozen.value ? Math.max(0, (store.traffic.lastSeq ?? 0) - frozen.value.lastSeq) : 0,

    /** Clock time in ms at which it was paused, or now. */
    now: frozen.value?.now ?? store.now(),
    pause: () => {
      frozen.value = {
        entries: store.traffic.entries(),
        lastSeq: store.traffic.lastSeq ?? 0,
        now: store.now(),
      };
    },
    resume: () => (frozen.value = undefined),

    /** Reads what is missing of the journal, as far as it goes back, and as much as it gives at once. */
    fill: async (gap: GapEntry) => {
      const since = gap.seq - gap.missing;
      const limit = Math.min(gap.missing, AT_ONCE);
      const part = await store.notices.done(
        store.api.get<JournalPart>(`/journal?since=${since}&limit=${limit}`),
      );
      if (!part) return;
      store.fillTraffic(gap, part.records);
      if (!frozen.value) return;
      frozen.value = { ...frozen.value, entries: filledLog(frozen.value.entries, gap, part.records) };
    },
  };
}
