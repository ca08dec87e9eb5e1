// What a connection is closed for in place of an event, each time, as a check of its own.
import { NO_CHANCE, type Undelivered } from '../target/deliveries.js';
import type { Target } from '../target/target.js';
import { waitUntil } from '../target/wait-until.js';
import { breachOf } from '../verdict/breach.js';
import { resultOfRun, type RunCheck } from '../verdict/of-run.js';
import type { CheckResult, Finding } from '../verdict/verdict.js';

const ID = 'target/events';
const CHECK: RunCheck = {
  id: ID,
  title: 'an event does not close the connection that it is due on',
  about:
    'A connection may close at any moment. One that closes each time that an event of a kind is due, and lives on ' +
    'while none is, never delivers that event.',
};

/** How long a connection is kept open when all checks have ended, in ms, where those of the checks say too little. */
const CONTROL = 180_000;
/** In ms: the interface says about 30 seconds. */
const HEARTBEAT = 25_000;

/** Undefined where nothing was found. It opens one more connection where that can decide it. */
export async function neverDelivered(
  target: Target,
  { strict, signal }: { readonly strict: boolean; readonly signal: AbortSignal },
): Promise<CheckResult | undefined> {
  const { deliveries, clock } = target;
  const open = deliveries.undelivered().find(({ chance }) => chance > NO_CHANCE);
  if (open && !signal.aborted) await control(target, open.client, signal);
  const certain = deliveries.undelivered().filter(({ chance }) => chance <= NO_CHANCE);
  if (certain.length === 0) return undefined;
  const findings = certain.map((each): Finding => ({
    rule: each.rule,
    verdict: breachOf(each.rule, strict),
    where: 'all connections of the run',
    expected: 'the event on each open connection',
    actual: inWords(each),
    exchanges: [],
  }));
  const at = clock.now();
  return resultOfRun(CHECK, findings, { startedAt: at, endedAt: at });
}

/** Nothing else is going on: what is due by the checks is over. */
async function control(target: Target, client: string, signal: AbortSignal): Promise<void> {
  const { clock } = target;
  const connected = await target.connect(client, { name: 'control', signal });
  if (connected.kind === 'refused') return;
  const { connection } = connected;
  const over = new AbortController();
  const until = AbortSignal.any([over.signal, signal]);
  connection.listen(() => connection.closed && over.abort());
  for (let left = CONTROL; left > 0 && !until.aborted; left -= HEARTBEAT) {
    await waitUntil(clock, clock.now() + Math.min(left, HEARTBEAT), until);
    if (!until.aborted) await connection.request({ name: 'ping' }, { signal: until });
  }
  await connection.close();
}

function inWords({ times, longest, closeCode, quiet }: Undelivered): string {
  const seconds = (ms: number): string => `${Math.round(ms / 100) / 10} s`;
  return (
    `it never came: the connection was closed with code ${closeCode} within ${seconds(longest)} of what causes it, ` +
    `${times} times of ${times}; while nothing of that was due, connections were open for ${seconds(quiet.time)} ` +
    `in all, and ${quiet.closed} of them were closed`
  );
}
