// Puts the service together from its ports and its devices.
import type { ServiceParts } from './service-parts.js';
import { ENDPOINTS } from '../../contract/endpoints.js';
import type { Scope } from '../../contract/scopes.js';
import { publishDeviceEvents } from './device-events.js';
import { createManagement } from './management.js';
import { createOperating } from './operating.js';
import { rateLimited, refuse, success, usedUp } from './outcome.js';
import { createReading } from './reading.js';
import { andThen } from '../../kernel/maybe-promise.js';
import type { Caller, ServedService } from './service.js';
import type { ServiceResult } from './outcome.js';

export function createService(parts: ServiceParts): ServedService {
  const { state } = parts;
  const { access, events } = parts.ports;
  publishDeviceEvents(parts.devices, events, parts.clock, parts.random, parts.eventIds);

  const spend: ServedService['spend'] = (caller, quotaClass) =>
    andThen(state.spend(caller.clientId, quotaClass), (wait) =>
      wait === undefined ? success(undefined) : usedUp(wait),
    );
  const permit = (caller: Caller, scope: Scope | undefined): ServiceResult<Caller> => {
    const denial = scope && access.deny(caller, scope);
    return denial ? { ok: false, refusal: denial } : success(caller);
  };

  return {
    issueToken: (credentials) => state.issueToken(credentials),
    admit: (endpoint, accessToken) =>
      andThen(state.authenticate(accessToken), (caller) => {
        if (!caller.ok) return caller;
        const needed = ENDPOINTS[endpoint].access;
        return permit(
          caller.value,
          needed === 'none' || needed === 'token' || needed === 'ticket' ? undefined : needed,
        );
      }),
    admitMessage: (clientId, scope) => {
      const caller = access.stillEnabled(clientId);
      return caller.ok ? permit(caller.value, scope) : caller;
    },
    ...createReading(parts, spend),
    ...createOperating(parts),
    ...createManagement(parts),
    issueTicket: (caller) => state.issueTicket(caller.clientId),
    openConnection: (ticket) => openConnection(parts, ticket),
    spend,
    giveBack: (caller, quotaClass) => state.giveBack(caller.clientId, quotaClass),
    subscribe: (clientId, deliver) =>
      events.subscribe({
        mayHear: (deviceId) => {
          const caller = access.stillEnabled(clientId);
          return caller.ok && caller.value.sees(deviceId);
        },
        deliver,
      }),
  };
}

function openConnection(
  { state, connectionsOf, settings }: ServiceParts,
  ticket: string | undefined,
): ReturnType<ServedService['openConnection']> {
  const isFull = (clientId: string): boolean => connectionsOf(clientId) >= settings.maxConnectionsPerClient;
  return andThen(state.openConnection(ticket, isFull), (opened) => {
    switch (opened.kind) {
      case 'limited':
        return rateLimited(opened.wait, 'This API client has opened too many connections.');
      case 'too-many':
        return rateLimited(1000, 'Too many connections of this API client are open.');
      case 'invalid':
        return refuse('TICKET_INVALID', 'The ticket is unknown, used or expired.');
      case 'opened':
        return opened.client;
    }
  });
}
