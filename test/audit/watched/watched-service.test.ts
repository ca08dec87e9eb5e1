// The service judged by the traffic of its usual clients, in virtual time.
import { describe, expect, test } from 'vitest';
import { watchUsualTraffic } from './usual-traffic.js';

const HOUR = 60;

describe('a right service', () => {
  test('is not blamed for what it may do at any time', async () => {
    const faults = [
      { fault: 'rate-limited', every: 9, with: { retryAfter: '2s' } },
      { fault: 'internal-error', every: 11 },
      { fault: 'flapping', on: { device: 'bench-02' }, with: { down: '20s', up: '1min' } },
      { fault: 'close', every: 3 },
      { fault: 'latency', with: { delay: '300ms' } },
    ];
    const { breaches } = await watchUsualTraffic({ minutes: HOUR, seed: 2, faults });
    expect(breaches).toEqual([]);
  });
});

describe('a wrong service', () => {
  test.each([
    ['key-ignored-over-rest', 'idempotency.same-command-rest'],
    ['relay-without-effect', 'relay.effect'],
    ['budget-per-token', 'refresh.across-clients'],
    ['operations-always-offline', 'relay.set-many'],
    ['operations-always-fail', 'relay.set-many'],
    ['ping-unanswered', 'ws.ping'],
    ['no-frame-answered', 'ws.ping'],
    ['read-not-included', 'scope.read-included'],
    ['third-ping-unanswered', 'ws.ping'],
    ['token-names-first-client', 'auth.token-shape'],
    ['token-useless', 'auth.token-issued'],
  ])('%s is found under %s', async (defect, rule) => {
    const { breaches } = await watchUsualTraffic({ minutes: 15, seed: 3, defects: [defect] });
    expect(breaches.map((each) => each.rule)).toContain(rule);
  });
});
