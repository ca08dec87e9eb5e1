// Replaces methods of the ports that the service is put together from.
import type { Decoration, DecorationContext } from '../../decoration.js';
import type { ServicePorts } from '../../service/ports.js';

type Replacement = { readonly [Port in keyof ServicePorts]?: Partial<ServicePorts[Port]> };

/** @param replace the methods that are different; all others stay as they are. */
export function withPorts(
  replace: (ports: ServicePorts, context: DecorationContext) => Replacement,
): Pick<Decoration, 'ports'> {
  return {
    ports: (ports, context) => {
      const wrong = replace(ports, context);
      return {
        access: over(ports.access, wrong.access),
        quotas: over(ports.quotas, wrong.quotas),
        budget: over(ports.budget, wrong.budget),
        lane: over(ports.lane, wrong.lane),
        ledger: over(ports.ledger, wrong.ledger),
        tickets: over(ports.tickets, wrong.tickets),
        events: over(ports.events, wrong.events),
      };
    },
  };
}

function over<Port>(port: Port, methods: Partial<Port> | undefined): Port {
  return methods ? { ...port, ...methods } : port;
}
