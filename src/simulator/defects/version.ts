// Defects of the version of the interface.
import type { Decoration } from '../decoration.js';
import type { Defect } from './defect.js';

const MOVED = '/svc/device-profiles';

export const VERSION_DEFECTS: readonly Defect[] = [
  // Versioning: the version is part of every path.
  {
    id: 'path-without-version',
    rule: 'version.in-path',
    summary: 'Device profiles are found at /svc/device-profiles, and not under /svc/v1.',
    decorate: () => ({
      rest: (next) => (request) => {
        if (request.target.startsWith('/svc/v1/device-profiles'))
          return next({ ...request, target: '/svc/v1/nowhere' });
        if (!request.target.startsWith(MOVED)) return next(request);
        return next({ ...request, target: request.target.replace(MOVED, '/svc/v1/device-profiles') });
      },
    }),
  },
  // Versioning: the version is part of every path, and only this one is served.
  {
    id: 'any-version-served',
    rule: 'version.in-path',
    summary: 'Any number of a version in the path is served.',
    decorate: () => withPaths((target) => target.replace(/^\/svc\/v\d+\//, '/svc/v1/')),
  },
  // Versioning: the version is part of every path.
  {
    id: 'version-optional',
    rule: 'version.in-path',
    summary: 'Paths without the version are served as well.',
    decorate: () => withPaths((target) => target.replace(/^\/svc\/(?!v\d)/, '/svc/v1/')),
  },
];

/** @param place where a request for the path is taken to. */
function withPaths(place: (target: string) => string): Decoration {
  return { rest: (next) => (request) => next({ ...request, target: place(request.target) }) };
}
