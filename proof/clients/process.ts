// A client of the self-test as a process of its own, for `conform audit`: real time, real sockets, orders on its input.
import { createInterface } from 'node:readline';
import { machinePorts } from '../../examples/client/machine.js';
import { assert } from '../../src/kernel/assert.js';
import { createRandom } from '../../src/kernel/random.js';
import { createSystemClock } from '../../src/kernel/machine-clock.js';
import type { ClientRun } from './virtual-day.js';
import { clientWith, GOOD } from './client-under-test.js';
import { CLIENT_DEFECTS } from './defects/registry.js';
import { CLIENT_VARIANTS } from './variants/registry.js';

/** Of those that `npm run proof -- self-test-clients --real` tries: one of each kind of rule, and the odd ones beside them. */
const SAMPLE = ['limit-half-waited', 'no-baseline', 'copies-acted-upon', 'good', 'decorrelated-jitter'];

const [id = 'good'] = process.argv.slice(2);
if (id === '--sample') {
  const sample = SAMPLE.map((each) => {
    const { rule, also = [] } = CLIENT_DEFECTS.find((defect) => defect.id === each) ?? {};
    return { id: each, ...(rule && { rule }), also };
  });
  process.stdout.write(JSON.stringify(sample));
  process.exit(0);
}
const known = [...CLIENT_DEFECTS, ...CLIENT_VARIANTS, { id: 'good', differ: GOOD }];
const client = known.find((each) => each.id === id);
assert(client, `there is a client ${id}`);

const { env } = process;
const instance = Number(env['CONFORM_INSTANCE'] ?? 1);
const stop = new AbortController();
process.once('SIGTERM', () => stop.abort());
const ports = (): Pick<ClientRun, 'http' | 'sockets'> => {
  const { http, sockets } = machinePorts();
  return { http, sockets };
};
await clientWith(client.differ)({
  ...ports(),
  connect: ports,
  instance,
  url: env['CONFORM_URL'] ?? '',
  clientId: env['CONFORM_CLIENT_ID'] ?? '',
  clientSecret: env['CONFORM_CLIENT_SECRET'] ?? '',
  clock: createSystemClock(),
  // Chance differs from process to process.
  random: createRandom(process.pid),
  lines: createInterface({ input: process.stdin }),
  stop: stop.signal,
});
process.exit(0);
