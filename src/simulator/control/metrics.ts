// Metrics of a simulator for Prometheus. All of them are computed when they are read.
import { type Aggregator, Counter, Gauge, Registry } from 'prom-client';
import type { Installation } from './installation.js';
import type { CountedKind, JournalCounts } from './journal/counts.js';
import type { MetricsReport } from './report.js';

export interface Metrics {
  readonly read: () => Promise<{ readonly contentType: string; readonly text: string }>;
  /** For the sum over several instances. */
  report(): Promise<MetricsReport>;
}

/** Nothing that is counted can hold a secret, so the counts need not be cleaned. */
export function createMetrics(installation: Installation): Metrics {
  const registry = new Registry();
  addCounters(registry, installation.journal.counts);
  addGauges(registry, installation);
  return {
    read: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
    report: () => registry.getMetricsAsJSON(),
  };
}

/** The counters of the journal, by the words of which they have one for each. */
function addCounters(registry: Registry, counts: JournalCounts): void {
  const counter = (name: string, help: string, labelNames: string[], fill: (to: Counter) => void): void => {
    const made: Counter = new Counter({
      name: `conform_${name}`,
      help,
      labelNames,
      registers: [registry],
      collect: () => {
        made.reset();
        fill(made);
      },
    });
  };
  const byWord = (name: string, help: string, kind: CountedKind, label: string): void =>
    counter(name, help, [label], (to) => {
      for (const [word, count] of counts.of(kind)) to.inc({ [label]: word }, count);
    });
  counter('replies_total', 'Replies of the service', ['channel', 'what', 'code'], (to) => {
    for (const { count, ...labels } of counts.replies()) to.inc(labels, count);
  });
  byWord('events_total', 'Events that were published', 'event', 'topic');
  byWord('fault_firings_total', 'Faults that have fired or ended', 'fault', 'type');
  byWord('physical_acts_total', 'What devices have really done', 'physical', 'act');
  byWord('connections_total', 'WebSocket connections, by what became of them', 'connection', 'state');
  counter('bugs_total', 'Failures of the simulator itself', [], (to) =>
    to.inc(counts.of('bug').get('') ?? 0),
  );
  byWord('stimuli_total', 'What was done to devices and clients from outside', 'stimulus', 'name');
}

function addGauges(registry: Registry, installation: Installation): void {
  const gauge = (name: string, help: string, read: () => number, together: Aggregator = 'sum'): void => {
    const made: Gauge = new Gauge({
      name: `conform_${name}`,
      help,
      registers: [registry],
      aggregator: together,
      collect: () => made.set(read()),
    });
  };
  const touched = (): number => [...installation.simulator.fleet.made()].length;
  const offline = (): number =>
    [...installation.simulator.fleet.made()].filter((device) => !device.isOnline()).length;
  const active = (): number => installation.faults.list().filter(({ state }) => state === 'active').length;

  gauge('devices', 'Devices of the fleet', () => installation.simulator.fleet.count, 'max');
  gauge('devices_touched', 'Devices that somebody has used so far', touched);
  gauge('devices_offline', 'Devices that are not connected', offline);
  gauge('connections_open', 'Open WebSocket connections', () => installation.connections.count);
  gauge('sockets_open', 'Open sockets of the service', () => installation.sockets.open);
  gauge('sockets_dropped', 'Sockets that a limit has closed', () => installation.sockets.dropped);
  gauge(
    'tickets_open',
    'Tickets that have not been used',
    () => installation.simulator.ports.tickets.open().length,
    'max',
  );
  gauge('commands_kept', 'Commands in the ledger', () => installation.simulator.ports.ledger.size, 'max');
  gauge('faults_active', 'Faults that are active', active, 'max');
  gauge('journal_dropped', 'Records that the journal no longer has', () => installation.journal.dropped);
  gauge(
    'clock_seconds',
    'The time of the simulator, in seconds since 1970',
    () => installation.clock.now() / 1000,
    'max',
  );
}
