// Announced delays are kept, and rejections are free.
import { describeLaws } from './laws.js';

describeLaws('budget', [
  {
    rule: 'refresh.retry-after-truthful',
    says: 'what a 429 announces is kept',
    right: (trace) => {
      trace.refresh({ from: 0, to: 50 });
      trace.refresh({ from: 500, to: 510, refused: 'RATE_LIMITED', retryAfter: 3 });
      trace.refresh({ from: 3600, to: 3700 });
    },
    wrong: (trace) => {
      trace.refresh({ from: 0, to: 50 });
      trace.refresh({ from: 500, to: 510, refused: 'RATE_LIMITED', retryAfter: 1 });
      trace.refresh({ from: 1600, to: 1610, refused: 'RATE_LIMITED', retryAfter: 1 });
    },
  },
  {
    rule: 'refresh.rejection-is-free',
    says: 'a rejection does not put the next refresh off',
    right: (trace) => {
      trace.refresh({ from: 0, to: 50 });
      trace.refresh({ from: 500, to: 510, refused: 'RATE_LIMITED', retryAfter: 3 });
      trace.refresh({ from: 1500, to: 1510, refused: 'RATE_LIMITED', retryAfter: 2 });
      // A quota of another client is its own.
      trace.refresh({ from: 1600, to: 1610, refused: 'RATE_LIMITED', retryAfter: 4, client: 'other' });
    },
    wrong: (trace) => {
      trace.refresh({ from: 0, to: 50 });
      trace.refresh({ from: 500, to: 510, refused: 'RATE_LIMITED', retryAfter: 3 });
      trace.refresh({ from: 2500, to: 2510, refused: 'RATE_LIMITED', retryAfter: 3 });
    },
  },
  {
    rule: 'refresh.busy-is-free',
    says: 'a refresh refused with DEVICE_BUSY spends nothing',
    right: (trace) => {
      trace.refresh({ from: 0, to: 50 });
      trace.refresh({ from: 500, to: 510, refused: 'RATE_LIMITED', retryAfter: 3 });
      trace.refresh({ from: 5000, to: 5010, refused: 'DEVICE_BUSY' });
      trace.refresh({ from: 5500, to: 5600 });
      trace.refresh({ from: 6000, to: 6010, refused: 'RATE_LIMITED', retryAfter: 3 });
      trace.refresh({ from: 7000, to: 7010, refused: 'RATE_LIMITED', retryAfter: 2 });
    },
    wrong: (trace) => {
      trace.refresh({ from: 0, to: 50 });
      trace.refresh({ from: 500, to: 510, refused: 'RATE_LIMITED', retryAfter: 3 });
      trace.refresh({ from: 5000, to: 5010, refused: 'DEVICE_BUSY' });
      trace.refresh({ from: 5500, to: 5510, refused: 'RATE_LIMITED', retryAfter: 3 });
    },
  },
]);
