/** To be applied after the defects, so that it is further out than they are. */
export function interceptAccess(slot) {
    return {
        ports: (ports) => ({
            ...ports,
            tickets: {
                ...ports.tickets,
                redeem: (ticket) => {
                    const clientId = ports.tickets.redeem(ticket);
                    if (clientId === undefined || !slot.current)
                        return clientId;
                    return slot.current.takesTicketOf(clientId) ? clientId : undefined;
                },
            },
        }),
        service: (service) => ({
            ...service,
            openConnection: (ticket, upgrade) => {
                const refusal = slot.current?.connecting();
                return refusal ? { ok: false, refusal } : service.openConnection(ticket, upgrade);
            },
        }),
    };
}
