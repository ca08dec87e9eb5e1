// Disabling a client is noted and has no consequence for its credentials.
import type { Defect } from './defect.js';

export function disabledClientAccepted(): Defect {
  return {
    id: 'disabled-client-accepted',
    rule: 'auth.disabled-client',
    summary: 'A disabled API client still gets access tokens.',
    ports: (ports) => ({
      ...ports,
      access: { ...ports.access, setDisabled: (clientId) => ports.access.look(clientId) !== undefined },
    }),
  };
}
