// What a request of the control plane is about decides which instances of a cluster do it: the one that has the device,
// all of them, or the one that was asked.
import type { ClockAct } from '../cluster/controls.js';
import type { Membership } from '../cluster/membership.js';
import type { ControlAsked } from '../cluster/messages.js';
import { readInput } from './read-input.js';
import { type ControlReply, type ControlRoute, json, refused } from './route.js';
import type { Snapshot } from './snapshot/snapshot.js';

interface Request {
  readonly route: ControlRoute;
  /** Of the path; undefined where it names none. */
  readonly deviceId: string | undefined;
  readonly asked: ControlAsked;
  /** Of the address, without `?`. */
  readonly search: string;
}

type Here = () => Promise<ControlReply>;

/** What is the same for all instances, and is changed for all. */
const SHARED = /^\/(faults|clock)(\/|$)/;
/** What is replaced for all at one moment. */
const WHOLE = /^\/(reset|snapshot)$/;

export function createSpread(
  membership: () => Membership | undefined,
): (request: Request, here: Here) => Promise<ControlReply> {
  return async (request, here) => {
    const cluster = membership();
    if (!cluster) return here();
    const { route, deviceId, asked, search } = request;
    if (deviceId !== undefined) {
      try {
        return (await cluster.atOwner(deviceId, asked, here)) as ControlReply;
      } catch {
        return refused(503, `The instance that has ${deviceId} does not answer.`, { hint: 'Try again.' });
      }
    }
    const changes = route.method !== 'GET' && route.path !== '/faults/preview';
    const isWhole = changes && WHOLE.test(route.path);
    if (!isWhole && !(changes && SHARED.test(route.path))) {
      const reply = await here();
      if (route.method !== 'GET') await cluster.told();
      return reply;
    }
    // What cannot be read is refused here, and is nothing to the others.
    const input = readInput(route, asked.body, search);
    if (!input.ok) return here();
    try {
      if (isWhole) return await wholeOf(cluster, route, input.body);
      const reply = await cluster.share(asked, clockAct(route, input.body));
      return (reply as ControlReply | undefined) ?? (await here());
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'LinkDown') throw error;
      return withoutCluster(error);
    }
  };
}

/** @param error a `LinkDown`. */
export function withoutCluster(error: Error): ControlReply {
  const hint = 'Try again; whether it has been done is not known where Redis went away meanwhile.';
  return refused(503, `The cluster cannot do that now: ${error.message}.`, { hint });
}

async function wholeOf(cluster: Membership, route: ControlRoute, body: unknown): Promise<ControlReply> {
  if (route.path === '/reset') {
    await cluster.whole.reset();
    return json({ reset: true });
  }
  await cluster.whole.restore(body as Snapshot);
  return json({ restored: true });
}

function clockAct({ path }: ControlRoute, body: unknown): ClockAct | undefined {
  const { duration = 0, speed = 0 } = (body ?? {}) as { readonly duration?: number; readonly speed?: number };
  switch (path) {
    case '/clock/pause':
      return { act: 'pause', value: 0 };
    case '/clock/resume':
      return { act: 'resume', value: 0 };
    case '/clock/step':
      return { act: 'step', value: duration };
    case '/clock/speed':
      return { act: 'speed', value: speed };
    default:
      return undefined;
  }
}
