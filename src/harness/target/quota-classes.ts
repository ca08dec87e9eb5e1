// Which quotas a request counts for, on either channel.
import { type Endpoint, ENDPOINTS, type QuotaClass } from '../../contract/endpoints.js';

/** @param what an endpoint or a topic. */
export function classesOf(what: string): readonly QuotaClass[] {
  if (what === 'session.ping') return ['message'];
  if (what === 'device.state.get') return ['message', 'refresh'];
  if (what === 'device.operation.execute') return ['message', 'control'];
  if (what === 'websocket.open') return ['connect'];
  const endpoint: Endpoint | undefined = Object.hasOwn(ENDPOINTS, what)
    ? ENDPOINTS[what as keyof typeof ENDPOINTS]
    : undefined;
  return endpoint ? [endpoint.quota] : [];
}
