// Only refreshes of the device itself spend its budget.
import type { TraceWriter } from './program-traces.js';
import { describeLaws } from './laws.js';

/** A refresh cannot be felt for longer than this. */
function twoAfterEachOther(trace: TraceWriter): void {
  trace.refresh({ from: 0, to: 10, deviceId: 'd3', client: 'other' });
  trace.refresh({ from: 3000, to: 3010, deviceId: 'd3', client: 'other' });
}

describeLaws('unspent', [
  {
    rule: 'refresh.per-device',
    says: 'the refresh of another device spends nothing of this one',
    right: (trace) => {
      twoAfterEachOther(trace);
      trace.refresh({ from: 9000, to: 9050, client: 'other' });
      trace.refresh({ from: 9060, to: 9100, deviceId: 'd2', client: 'other' });
      trace.refresh({ from: 9200, to: 9210, refused: 'RATE_LIMITED', retryAfter: 3 });
    },
    wrong: (trace) => {
      twoAfterEachOther(trace);
      trace.refresh({ from: 9060, to: 9100, deviceId: 'd2', client: 'other' });
      trace.refresh({ from: 9200, to: 9210, refused: 'RATE_LIMITED', retryAfter: 3 });
    },
  },
  {
    rule: 'refresh.per-device',
    says: 'an announcement tells what is left of a budget, and not how long it is',
    right: (trace) => {
      trace.ping('c', 0);
      trace.refresh({ from: 100, to: 110, client: 'other' });
      trace.refresh({ from: 9060, to: 9100, deviceId: 'd2', client: 'other' });
      trace.refresh({ from: 9200, to: 9210, refused: 'RATE_LIMITED', retryAfter: 1 });
    },
    wrong: (trace) => {
      twoAfterEachOther(trace);
      trace.refresh({ from: 9060, to: 9100, deviceId: 'd2', client: 'other' });
      trace.refresh({ from: 9200, to: 9210, refused: 'RATE_LIMITED', retryAfter: 1 });
    },
  },
  {
    rule: 'refresh.rejection-is-free',
    says: 'a request of the same client that is under way may be all that it may do at a time',
    right: (trace) => {
      twoAfterEachOther(trace);
      trace.refresh({ from: 9000, to: 9010, refused: 'RATE_LIMITED', retryAfter: 1 });
      trace.config({ from: 9100, to: 9900 }, {});
      trace.refresh({ from: 9200, to: 9210, refused: 'RATE_LIMITED', retryAfter: 1 });
    },
    wrong: (trace) => {
      twoAfterEachOther(trace);
      trace.refresh({ from: 9000, to: 9010, refused: 'RATE_LIMITED', retryAfter: 1 });
      trace.refresh({ from: 9200, to: 9210, refused: 'RATE_LIMITED', retryAfter: 1 });
    },
  },
  {
    rule: 'refresh.per-device',
    says: 'one of the same client may have spent a quota',
    right: (trace) => {
      twoAfterEachOther(trace);
      trace.refresh({ from: 9060, to: 9100, deviceId: 'd2' });
      trace.refresh({ from: 9200, to: 9210, refused: 'RATE_LIMITED', retryAfter: 3 });
    },
    wrong: (trace) => {
      twoAfterEachOther(trace);
      trace.refresh({ from: 9060, to: 9100, deviceId: 'd2', client: 'other' });
      trace.refresh({ from: 9200, to: 9210, refused: 'RATE_LIMITED', retryAfter: 3 });
    },
  },
]);
