// What an instance of a cluster reports of itself, to the one whose control plane was asked.
import type { MetricObjectWithValues, MetricValue } from 'prom-client';
import type { Installation } from './installation.js';
import type { Issued } from './journal/issued.js';
import { changeIssued, type JournalPart } from './journal/whole-journal.js';
import type { JournalRecord } from './journal/entry.js';

export type ReportAsked =
  | { readonly about: 'journal'; readonly since: number; readonly limit: number }
  | { readonly about: 'metrics' };

export interface JournalReport extends JournalPart {
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

export type Report = (asked: ReportAsked) => Promise<JournalReport | MetricsReport>;

export function createReport({ installation, issued, metrics }: ReportParts): Report {
  const shared = (record: JournalRecord): JournalRecord =>
    issued
      ? (changeIssued(record, issued.tokens.digestOf, issued.tickets.digestOf) as JournalRecord)
      : record;
  return async (asked) => {
    if (asked.about === 'metrics') return metrics();
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
