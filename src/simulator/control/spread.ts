// What a request of the control plane is about decides which instances of a cluster do it: the one that has the device,
// all of them, or the one that was asked.
import type { Membership } from '../cluster/membership.js';
import type { ControlAsked } from '../cluster/messages.js';
import { type ControlReply, type ControlRoute, refused } from './route.js';

interface Request {
  readonly route: ControlRoute;
  /** Of the path; undefined where it names none. */
  readonly deviceId: string | undefined;
  readonly asked: ControlAsked;
}

/** What is the same for all instances, and is changed for all. */
const SHARED = /^\/(faults|clock)(\/|$)/;
/** What would have to replace the state of all of them at one moment. */
const WHOLE = /^\/(reset|snapshot|restore)(\/|$)/;

export function createSpread(
  membership: () => Membership | undefined,
): (request: Request, here: () => Promise<ControlReply>) => Promise<ControlReply> {
  return async ({ route, deviceId, asked }, here) => {
    const cluster = membership();
    if (!cluster) return here();
    if (WHOLE.test(route.path))
      return refused(409, 'An instance of a cluster can neither be reset nor put back as a whole.', {
        hint: 'Stop all instances, and empty their Redis.',
      });
    if (deviceId !== undefined) {
      try {
        return (await cluster.atOwner(deviceId, asked, here)) as ControlReply;
      } catch {
        return refused(503, `The instance that has ${deviceId} does not answer.`, { hint: 'Try again.' });
      }
    }
    if (route.method !== 'GET' && SHARED.test(route.path)) cluster.tellControl(asked);
    return here();
  };
}
