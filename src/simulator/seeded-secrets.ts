// Where access tokens and tickets may come from the seed: a run can be repeated then, and whoever knows the seed has them.
import { isLoopback } from './transport/network.js';

/**
 * @param seed as it was asked for; that of a fleet file is no secret at all.
 * @param host undefined when there is no socket.
 */
export function hasSeededSecrets(seed: number | undefined, host: string | undefined): boolean {
  return host === undefined || (seed !== undefined && isLoopback(host));
}
