// Defects of permissions that show for some operations, some clients or some moments only.
import type { EndpointName } from '../../contract/endpoints.js';
import type { Scope } from '../../contract/scopes.js';
import type { Decoration } from '../decoration.js';
import type { ApiClient } from '../service/access.js';
import type { ServiceEvent } from '../service/ports.js';
import type { Defect } from './defect.js';
import { withPorts } from './wrap/ports.js';
import { withService } from './wrap/service.js';

/** Denials of a client after which it is told that it asks too often. */
const PATIENCE = 3;

export const SCOPE_OPERATION_DEFECTS: readonly Defect[] = [
  // Permissions: device:config and device:manage are independent of each other.
  {
    id: 'config-includes-manage',
    rule: 'scope.independent',
    summary: 'The permission device:config includes device:manage.',
    decorate: () => withGrant('device:config', 'device:manage'),
  },
  // Permissions: device:config and device:control are independent of each other.
  {
    id: 'config-includes-control',
    rule: 'scope.independent',
    summary: 'The permission device:config includes device:control.',
    decorate: () => withGrant('device:config', 'device:control'),
  },
  // Permissions: valid authentication without the permission is answered with 403, on the compatibility endpoint too.
  {
    id: 'single-relay-unscoped',
    rule: 'scope.denied',
    summary: 'The single-relay endpoint asks for no permission.',
    decorate: () => withOpenEndpoints(['relays.set-one']),
  },
  // Permissions: valid authentication without the permission is answered with 403, when a device is removed too.
  {
    id: 'removing-unscoped',
    rule: 'scope.denied',
    summary: 'Any client that may read may remove devices.',
    decorate: () => withOpenEndpoints(['devices.remove']),
  },
  // Permissions: a transceive needs device:control.
  {
    id: 'transceive-unscoped',
    rule: 'scope.denied',
    summary: 'Over REST, a transceive asks for no permission.',
    decorate: () => withOpenEndpoints(['rs485.transceive']),
  },
  // Permissions: AUTH_SCOPE_DENIED is never a matter of how often something is asked.
  {
    id: 'denials-become-rate-limits',
    rule: 'scope.denied',
    summary: 'From its fourth denial on a client is told RATE_LIMITED instead.',
    decorate: () =>
      withPorts(({ access }) => {
        const denials = new Map<string, number>();
        return {
          access: {
            deny: (client, scope) => {
              const denied = access.deny(client, scope);
              if (!denied) return undefined;
              const count = (denials.get(client.clientId) ?? 0) + 1;
              denials.set(client.clientId, count);
              const message = 'Too many requests.';
              return count > PATIENCE ? { code: 'RATE_LIMITED', message, retryAfterSeconds: 1 } : denied;
            },
          },
        };
      }),
  },
  // Permissions: on WebSocket each request validates the permission of its operation, a later one too.
  {
    id: 'first-operation-checked-only',
    rule: 'scope.checked-on-websocket',
    summary: 'On a connection only the first request that needs a permission is checked.',
    decorate: () =>
      withService((service) => {
        const checked = new Set<string>();
        return {
          admitMessage: (clientId, scope) => {
            const asked = `${clientId} ${scope}`;
            if (scope === undefined || !checked.has(asked)) {
              checked.add(asked);
              return service.admitMessage(clientId, scope);
            }
            return service.admitMessage(clientId, undefined);
          },
        };
      }),
  },
  // Permissions: device:manage includes all of device:read, reading commands too.
  {
    id: 'manage-reads-no-commands',
    rule: 'scope.read-included',
    summary: 'A client with device:manage alone may not read commands.',
    decorate: () =>
      withService((service) => ({
        readCommand: (caller, commandId) =>
          caller.scopes.every((scope) => scope === 'device:manage')
            ? { ok: false, refusal: { code: 'NOT_FOUND', message: 'There is no such command.' } }
            : service.readCommand(caller, commandId),
      })),
  },
  // Permissions: a client removes no device that it may not access.
  {
    id: 'foreign-devices-removed',
    rule: 'scope.devices-within-client',
    summary: 'A client may remove devices that it may not access.',
    decorate: () =>
      withService((service) => ({
        removeDevice: (caller, deviceId) => service.removeDevice(seeingAll(caller), deviceId),
      })),
  },
  // Permissions: a client changes nothing of a device that it may not access.
  {
    id: 'foreign-devices-configured',
    rule: 'scope.devices-within-client',
    summary: 'A client may configure devices that it may not access.',
    decorate: () =>
      withService((service) => ({
        operate: (caller, request) => {
          const configures = request.operation.name !== 'device.relay.set';
          return service.operate(configures ? seeingAll(caller) : caller, request);
        },
      })),
  },
  // Permissions: a client hears of no device that it may not access.
  {
    id: 'foreign-events-heard',
    rule: 'scope.devices-within-client',
    summary: 'Events reach the connections of clients that may not access the device.',
    decorate: () =>
      withPorts(({ events }) => ({
        events: { subscribe: (subscriber) => events.subscribe({ ...subscriber, mayHear: () => true }) },
      })),
  },
  // Permissions: a client hears of no device that it may not access, also not of its network and its power.
  {
    id: 'foreign-outages-heard',
    rule: 'scope.devices-within-client',
    summary: 'Events about network, power and RS485 reach clients that may not access the device.',
    decorate: () => withForeignEvents(({ topic }) => topic !== 'device.state.changed'),
  },
  // Permissions: a client hears of no device that it may not access, also not of its digital inputs.
  {
    id: 'foreign-inputs-heard',
    rule: 'scope.devices-within-client',
    summary: 'Changes of digital inputs reach clients that may not access the device.',
    decorate: () =>
      withForeignEvents(
        (event) =>
          event.topic === 'device.state.changed' && event.changes.some(({ kind }) => kind === 'digitalInput'),
      ),
  },
];

/** @param leaks whether the event reaches clients that may not access its device. */
function withForeignEvents(leaks: (event: ServiceEvent) => boolean): Decoration {
  return withPorts(({ events }) => ({
    events: {
      subscribe: (subscriber) =>
        events.subscribe({
          mayHear: () => true,
          deliver: (event) => {
            if (subscriber.mayHear(event.deviceId) || leaks(event)) subscriber.deliver(event);
          },
        }),
    },
  }));
}

/** @param held the permission that grants another one by mistake. */
function withGrant(held: Scope, granted: Scope): Decoration {
  return withPorts(({ access }) => ({
    access: {
      deny: (client, scope) =>
        scope === granted && client.scopes.includes(held) ? undefined : access.deny(client, scope),
    },
  }));
}

/** @param endpoints that ask for no permission. */
function withOpenEndpoints(endpoints: readonly EndpointName[]): Decoration {
  return withService((service) => ({
    admit: (endpoint, token) => {
      const denied = service.admit(endpoint, token);
      if (denied.ok || denied.refusal.code !== 'AUTH_SCOPE_DENIED' || !endpoints.includes(endpoint))
        return denied;
      return service.admit('ticket.create', token);
    },
  }));
}

function seeingAll<C extends ApiClient>(caller: C): C {
  return { ...caller, sees: () => true };
}
