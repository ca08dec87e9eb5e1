// One of the endpoints has moved out from under the version.
import type { Defect } from './defect.js';

export function pathWithoutVersion(): Defect {
  return {
    id: 'path-without-version',
    rule: 'version.in-path',
    summary: 'Device profiles are found at /svc/device-profiles, and not under /svc/v1.',
    rest: (next) => (request) => {
      const moved = '/svc/device-profiles';
      if (request.target.startsWith('/svc/v1/device-profiles'))
        return next({ ...request, target: '/svc/v1/nowhere' });
      if (!request.target.startsWith(moved)) return next(request);
      return next({ ...request, target: request.target.replace(moved, '/svc/v1/device-profiles') });
    },
  };
}
