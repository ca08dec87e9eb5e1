// Of the defects that show in a quarter of an hour of usual traffic, which the judge of passing traffic finds.
import { expect, test } from 'vitest';
import { allDefects } from '../../../src/simulator/defects/registry.js';
import { watchUsualTraffic } from './usual-traffic.js';

/** What differs on the wire, and contradicts no rule for somebody who only listens. */
const NO_PROOF = [
  // Whether two operations overlapped, or a device did more than it was asked, cannot be seen from outside.
  ...['control-during-short-refresh', 'control-runs-during-refresh', 'lane-freed-early', 'lane-missing'],
  ...[
    'lane-of-two',
    'lane-per-channel',
    'lane-per-client',
    'lane-without-refresh',
    'refresh-passes-transceive',
  ],
  ...['busy-runs-later', 'repeat-runs-again', 'jog-ends-early', 'jogs-as-the-first-time'],
  // A 429 is legal at any moment, and nobody waits just as long as it says.
  ...['budget-by-id-prefix', 'budget-for-all-devices', 'budget-nearly-three-seconds'],
  ...['retry-after-nothing-in-last-second', 'retry-after-rounded-down', 'retry-after-too-short'],
  // Nobody knows what analog values, sensors, an idle relay and a peripheral really were.
  ...['analog-inputs-a-refresh-behind', 'analog-in-thousandths-on-websocket'],
  ...['sensors-from-first-refresh', 'last-relay-frozen', 'silence-is-success', 'config-without-jog'],
  ...['config-without-last-jog', 'config-without-rate', 'zero-analog-left-out'],
  // These clients do nothing that it would show in, or do it too seldom.
  ...['busy-unanswered-on-websocket', 'command-differs-on-websocket', 'repeat-in-flight-runs'],
  ...['ticket-worthless', 'token-dies-early', 'token-outlives-itself'],
];
const LEAST_SHARE = 0.95;

test('most of the defects that can be proven from usual traffic are found', async () => {
  const traffic = { minutes: 15, seed: 5 };
  const right = await watchUsualTraffic(traffic);
  const missed: string[] = [];
  let found = 0;
  for (const { id } of allDefects()) {
    // Its replies are no JSON, which these clients cannot read.
    if (id === 'errors-as-html' || NO_PROOF.includes(id)) continue;
    const { breaches, digest } = await watchUsualTraffic({ ...traffic, defects: [id] });
    if (digest === right.digest) continue;
    if (breaches.length > 0) found++;
    else missed.push(id);
  }
  expect(found / (found + missed.length), `missed: ${missed.join(', ')}`).toBeGreaterThan(LEAST_SHARE);
}, 400_000);
