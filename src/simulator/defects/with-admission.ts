// For defects that let in whom nobody should let in, in the name of whoever was let in last.
import type { EndpointName } from '../../contract/endpoints.js';
import type { Decoration } from '../decoration.js';
import type { Caller } from '../service/service.js';

interface Refused {
  readonly endpoint: EndpointName;
  readonly token: string | undefined;
  readonly code: string;
}

/** @param admits whether a request that was refused is let in all the same. */
export function withAdmission(admits: (refused: Refused) => boolean): Pick<Decoration, 'service'> {
  return {
    service: (service) => {
      let last: Caller | undefined;
      return {
        ...service,
        admit: (endpoint, token) => {
          const admitted = service.admit(endpoint, token);
          if (admitted.ok) last = admitted.value;
          else if (last && admits({ endpoint, token, code: admitted.refusal.code }))
            return { ok: true, value: last };
          return admitted;
        },
      };
    },
  };
}
