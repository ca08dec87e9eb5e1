const ODD = '+/=&%41 #?ä-';
export function oddTickets() {
    return {
        id: 'odd-tickets',
        summary: 'Tickets contain characters that mean something in a URL.',
        because: 'A ticket is a value whose content is no part of the contract.',
        ports: (ports) => {
            const plain = (ticket) => (ticket.startsWith(ODD) ? ticket.slice(ODD.length) : '');
            return {
                ...ports,
                tickets: {
                    ...ports.tickets,
                    issue: (clientId) => {
                        const issued = ports.tickets.issue(clientId);
                        return { ...issued, ticket: ODD + issued.ticket };
                    },
                    holder: (ticket) => ports.tickets.holder(plain(ticket)),
                    redeem: (ticket) => ports.tickets.redeem(plain(ticket)),
                },
            };
        },
    };
}
