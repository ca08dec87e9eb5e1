// The write scopes do not include reading.
import { ENDPOINTS } from '../../contract/endpoints.js';
import type { Defect } from './defect.js';

export function readNotIncluded(): Defect {
  return {
    id: 'read-not-included',
    rule: 'scope.read-included',
    summary: 'A client with device:control alone may not read.',
    service: (service) => ({
      ...service,
      admit: (endpoint, token) => {
        const admitted = service.admit(endpoint, token);
        if (!admitted.ok || ENDPOINTS[endpoint].access !== 'device:read') return admitted;
        if (admitted.value.scopes.length !== 1 || admitted.value.scopes[0] !== 'device:control')
          return admitted;
        const requiredScope = 'device:read' as const;
        return {
          ok: false,
          refusal: { code: 'AUTH_SCOPE_DENIED', message: 'Reading is not granted.', requiredScope },
        };
      },
    }),
  };
}
