// Lets access tokens work on after the service has stopped to accept them.
import type { Decoration } from '../../decoration.js';
import type { ApiClient } from '../../service/access.js';
import type { Refusal } from '../../service/outcome.js';
import { withPorts } from './ports.js';

/** @param accepts whether a token that was good before is accepted in spite of this refusal. */
export function withKeptTokens(accepts: (refusal: Refusal) => boolean): Pick<Decoration, 'ports'> {
  return withPorts(({ access }) => {
    const holders = new Map<string, ApiClient>();
    return {
      access: {
        authenticate: (token = '') => {
          const found = access.authenticate(token);
          if (found.ok) {
            holders.set(token, found.value);
            return found;
          }
          const holder = holders.get(token);
          return holder && accepts(found.refusal) ? { ok: true, value: holder } : found;
        },
      },
    };
  });
}
