const SINGLE_RELAY = /\/devices\/[^/]+\/relays\/[^/]+\/commands$/;
export function compatibilityGone() {
    let counted = 0;
    return {
        id: 'compatibility-gone',
        summary: 'The single-relay endpoint is not there any more.',
        because: 'It is a compatibility endpoint that is planned for removal, without a date.',
        rest: (next) => (request) => {
            const [path = ''] = request.target.split('?');
            if (!SINGLE_RELAY.test(path))
                return next(request);
            const body = { code: 'NOT_FOUND', message: 'gone', requestId: `gone-${++counted}`, data: {} };
            return Promise.resolve({ status: 404, headers: {}, body: JSON.stringify(body) });
        },
    };
}
