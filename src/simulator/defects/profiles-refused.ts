// The profile list is not there for everybody.
import type { Defect } from './defect.js';

export function profilesRefused(): Defect {
  return {
    id: 'profiles-refused',
    rule: 'devices.profiles',
    summary: 'Listing device profiles is answered with INVALID_REQUEST.',
    service: (service) => ({
      ...service,
      listProfiles: () => ({
        ok: false,
        refusal: { code: 'INVALID_REQUEST', message: 'Profiles cannot be listed.' },
      }),
    }),
  };
}
