// For defects that treat refreshes apart from other operations: whether one is what the service is asked for now.
import type { Decoration } from '../../decoration.js';

export interface DuringRefresh {
  now(): boolean;
  readonly watching: Pick<Decoration, 'service'>;
}

/** The service enters the lane before its first wait, so a mark around the call is enough. */
export function duringRefresh(): DuringRefresh {
  let refreshing = false;
  return {
    now: () => refreshing,
    watching: {
      service: (service) => ({
        ...service,
        refresh: (caller, deviceId) => {
          refreshing = true;
          try {
            return service.refresh(caller, deviceId);
          } finally {
            refreshing = false;
          }
        },
      }),
    },
  };
}
