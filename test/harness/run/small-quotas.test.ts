// A run on a service with small quotas: it paces itself by what it is told, ends in the time that the quotas demand,
// and takes no refusal of a quota for the one that a check waits for.
import { expect, it } from 'vitest';
import { ENDPOINTS, type EndpointName, type QuotaClass } from '../../../src/contract/endpoints.js';
import type { CheckResult } from '../../../src/harness/verdict/verdict.js';
import { loadDialect } from '../../../src/cli/load/dialect.js';
import { loadFleet } from '../../../src/cli/load/fleet.js';
import { runInProcess } from '../../../src/lab/in-process/open-in-process.js';
import { SCENARIOS } from '../../self-test/run-in-virtual-time.js';

const MINUTE = 60_000;
const CLASSES: readonly QuotaClass[] = [
  'token',
  'query',
  'refresh',
  'control',
  'manage',
  'ticket',
  'connect',
  'message',
];

it('decides nearly all with thirty requests a minute, within twice the time that this demands', async () => {
  const { checks, took } = await runWith(30, MINUTE);
  expect(checks.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')).toEqual([]);
  const undecided = checks.filter(({ verdict }) => verdict === 'inconclusive').map(({ id }) => id);
  expect(undecided.length).toBeLessThan(checks.length / 50);
  expect(took).toBeLessThan(2 * demandedBy(checks, 30, MINUTE));
});

it.each([
  [12, 10_000],
  [6, 5000],
])(
  'calls nothing wrong with %i requests in %i ms',
  async (limit, window) => {
    const { checks } = await runWith(limit, window);
    expect(checks.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')).toEqual([]);
  },
  60_000,
);

interface Ran {
  readonly checks: readonly CheckResult[];
  /** In ms. */
  readonly took: number;
}

async function runWith(limit: number, window: number): Promise<Ran> {
  const fleet = loadFleet(undefined, process.cwd());
  const dialect = loadDialect('default', process.cwd());
  if (!fleet.ok || !dialect.ok) throw new Error('the demo fleet can be read');
  const { spec } = fleet.value;
  const quotas = Object.fromEntries(CLASSES.map((each) => [each, { limit, window }]));
  const limited = { ...spec, limits: { ...spec.limits, quotas } };
  const ran = await runInProcess({ fleet: limited, dialect: dialect.value }, SCENARIOS);
  if (!ran.ok) throw new Error(JSON.stringify(ran.diagnostics));
  const { checks, startedAt, endedAt, notRestored } = ran.value.result;
  expect(notRestored).toEqual([]);
  return { checks, took: endedAt - startedAt };
}

/** The time that the busiest client needs for its requests of the busiest class, in ms. */
function demandedBy(checks: readonly CheckResult[], limit: number, window: number): number {
  const counts = new Map<string, number>();
  for (const { trace } of checks) {
    const asked = new Map(trace.flatMap((each) => (each.kind === 'request' ? [[each.exchange, each]] : [])));
    for (const reply of trace) {
      const request = reply.kind === 'reply' && reply.code !== 'RATE_LIMITED' && asked.get(reply.exchange);
      if (!request) continue;
      const counted = `${request.client} ${request.channel === 'ws' ? 'message' : classOf(request.what)}`;
      counts.set(counted, (counts.get(counted) ?? 0) + 1);
    }
  }
  return (Math.ceil(Math.max(...counts.values()) / limit) - 1) * window;
}

function classOf(what: string): string {
  return what in ENDPOINTS ? ENDPOINTS[what as EndpointName].quota : 'none';
}
