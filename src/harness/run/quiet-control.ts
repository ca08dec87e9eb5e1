// Whether connections close at any moment, or in place of an event: one is kept open while nothing is due on it.
import { NO_CHANCE } from '../target/deliveries.js';
import type { Target } from '../target/target.js';
import { waitUntil } from '../target/retry.js';

/** How long a connection is kept open when all checks have ended, in ms, where those of the checks say too little. */
const CONTROL = 180_000;
/** In ms: the interface says about 30 seconds. */
const HEARTBEAT = 25_000;

/** Opens one more connection, where that can decide it. Nothing else is going on: what is due by the checks is over. */
export async function quietControl(target: Target, signal: AbortSignal): Promise<void> {
  const { deliveries, clock } = target;
  const open = deliveries.undelivered().find(({ chance }) => chance > NO_CHANCE);
  if (!open || signal.aborted) return;
  const connected = await target.connect(open.client, { name: 'control', signal });
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
