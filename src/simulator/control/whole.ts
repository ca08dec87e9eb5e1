// The installation as the control plane of one instance of a cluster shows it: with the journal, the counts and the
// connections of all instances.
import { createSystemClock } from '../../kernel/system-clock.js';
import { AggregatorRegistry } from 'prom-client';
import type { Membership } from '../cluster/membership.js';
import type { Installation } from './installation.js';
import { createWholeJournal, type WholeJournal } from './journal/whole-journal.js';
import type { OpenTap, WireTap } from './page/wire-tap.js';
import type { FaultStatus } from '../faults/engine/status.js';
import type { ExchangeOnWire } from './replies.js';
import type { JournalReport, MetricsReport, ControlReport, ReportAsked } from './report.js';

export interface Whole {
  readonly installation: Installation;
  /** Reads what is new at all instances. */
  pull(): Promise<void>;
  /** The metrics of all instances, in the format of Prometheus. */
  metrics(): Promise<string>;
}

/** @param own the report of this instance. */
export function createWhole(own: Installation, membership: () => Membership, report: ControlReport): Whole {
  const last = new Map<string, JournalReport>();
  const watched = watchedTap(own.tap);
  const ask = async (name: string, asked: ReportAsked): Promise<unknown> =>
    name === membership().name ? report(asked) : membership().report(name, asked);
  const journal = createWholeJournal(own.journal, createSystemClock(), {
    names: () => membership().names(),
    read: async (name, since, limit) => {
      const part = (await ask(name, {
        about: 'journal',
        since,
        limit,
        watched: watched.pages() > 0,
      })) as JournalReport;
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
    tap: watched.tap,
    wire: wireOf(own, journal, ask),
    connections: {
      get count() {
        return others().reduce((sum, { connections }) => sum + connections, own.connections.count);
      },
    },
    faults: { ...own.faults, list: () => own.faults.list().map((status) => summed(status, others())) },
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

/** What instances count of a fault for themselves; what they count together is the same at all. */
function summed(status: FaultStatus, others: readonly JournalReport[]): FaultStatus {
  if (status.isShared) return status;
  const same = others.flatMap(({ faults }) => faults).filter(({ id }) => id === status.id);
  const sum = (of: 'occasions' | 'firings'): number =>
    same.reduce((total, each) => total + each[of], status[of]);
  return { ...status, occasions: sum('occasions'), firings: sum('firings') };
}

/** A tap of which is known how many pages are open. */
function watchedTap(inner: WireTap): { readonly tap: WireTap; pages(): number } {
  let pages = 0;
  const open = (): OpenTap => {
    const { renew, close } = inner.open();
    pages++;
    return {
      renew,
      close: () => {
        pages--;
        close();
      },
    };
  };
  return { tap: { ...inner, open }, pages: () => pages };
}

/** The bytes of an exchange are kept where it was served. */
function wireOf(
  own: Installation,
  journal: WholeJournal,
  ask: (name: string, asked: ReportAsked) => Promise<unknown>,
): Installation['wire'] {
  return async (exchange) => {
    const origin = journal.origin(exchange);
    if (!origin) return undefined;
    // An instance that does not answer shows nothing, as one does that has not kept it.
    const found = await ask(origin.name, { about: 'wire', exchange: origin.exchange }).catch(() => undefined);
    return found ? { ...own.clean(found as ExchangeOnWire), exchange } : undefined;
  };
}
