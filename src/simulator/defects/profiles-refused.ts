// The profile list is not there for everybody.
import { refuse } from '../service/outcome.js';
import type { Defect } from './defect.js';

export function profilesRefused(): Defect {
  return {
    id: 'profiles-refused',
    rule: 'devices.profiles',
    summary: 'Listing device profiles is answered with INVALID_REQUEST.',
    service: (service) => ({
      ...service,
      listProfiles: () => refuse('INVALID_REQUEST', 'Profiles cannot be listed.'),
    }),
  };
}
