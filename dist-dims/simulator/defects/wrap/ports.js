/** @param replace the methods that are different; all others stay as they are. */
export function withPorts(replace) {
    return {
        ports: (ports, context) => {
            const wrong = replace(ports, context);
            return {
                access: over(ports.access, wrong.access),
                quotas: over(ports.quotas, wrong.quotas),
                budget: over(ports.budget, wrong.budget),
                lane: over(ports.lane, wrong.lane),
                ledger: over(ports.ledger, wrong.ledger),
                tickets: over(ports.tickets, wrong.tickets),
                events: over(ports.events, wrong.events),
            };
        },
    };
}
function over(port, methods) {
    return methods ? { ...port, ...methods } : port;
}
