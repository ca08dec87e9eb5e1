export function keyRequired() {
    return {
        id: 'key-required',
        summary: 'A command without an idempotency key is refused on both channels.',
        because: 'Callers generate a key for each command request; whether one without is taken is not said.',
        service: (service) => ({
            ...service,
            operate: (caller, request) => {
                if (request.idempotencyKey !== undefined)
                    return service.operate(caller, request);
                const message = 'A command needs an idempotency key.';
                return Promise.resolve({ ok: false, refusal: { code: 'INVALID_REQUEST', message } });
            },
        }),
    };
}
