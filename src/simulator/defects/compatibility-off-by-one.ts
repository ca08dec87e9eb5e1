// The old endpoint counts relays from zero.
import type { Defect } from './defect.js';

export function compatibilityOffByOne(): Defect {
  return {
    id: 'compatibility-off-by-one',
    rule: 'relay.compatibility',
    summary: 'The single-relay endpoint switches the relay after the one in its path.',
    rest: (next) => (request) =>
      next({
        ...request,
        target: request.target.replace(
          /\/relays\/(\d+)\/commands$/,
          (_, index: string) => `/relays/${Number(index) + 1}/commands`,
        ),
      }),
  };
}
