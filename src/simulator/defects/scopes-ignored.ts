// Permissions are not checked on one of the channels.
import type { Defect } from './defect.js';

export function scopesIgnoredOverRest(): Defect {
  return {
    id: 'scopes-ignored-over-rest',
    rule: 'scope.denied',
    summary: 'Over REST a client may do what its scopes do not grant.',
    service: (service) => ({
      ...service,
      admit: (endpoint, token) => {
        const admitted = service.admit(endpoint, token);
        if (admitted.ok || admitted.refusal.code !== 'AUTH_SCOPE_DENIED') return admitted;
        // The ticket endpoint wants a valid token and no scope: it tells who the caller is.
        return service.admit('ticket.create', token);
      },
    }),
  };
}

export function scopesIgnoredOnWebsocket(): Defect {
  return {
    id: 'scopes-ignored-on-websocket',
    rule: 'scope.checked-on-websocket',
    summary: 'On the WebSocket a client may do what its scopes do not grant.',
    service: (service) => ({
      ...service,
      admitMessage: (clientId) => service.admitMessage(clientId, undefined),
    }),
  };
}
