// How others reach into the service without its knowledge: defects make it wrong, faults disturb it, the
// journal watches it. Each may wrap the ports, the devices, the service and the edges of the transports.
import type { Clock } from '../kernel/clock.js';
import type { Random } from '../kernel/random.js';
import type { DeviceDirectory, Service } from './service/service.js';
import type { ServicePorts } from './service/ports.js';
import type { ArrivedHandler } from './transport/rest/message.js';
import type { SessionFactory } from './transport/websocket/session.js';

export interface Decoration {
  ports?(ports: ServicePorts, context: DecorationContext): ServicePorts;
  devices?(devices: DeviceDirectory, context: DecorationContext): DeviceDirectory;
  service?(service: Service, context: DecorationContext): Service;
  rest?(next: ArrivedHandler, context: DecorationContext): ArrivedHandler;
  session?(next: SessionFactory, context: DecorationContext): SessionFactory;
}

export interface DecorationContext {
  readonly clock: Clock;
  readonly random: Random;
}

/** Applies one kind of wrapping of each decoration, the first innermost. */
export function decorate<T>(
  inner: T,
  decorations: readonly Decoration[],
  wrap: (decoration: Decoration, value: T) => T | undefined,
): T {
  return decorations.reduce((value, decoration) => wrap(decoration, value) ?? value, inner);
}
