export function createAccessEdge(active, take) {
    return {
        takesTicketOf: (clientId) => !active.some((instance) => instance.selects({ clientId }) && instance.act()?.ticket?.(clientId) === 'expired'),
        connecting: () => {
            for (const instance of active) {
                const refusal = instance.act()?.connecting?.();
                if (refusal)
                    return refusal;
            }
            return undefined;
        },
        opened: (opened) => {
            const { clientId } = opened.connection;
            for (const instance of [...active]) {
                if (instance.selects({ clientId }))
                    instance.act()?.connected?.(take(opened));
            }
        },
    };
}
