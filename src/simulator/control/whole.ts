// The installation as the control plane of one instance of a cluster shows it: with the journal, the counts and the
// connections of all instances.
import { createSystemClock } from '../../kernel/system-clock.js';
import { AggregatorRegistry } from 'prom-client';
import type { Membership } from '../cluster/membership.js';
import type { Installation } from './installation.js';
import { createWholeJournal } from './journal/whole-journal.js';
import type { JournalReport, MetricsReport, Report, ReportAsked } from './report.js';

export interface Whole {
  readonly installation: Installation;
  /** Reads what is new at all instances. */
  pull(): Promise<void>;
  /** The metrics of all instances, in the format of Prometheus. */
  metrics(): Promise<string>;
}

/** @param own the report of this instance. */
export function createWhole(own: Installation, membership: () => Membership, report: Report): Whole {
  const last = new Map<string, JournalReport>();
  const ask = async (name: string, asked: ReportAsked): Promise<unknown> =>
    name === membership().name ? report(asked) : membership().report(name, asked);
  const journal = createWholeJournal(own.journal, createSystemClock(), {
    names: () => membership().names(),
    read: async (name, since, limit) => {
      const part = (await ask(name, { about: 'journal', since, limit })) as JournalReport;
      last.set(name, part);
      return part;
    },
  });
  const others = (): JournalReport[] => {
    const names = new Set(membership().names());
    for (const name of last.keys()) if (!names.has(name)) last.delete(name);
    return [...last].flatMap(([name, part]) => (name === membership().name ? [] : [part]));
  };
  const installation: Installation = {
    ...own,
    get simulator() {
      return own.simulator;
    },
    journal,
    connections: {
      get count() {
        return others().reduce((sum, { connections }) => sum + connections, own.connections.count);
      },
    },
    faults: {
      ...own.faults,
      list: () => {
        const parts = others().flatMap(({ faults }) => faults);
        return own.faults.list().map((status) => {
          const same = parts.filter(({ id }) => id === status.id);
          const sum = (of: 'occasions' | 'firings'): number =>
            same.reduce((total, each) => total + each[of], status[of]);
          return { ...status, occasions: sum('occasions'), firings: sum('firings') };
        });
      },
    },
  };
  return {
    installation,
    pull: journal.pull,
    metrics: async () => {
      const asked = membership()
        .names()
        .map((name) => ask(name, { about: 'metrics' }));
      const answered = (await Promise.allSettled(asked)).flatMap((each) =>
        each.status === 'fulfilled' ? [each.value as MetricsReport] : [],
      );
      return AggregatorRegistry.aggregate(answered).metrics();
    },
  };
}
