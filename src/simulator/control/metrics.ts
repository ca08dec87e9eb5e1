// Metrics of a simulator for Prometheus. The counters count records of the journal.
import { type Aggregator, Counter, Gauge, Registry } from 'prom-client';
import type { Installation } from './installation.js';
import type { MetricsReport } from './report.js';
import type { JournalRecord } from './journal/entry.js';

export interface Metrics {
  readonly read: () => Promise<{ readonly contentType: string; readonly text: string }>;
  /** For the sum over several instances. */
  report(): Promise<MetricsReport>;
  stop(): void;
}

/** Nothing that is counted can hold a secret, so the records need not be cleaned. */
export function createMetrics(installation: Installation): Metrics {
  const registry = new Registry();
  const stop = installation.feed.listen(createCounters(registry));
  addGauges(registry, installation);
  return {
    read: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
    report: () => registry.getMetricsAsJSON(),
    stop,
  };
}

function createCounters(registry: Registry): (record: JournalRecord) => void {
  const counter = <L extends string>(name: string, help: string, labelNames: L[]): Counter<L> =>
    new Counter({ name: `conform_${name}`, help, labelNames, registers: [registry] });
  const replies = counter('replies_total', 'Replies of the service', ['channel', 'what', 'code']);
  const events = counter('events_total', 'Events that were published', ['topic']);
  const faults = counter('fault_firings_total', 'Faults that have fired or ended', ['type']);
  const physical = counter('physical_acts_total', 'What devices have really done', ['act']);
  const connections = counter('connections_total', 'WebSocket connections, by what became of them', [
    'state',
  ]);
  const bugs = counter('bugs_total', 'Failures of the simulator itself', []);
  const stimuli = counter('stimuli_total', 'What was done to devices and clients from outside', ['name']);

  return (record) => {
    switch (record.kind) {
      case 'reply':
        replies.inc({ channel: record.channel, what: record.what, code: record.code ?? 'none' });
        break;
      case 'event':
        // Those that went to one connection apart have been counted when they were published.
        if (record.connection === '*') events.inc({ topic: record.topic });
        break;
      case 'fault':
        faults.inc({ type: record.type });
        break;
      case 'physical':
        physical.inc({ act: record.act });
        break;
      case 'connection':
        connections.inc({ state: record.state });
        break;
      case 'bug':
        bugs.inc();
        break;
      case 'stimulus':
        stimuli.inc({ name: record.name });
        break;
      default:
    }
  };
}

/** Computed when the metrics are read. */
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
