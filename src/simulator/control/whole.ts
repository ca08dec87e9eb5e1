// What an instance of a cluster reports of itself, to the one whose control plane was asked.
import { type MetricObjectWithValues, type MetricValue, AggregatorRegistry } from 'prom-client';
import { createSystemClock } from '../../kernel/machine-clock.js';
import { withMembers } from '../../kernel/with-members.js';
import type { Installation } from './installation.js';
import type { Issued } from './journal/issued.js';
import {
  changeIssued,
  type InstanceJournal,
  createWholeJournal,
  type WholeJournal,
} from './journal/whole-journal.js';
import type { JournalRecord } from './journal/entry.js';
import type { ExchangeOnWire, OpenTap, WireTap } from './page/wire-tap.js';
import type { Membership } from '../cluster/membership.js';
import type { FaultStatus } from '../faults/engine/instance.js';

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

interface JournalReport extends InstanceJournal {
  /** Open WebSocket connections. */
  readonly connections: number;
  readonly faults: readonly { readonly id: string; readonly occasions: number; readonly firings: number }[];
}

export type MetricsReport = MetricObjectWithValues<MetricValue<string>>[];

interface ReportParts {
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
    issued ? changeIssued(record, issued.tokens.digestOf, issued.tickets.digestOf) : record;
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

// The installation as the control plane of one instance of a cluster shows it: with the journal, the counts and the
// connections of all instances.

/** @param own the report of this instance. */
export function createWhole(own: Installation, membership: () => Membership, report: ControlReport) {
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
  const installation = withMembers(own, {
    journal,
    tap: watched.tap,
    wire: wireOf(own, journal, ask),
    connections: {
      get count() {
        return others().reduce((sum, { connections }) => sum + connections, own.connections.count);
      },
    },
    faults: { ...own.faults, list: () => own.faults.list().map((status) => summed(status, others())) },
  });
  return {
    installation,
    /** Reads what is new at all instances. */
    pull: journal.pull,
    /** The metrics of all instances, in the format of Prometheus. */
    metrics: async (): Promise<string> => {
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
