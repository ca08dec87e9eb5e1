// What the active faults do when a connection is opened: refuse it, treat its ticket as expired, or act on it.
import type { Interception } from '../../transport/interception.js';
import type { ConnectionHandle } from './connection-handle.js';
import type { FaultInstance } from './instance.js';

export function createAccessEdge(
  active: readonly FaultInstance[],
  take: (opened: Parameters<Interception['opened']>[0]) => ConnectionHandle,
): Pick<Interception, 'takesTicketOf' | 'connecting' | 'opened'> {
  return {
    takesTicketOf: (clientId) =>
      !active.some(
        (instance) => instance.selects({ clientId }) && instance.act()?.ticket?.(clientId) === 'expired',
      ),
    connecting: () => {
      for (const instance of active) {
        const refusal = instance.act()?.connecting?.();
        if (refusal) return refusal;
      }
      return undefined;
    },
    opened: (opened) => {
      const { clientId } = opened.connection;
      for (const instance of [...active]) {
        if (instance.selects({ clientId })) instance.act()?.connected?.(take(opened));
      }
    },
  };
}
