// Records what the service was asked and what it answered, in canonical terms. It lies outside of defects and
// faults, so that the answers are the ones that the transports got.
import { SUCCESS } from '../../../contract/error-codes.js';
import { endpointOf } from '../../../contract/endpoints.js';
import { detached } from '../../../kernel/detached.js';
import { announced, refusedUpgrade } from './traffic.js';
/** In characters: a clientId of a token request is text of the client's, and is cut to this length. */
const LONGEST_NAME = 256;
export function recordService(service, recording) {
    const { journal, secrets } = recording;
    const asked = ({ origin, clientId }, request) => journal.asked({ origin, channel: origin?.channel ?? 'rest', client: clientId, request });
    const answered = (row, outcome) => {
        journal.answered(row, outcome.ok ? DONE : refusedWith(outcome.refusal));
        return outcome;
    };
    return {
        ...service,
        ...recordEntry(service, recording, asked, answered),
        ...recordReading(service, asked, answered),
        ...recordManagement(service, secrets, asked, answered),
        ...recordCommands(service, journal, asked, answered),
    };
}
function recordEntry(service, { journal, dialect, tokens, tickets, secrets }, asked, answered) {
    return {
        issueToken: (credentials, origin) => {
            const client = detached(credentials.clientId, LONGEST_NAME);
            const row = journal.asked({ origin, channel: 'rest', client, request: { what: 'token.create' } });
            const issued = service.issueToken(credentials, origin);
            if (!issued.ok)
                return answered(row, issued);
            const { accessToken, expiresIn, scopes } = issued.value;
            secrets.token(accessToken, client);
            const token = tokens.add(accessToken, client);
            journal.answered(row, { code: SUCCESS, data: { token, expiresIn, scopes: [...scopes] } });
            return issued;
        },
        issueTicket: (caller) => {
            const row = asked(caller, { what: nameOf(caller, 'ticket.create') });
            const issued = service.issueTicket(caller);
            if (!issued.ok)
                return answered(row, issued);
            secrets.ticket(issued.value.ticket);
            const ticket = `ticket-${tickets.add(issued.value.ticket, caller.clientId)}`;
            journal.answered(row, { code: SUCCESS, data: { ticket, expiresIn: issued.value.expiresIn } });
            return issued;
        },
        openConnection: (ticket, upgrade) => {
            const opened = service.openConnection(ticket, upgrade);
            if (!opened.ok)
                journal.note(refusedUpgrade(dialect, tickets, upgrade, opened.refusal));
            return opened;
        },
    };
}
function recordReading(service, asked, answered) {
    return {
        listDevices: (caller, page) => {
            const row = asked(caller, { what: nameOf(caller, 'devices.list') });
            return answered(row, service.listDevices(caller, page));
        },
        readConfig: (caller, deviceId) => {
            const row = asked(caller, { what: nameOf(caller, 'devices.config'), deviceId });
            return answered(row, service.readConfig(caller, deviceId));
        },
        listProfiles: (caller) => {
            const row = asked(caller, { what: nameOf(caller, 'profiles.list') });
            return answered(row, service.listProfiles(caller));
        },
        refresh: async (caller, deviceId) => {
            const row = asked(caller, { what: nameOf(caller, 'devices.read', 'device.state.get'), deviceId });
            return answered(row, await service.refresh(caller, deviceId));
        },
    };
}
function recordManagement(service, secrets, asked, answered) {
    return {
        addDevice: (caller, addition) => {
            const row = asked(caller, { what: nameOf(caller, 'devices.add'), deviceId: addition.deviceId });
            secrets.keepForAWhile(addition.password, '<password>');
            return answered(row, service.addDevice(caller, addition));
        },
        removeDevice: (caller, deviceId) => {
            const row = asked(caller, { what: nameOf(caller, 'devices.remove'), deviceId });
            return answered(row, service.removeDevice(caller, deviceId));
        },
        changePassword: (caller, deviceId, change) => {
            const row = asked(caller, { what: nameOf(caller, 'devices.password'), deviceId });
            secrets.keepForAWhile(change.newPassword, '<password>');
            return answered(row, service.changePassword(caller, deviceId, change));
        },
    };
}
function recordCommands(service, journal, asked, answered) {
    const withCommand = (row, outcome) => {
        if (!outcome.ok)
            return answered(row, outcome);
        const { commandId, status } = outcome.value;
        journal.answered(row, { code: SUCCESS, commandId, commandStatus: status });
        return outcome;
    };
    return {
        operate: async (caller, request) => {
            const { deviceId, operation, idempotencyKey } = request;
            const what = nameOf(caller, endpointOf(operation.name), 'device.operation.execute');
            const key = idempotencyKey === undefined ? undefined : { idempotencyKey };
            const row = asked(caller, { what, deviceId, operation, ...key });
            return withCommand(row, await service.operate(caller, request));
        },
        readCommand: (caller, commandId) => {
            const row = asked(caller, { what: nameOf(caller, 'commands.read'), commandId });
            return withCommand(row, service.readCommand(caller, commandId));
        },
    };
}
/** The endpoint or the topic that was used; a call from inside the simulator is recorded as one over REST. */
function nameOf({ origin }, endpoint, topic) {
    if (origin?.channel === 'ws')
        return topic ?? endpoint;
    return origin?.endpoint ?? endpoint;
}
const DONE = { code: SUCCESS };
function refusedWith(refusal) {
    return { code: refusal.code, data: announced(refusal) };
}
