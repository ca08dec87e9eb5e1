const ODD = 'cmd:/é 50%?#';
export function oddCommandIds() {
    return {
        id: 'odd-command-ids',
        summary: 'Identifiers of commands contain characters that mean something in a URL.',
        because: 'The format of a command identifier is not shown, and its content is no part of the contract.',
        service: (service) => ({
            ...service,
            operate: async (caller, request) => {
                const outcome = await service.operate(caller, request);
                if (!outcome.ok)
                    return outcome;
                return { ...outcome, value: { ...outcome.value, commandId: ODD + outcome.value.commandId } };
            },
            readCommand: (caller, commandId) => {
                const outcome = service.readCommand(caller, commandId.startsWith(ODD) ? commandId.slice(ODD.length) : '');
                if (!outcome.ok)
                    return outcome;
                return { ...outcome, value: { ...outcome.value, commandId: ODD + outcome.value.commandId } };
            },
        }),
    };
}
