// Defects of permissions, and of which devices a client may access.
import { ENDPOINT_NAMES, type EndpointName, ENDPOINTS } from '../../contract/endpoints.js';
import { breaks, defects } from './defect.js';
import { call, isRefusedWith, portCall, replies, outcomes } from '../edge/helpers.js';
import { createTally } from './parts.js';
import type { Scope } from '../../contract/scopes.js';
import type { ApiClient } from '../service/access.js';
import type { ServiceEvent } from '../service/ports.js';
import { rateLimited, refuse } from '../service/outcome.js';
import type { Edge } from '../edge/edge.js';

/** Denials of a client after which it is told that it asks too often. */
const PATIENCE = 3;

export const PERMISSION_DEFECTS = defects({
  // Permissions: device:control includes all of device:read.
  'read-not-included': breaks('scope.read-included', {
    summary: 'A client with device:control alone may not read.',
    edge: outcomes({
      admit: (admitted, endpoint) => {
        if (!admitted.ok || ENDPOINTS[endpoint].access !== 'device:read') return admitted;
        const { scopes } = admitted.value;
        if (scopes.length !== 1 || scopes[0] !== 'device:control') return admitted;
        const requiredScope = 'device:read';
        const message = 'Reading is not granted.';
        return { ok: false, refusal: { code: 'AUTH_SCOPE_DENIED', message, requiredScope } };
      },
    }),
  }),
  // Permissions: device:control and device:config are independent of each other.
  'control-includes-config': breaks('scope.independent', {
    summary: 'The permission device:control includes device:config.',
    edge: withGrant('device:control', 'device:config'),
  }),
  // Permissions: valid authentication without the permission is answered with 403 AUTH_SCOPE_DENIED.
  'scopes-ignored-over-rest': breaks('scope.denied', {
    summary: 'Over REST a client may do what its scopes do not grant.',
    edge: withOpenEndpoints(ENDPOINT_NAMES),
  }),
  // Permissions: a refusal with AUTH_SCOPE_DENIED names the needed scope in data.requiredScope.
  'required-scope-missing': breaks('scope.required-scope-named', {
    summary: 'AUTH_SCOPE_DENIED comes without data.requiredScope.',
    edge: replies((body) => (body['code'] === 'AUTH_SCOPE_DENIED' ? { ...body, data: {} } : undefined)),
  }),
  // Permissions: on WebSocket too, each request validates the permission of its operation.
  'scopes-ignored-on-websocket': breaks('scope.checked-on-websocket', {
    summary: 'On the WebSocket a client may do what its scopes do not grant.',
    edge: call('admitMessage', (clientId, _, next) => next(clientId, undefined)),
  }),
  // Permissions: a client can read only commands of devices that it may access.
  'foreign-commands-readable': breaks('scope.commands-within-devices', {
    summary: 'A command of a device that the client may not access can be read.',
    edge: call('readCommand', (caller, commandId, next) => next(seeingAll(caller), commandId)),
  }),
  // Permissions: a client can read only commands of devices that it may access, however they have ended.
  'timed-out-commands-readable': breaks('scope.commands-within-devices', {
    summary: 'A command that ended in TIMEOUT can be read by clients that may not access its device.',
    edge: call('readCommand', (caller, commandId, next) => {
      const seen = next(seeingAll(caller), commandId);
      return seen.ok && seen.value.status === 'timeout' ? seen : next(caller, commandId);
    }),
  }),
  // Permissions: on WebSocket each request validates the permission of its own client.
  'grants-remembered-on-websocket': breaks('scope.checked-on-websocket', {
    summary: 'A permission that was found on the WebSocket holds for every client for three seconds.',
    edge: ({ clock }) => {
      const found = new Map<unknown, number>();
      return call('admitMessage', (clientId, needed, next) => {
        const admitted = next(clientId, needed);
        if (admitted.ok) found.set(needed, clock.now());
        return clock.now() - (found.get(needed) ?? -Infinity) < 3000 ? next(clientId, undefined) : admitted;
      });
    },
  }),
  // Permissions: a device that the client may not access is not in its device list.
  'foreign-devices-listed': breaks('scope.devices-within-client', {
    summary: 'The device list shows devices that the API client may not access.',
    edge: call('listDevices', (caller, page, next) => next(seeingAll(caller), page)),
  }),
  // Permissions: device:config and device:manage are independent of each other.
  'config-includes-manage': breaks('scope.independent', {
    summary: 'The permission device:config includes device:manage.',
    edge: withGrant('device:config', 'device:manage'),
  }),
  // Permissions: device:config and device:control are independent of each other.
  'config-includes-control': breaks('scope.independent', {
    summary: 'The permission device:config includes device:control.',
    edge: withGrant('device:config', 'device:control'),
  }),
  // Permissions: valid authentication without the permission is answered with 403, on the compatibility endpoint too.
  'single-relay-unscoped': breaks('scope.denied', {
    summary: 'The single-relay endpoint asks for no permission.',
    edge: withOpenEndpoints(['relays.set-one']),
  }),
  // Permissions: valid authentication without the permission is answered with 403, when a device is removed too.
  'removing-unscoped': breaks('scope.denied', {
    summary: 'Any client that may read may remove devices.',
    edge: withOpenEndpoints(['devices.remove']),
  }),
  // Permissions: a transceive needs device:control.
  'transceive-unscoped': breaks('scope.denied', {
    summary: 'Over REST, a transceive asks for no permission.',
    edge: withOpenEndpoints(['rs485.transceive']),
  }),
  // Permissions: AUTH_SCOPE_DENIED is never a matter of how often something is asked.
  'denials-become-rate-limits': breaks('scope.denied', {
    summary: 'From its fourth denial on a client is told RATE_LIMITED instead.',
    edge: () => {
      const denials = createTally();
      return portCall('access', 'deny', (client, scope, next) => {
        const denied = next(client, scope);
        return denied && denials.add(client.clientId) > PATIENCE
          ? rateLimited(0, 'Too many requests.').refusal
          : denied;
      });
    },
  }),
  // Permissions: on WebSocket each request validates the permission of its operation, a later one too.
  'first-operation-checked-only': breaks('scope.checked-on-websocket', {
    summary: 'On a connection only the first request that needs a permission is checked.',
    edge: () => {
      const checked = new Set<string>();
      return call('admitMessage', (clientId, scope, next) => {
        const asked = `${clientId} ${scope}`;
        if (checked.has(asked)) return next(clientId, undefined);
        checked.add(asked);
        return next(clientId, scope);
      });
    },
  }),
  // Permissions: device:manage includes all of device:read, reading commands too.
  'manage-reads-no-commands': breaks('scope.read-included', {
    summary: 'A client with device:manage alone may not read commands.',
    edge: call('readCommand', (caller, commandId, next) =>
      caller.scopes.every((scope) => scope === 'device:manage')
        ? refuse('NOT_FOUND', 'There is no such command.')
        : next(caller, commandId),
    ),
  }),
  // Permissions: a client removes no device that it may not access.
  'foreign-devices-removed': breaks('scope.devices-within-client', {
    summary: 'A client may remove devices that it may not access.',
    edge: call('removeDevice', (caller, deviceId, next) => next(seeingAll(caller), deviceId)),
  }),
  // Permissions: a client changes nothing of a device that it may not access.
  'foreign-devices-configured': breaks('scope.devices-within-client', {
    summary: 'A client may configure devices that it may not access.',
    edge: call('operate', (caller, request, next) => {
      const configures = request.operation.name !== 'device.relay.set';
      return next(configures ? seeingAll(caller) : caller, request);
    }),
  }),
  // Permissions: a client hears of no device that it may not access.
  'foreign-events-heard': breaks('scope.devices-within-client', {
    summary: 'Events reach the connections of clients that may not access the device.',
    edge: withForeignEvents(() => true),
  }),
  // Permissions: a client hears of no device that it may not access, also not of its network and its power.
  'foreign-outages-heard': breaks('scope.devices-within-client', {
    summary: 'Events about network, power and RS485 reach clients that may not access the device.',
    edge: withForeignEvents(({ topic }) => topic !== 'device.state.changed'),
  }),
  // Permissions: a client hears of no device that it may not access, also not of its digital inputs.
  'foreign-inputs-heard': breaks('scope.devices-within-client', {
    summary: 'Changes of digital inputs reach clients that may not access the device.',
    edge: withForeignEvents(
      (event) =>
        event.topic === 'device.state.changed' && event.changes.some(({ kind }) => kind === 'digitalInput'),
    ),
  }),
});

/** @param leaks whether the event reaches clients that may not access its device. */
function withForeignEvents(leaks: (event: ServiceEvent) => boolean): Edge {
  return portCall('events', 'subscribe', (subscriber, next) =>
    next({
      mayHear: () => true,
      deliver: (event) => {
        if (subscriber.mayHear(event.deviceId) || leaks(event)) subscriber.deliver(event);
      },
    }),
  );
}

/** @param held the permission that grants another one by mistake. */
function withGrant(held: Scope, granted: Scope): Edge {
  return portCall('access', 'deny', (client, scope, next) =>
    scope === granted && client.scopes.includes(held) ? undefined : next(client, scope),
  );
}

/** @param endpoints that ask for no permission. The ticket endpoint needs none: it tells who the caller is. */
function withOpenEndpoints(endpoints: readonly EndpointName[]): Edge {
  return call('admit', (endpoint, token, next) => {
    const denied = next(endpoint, token);
    return isRefusedWith(denied, 'AUTH_SCOPE_DENIED') && endpoints.includes(endpoint)
      ? next('ticket.create', token)
      : denied;
  });
}

function seeingAll<C extends ApiClient>(caller: C): C {
  return { ...caller, sees: () => true };
}
