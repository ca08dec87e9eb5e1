// What a watch has seen and found, for Prometheus, on a port of its own.
import { createServer } from 'node:http';
import { Counter, Histogram, Registry } from 'prom-client';
import { OPEN_ERROR_CODES, STATED_ERROR_CODES, SUCCESS } from '../../../contract/error-codes.js';
import type { Finding } from '../../../harness/verdict/verdict.js';
import type { TraceRecord } from '../../../trace/record.js';
import { listenHere } from '../../open-port.js';

export type WatchMetrics = ReturnType<typeof createWatchMetrics>;

const BUCKETS = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.05];

export function createWatchMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const replies = new Counter({
    name: 'conform_watch_replies_total',
    help: 'Replies of the service by channel and code.',
    labelNames: ['channel', 'code'],
    registers,
  });
  const events = new Counter({
    name: 'conform_watch_events_total',
    help: 'Events of the service that were sent to clients.',
    registers,
  });
  const breaches = new Counter({
    name: 'conform_watch_breaches_total',
    help: 'Breaches that were found, by rule and verdict.',
    labelNames: ['rule', 'verdict'],
    registers,
  });
  const added = new Histogram({
    name: 'conform_watch_added_seconds',
    help: 'How much longer a request took because it passed here.',
    buckets: BUCKETS,
    registers,
  });
  return {
    seen: (record: TraceRecord): void => {
      if (record.kind === 'event') events.inc();
      // A code that the service made up is no label: there may be any number of them.
      if (record.kind === 'reply') replies.inc({ channel: record.channel, code: labelOf(record.code) });
    },
    found: ({ rule, verdict }: Finding): void => {
      if (verdict !== 'pass') breaches.inc({ rule, verdict });
    },
    /** @param service and all in ms: what the service took, and what the client waited. */
    times: (service: number, all: number): void => added.observe(Math.max(0, all - service) / 1000),
    /** Rejects when the port cannot be had; 0 takes a free one. */
    open: async (port: number) => {
      const server = createServer((request, response) => {
        request.resume();
        void registry.metrics().then((text) => {
          response.writeHead(200, { 'content-type': registry.contentType }).end(text);
        });
      });
      const origin = await listenHere(server, port);
      const close = (): void => {
        server.closeAllConnections();
        server.close();
      };
      return { url: `${origin}/metrics`, close };
    },
  };
}

const CODES: ReadonlySet<string> = new Set([
  SUCCESS,
  ...Object.keys(STATED_ERROR_CODES),
  ...Object.keys(OPEN_ERROR_CODES),
]);

const labelOf = (code = ''): string => (CODES.has(code) ? code : 'other');
