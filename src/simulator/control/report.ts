// What an instance of a cluster reports of itself, to the one whose control plane was asked.
import type { MetricObjectWithValues, MetricValue } from 'prom-client';
import { createSystemClock } from '../../kernel/system-clock.js';
import type { Installation } from './installation.js';
import type { Issued } from './journal/issued.js';
import { changeIssued, type InstanceJournal } from './journal/whole-journal.js';
import type { JournalRecord } from './journal/entry.js';
import type { OpenTap, WireTap } from './page/wire-tap.js';
import type { ExchangeOnWire } from './replies.js';

export type ReportAsked =
  | {
      readonly about: 'journal';
      readonly since: number;
      readonly limit: number;
      /** Whether a page is open that may ask for the bytes of exchanges. */
      readonly watched: boolean;
    }
  | { readonly about: 'wire'; readonly exchange: number }
  | { readonly about: 'metrics' };

export interface JournalReport extends InstanceJournal {
  /** Open WebSocket connections. */
  readonly connections: number;
  readonly faults: readonly { readonly id: string; readonly occasions: number; readonly firings: number }[];
}

export type MetricsReport = MetricObjectWithValues<MetricValue<string>>[];

export interface ReportParts {
  readonly installation: Installation;
  /** Undefined where nothing is recorded. */
  readonly issued: { readonly tokens: Issued; readonly tickets: Issued } | undefined;
  /** Empty where no control plane counts. */
  metrics(): Promise<MetricsReport>;
}

export type ControlReport = (
  asked: ReportAsked,
) => Promise<JournalReport | MetricsReport | ExchangeOnWire | undefined>;

/** In ms of the machine: a page asks ten times a second. */
const WATCHED_FOR = 3000;

export function createReport({ installation, issued, metrics }: ReportParts): ControlReport {
  const shared = (record: JournalRecord): JournalRecord =>
    issued
      ? (changeIssued(record, issued.tokens.digestOf, issued.tickets.digestOf) as JournalRecord)
      : record;
  const watch = createWatch(installation.tap);
  return async (asked) => {
    if (asked.about === 'metrics') return metrics();
    if (asked.about === 'wire') return installation.wire(asked.exchange);
    if (asked.watched) watch();
    const { journal, connections, faults } = installation;
    return {
      lastSeq: journal.lastSeq,
      dropped: journal.dropped,
      records: journal.after(asked.since, asked.limit).map(shared),
      connections: connections.count,
      faults: faults.list().map(({ id, occasions, firings }) => ({ id, occasions, firings })),
    };
  };
}

/** Keeps the bytes of exchanges for the page of another instance, as long as that goes on asking. */
function createWatch(tap: WireTap): () => void {
  const machine = createSystemClock();
  let open: OpenTap | undefined;
  let asked = 0;
  const look = (): void => {
    const left = asked + WATCHED_FOR - machine.now();
    if (left > 0) {
      machine.setTimer('watched by a page', left, look);
      return;
    }
    open?.close();
    open = undefined;
  };
  return () => {
    asked = machine.now();
    if (open) return open.renew();
    open = tap.open();
    machine.setTimer('watched by a page', WATCHED_FOR, look);
  };
}
