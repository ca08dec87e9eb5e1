// Only refreshes of the device itself spend its budget.
import { describeLaws } from './laws.js';

describeLaws('unspent', [
  {
    rule: 'refresh.per-device',
    says: 'the refresh of another device spends nothing of this one',
    right: (trace) => {
      trace.ping('c', 0);
      trace.refresh({ from: 9000, to: 9050 });
      trace.refresh({ from: 9060, to: 9100, deviceId: 'd2', client: 'other' });
      trace.refresh({ from: 9200, to: 9210, refused: 'RATE_LIMITED', retryAfter: 3 });
    },
    wrong: (trace) => {
      trace.ping('c', 0);
      trace.refresh({ from: 9060, to: 9100, deviceId: 'd2', client: 'other' });
      trace.refresh({ from: 9200, to: 9210, refused: 'RATE_LIMITED', retryAfter: 3 });
    },
  },
  {
    rule: 'refresh.per-device',
    says: 'one of the same client may have spent a quota',
    right: (trace) => {
      trace.ping('c', 0);
      trace.refresh({ from: 9060, to: 9100, deviceId: 'd2' });
      trace.refresh({ from: 9200, to: 9210, refused: 'RATE_LIMITED', retryAfter: 3 });
    },
    wrong: (trace) => {
      trace.ping('c', 0);
      trace.refresh({ from: 9060, to: 9100, deviceId: 'd2', client: 'other' });
      trace.refresh({ from: 9200, to: 9210, refused: 'RATE_LIMITED', retryAfter: 3 });
    },
  },
]);
