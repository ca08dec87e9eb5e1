// In a cluster, what a route shows is read from Redis before the route shows it.
import type { ControlContext, ControlRoute } from './route.js';

/** What all instances have recorded. */
const RECORDED = /^\/(journal|live|conduct|faults$)/;

/** Rejects with `LinkDown`. */
export async function lookFirst(
  { installation, pull }: Pick<ControlContext, 'installation' | 'pull'>,
  { method, path }: Pick<ControlRoute, 'method' | 'path'>,
  deviceId: string | undefined,
): Promise<void> {
  const { membership, fleet } = installation.simulator;
  if (!membership) return;
  const { picture } = membership;
  const clients = (): Promise<void> => picture.clients(fleet.clients.map(({ clientId }) => clientId));
  if (deviceId !== undefined) return picture.devices([deviceId]);
  if (path.startsWith('/clients')) return clients();
  if (method !== 'GET') return;
  if (RECORDED.test(path)) return pull?.();
  if (path === '/devices') return picture.fleet();
  if (path === '/tickets') return clients();
  if (path === '/commands') return picture.commands();
  if (path === '/snapshot' || path === '/metrics') await Promise.all([picture.commands(), clients()]);
}
