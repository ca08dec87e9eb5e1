const MOVED = '/svc/device-profiles';
export const VERSION_DEFECTS = [
    // Versioning: the version is part of every path.
    {
        id: 'path-without-version',
        rule: 'version.in-path',
        summary: 'Device profiles are found at /svc/device-profiles, and not under /svc/v1.',
        decorate: () => ({
            rest: (next) => (request) => {
                if (request.target.startsWith('/svc/v1/device-profiles'))
                    return next({ ...request, target: '/svc/v1/nowhere' });
                if (!request.target.startsWith(MOVED))
                    return next(request);
                return next({ ...request, target: request.target.replace(MOVED, '/svc/v1/device-profiles') });
            },
        }),
    },
];
