// In a cluster, what a route shows is read from Redis before the route shows it.
import type { Simulator } from '../simulator.js';
import type { ControlRoute } from './route.js';

type Looked = Pick<Simulator, 'membership' | 'fleet'>;

/** Rejects with `LinkDown`. */
export async function lookFirst(
  { membership, fleet }: Looked,
  { method, path }: Pick<ControlRoute, 'method' | 'path'>,
  deviceId: string | undefined,
): Promise<void> {
  if (!membership) return;
  const { picture } = membership;
  const clients = (): Promise<void> => picture.clients(fleet.clients.map(({ clientId }) => clientId));
  if (deviceId !== undefined) return picture.devices([deviceId]);
  if (path.startsWith('/clients')) return clients();
  if (method !== 'GET') return;
  if (path === '/devices') return picture.fleet();
  if (path === '/tickets') return clients();
  if (path === '/commands') return picture.commands();
  if (path === '/snapshot' || path === '/metrics') await Promise.all([picture.commands(), clients()]);
}
