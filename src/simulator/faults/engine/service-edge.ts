// Where faults meet the service: events on their way to a connection, tickets, and connections to be opened.
// Only what a connection asks for passes by here; who subscribes or reads inside the simulator is left alone.
import type { Decoration } from '../../decoration.js';
import type { ServiceEvent } from '../../service/event-bus.js';
import type { Connections } from './connections.js';
import type { OpenConnection } from './connection.js';
import type { FaultInstance } from './instance.js';

export function createServiceEdge(
  active: readonly FaultInstance[],
  connections: Pick<Connections, 'opening'>,
): Required<Pick<Decoration, 'ports' | 'service'>> {
  return {
    ports: (ports) => ({
      ...ports,
      tickets: {
        ...ports.tickets,
        redeem: (ticket) => {
          const clientId = ports.tickets.redeem(ticket);
          if (clientId === undefined) return undefined;
          const expired = active.some(
            (instance) => instance.selects({ clientId }) && instance.act()?.ticket?.(clientId) === 'expired',
          );
          return expired ? undefined : clientId;
        },
      },
    }),
    service: (service) => ({
      ...service,
      openConnection: (ticket) => {
        for (const instance of active) {
          const refusal = instance.act()?.connecting?.();
          if (refusal) return { ok: false, refusal };
        }
        return service.openConnection(ticket);
      },
      subscribe: (clientId, deliver) => {
        const connection = connections.opening();
        if (!connection) return service.subscribe(clientId, deliver);
        const last = (event: ServiceEvent): void => {
          connection.delivering = event;
          try {
            deliver(event);
          } finally {
            connection.delivering = undefined;
          }
        };
        return service.subscribe(clientId, (event) => pass(active, connection, event, last));
      },
    }),
  };
}

/** Through the faults in the order in which they were ordered; each sees an event once, whatever they make of it. */
function pass(
  active: readonly FaultInstance[],
  connection: OpenConnection,
  event: ServiceEvent,
  last: (event: ServiceEvent) => void,
): void {
  // Nearly always, and once for each connection.
  if (active.length === 0) return last(event);
  const { clientId } = connection;
  const target = { clientId, deviceId: event.deviceId, topic: event.topic };
  const meant = active.filter((instance) => instance.act()?.event && instance.selects(target));
  const step =
    (at: number) =>
    (passed: ServiceEvent): void => {
      const instance = meant[at];
      if (!instance) return last(passed);
      const act = instance.act();
      if (act?.event) act.event(passed, connection, step(at + 1));
      else step(at + 1)(passed);
    };
  step(0)(event);
}
