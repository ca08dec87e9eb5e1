/** @param replace the methods that are different; all others stay as they are. */
export function withService(replace) {
    return { service: (service, context) => ({ ...service, ...replace(service, context) }) };
}
/**
 * Serves requests that were refused, in the name of the client that was admitted last.
 * @param admits whether a request that was refused is served all the same.
 */
export function withAdmission(admits) {
    return withService((service) => {
        let last;
        return {
            admit: (endpoint, token) => {
                const admitted = service.admit(endpoint, token);
                if (admitted.ok)
                    last = admitted.value;
                else if (last && admits({ endpoint, token, code: admitted.refusal.code }))
                    return { ok: true, value: last };
                return admitted;
            },
        };
    });
}
/** @param edit what a refresh comes to instead. */
export function withRefreshes(edit) {
    return withService((service) => ({
        refresh: async (caller, deviceId) => edit(await service.refresh(caller, deviceId), deviceId, caller),
    }));
}
/** @param edit what a refresh shows instead of what it has read. */
export function withPeripherals(edit) {
    return withRefreshes((outcome, deviceId, caller) => {
        if (!outcome.ok)
            return outcome;
        const peripherals = edit(outcome.value.peripherals, deviceId, caller);
        return { ok: true, value: { ...outcome.value, peripherals } };
    });
}
