import { createSystemClock } from '../kernel/system-clock.js';
import { decorate } from './decoration.js';
import { createAccess } from './service/access.js';
import { createCommandLedger } from './service/command-ledger.js';
import { createService } from './service/create-service.js';
import { createDeviceLane } from './service/device-lane.js';
import { createEventBus } from './service/event-bus.js';
import { createQuotas } from './service/quotas.js';
import { createRefreshBudget } from './service/refresh-budget.js';
import { createTicketOffice } from './service/ticket-office.js';
import { createClientRegistry } from './client-registry.js';
import { createDeviceDirectory } from './device-directory.js';
import { listen } from './transport/server.js';
import { createOrigins } from './transport/origins.js';
import { createArrival } from './transport/rest/arrive.js';
import { createRestHandler } from './transport/rest/handle.js';
import { secretsEqual, systemTokens } from './transport/secrets.js';
import { createEventEncoder } from './transport/websocket/event-encoder.js';
import { createInFlight } from './transport/websocket/in-flight.js';
import { createConnections } from './transport/websocket/connections.js';
import { createSessionFactory } from './transport/websocket/create-session.js';
export function createNetwork(clock, traffic) {
    const origins = createOrigins(clock);
    const connections = createConnections(origins, traffic);
    return { origins, connections, socketCounts: { open: 0, dropped: 0 }, ...(traffic && { traffic }) };
}
export function createSimulator(options) {
    const { fleet, clock, random, dialect, settings, decorations = [] } = options;
    const { origins, connections, traffic, socketCounts } = options.network ?? createNetwork(clock);
    const watchers = { ...(options.onBug && { onBug: options.onBug }), ...(traffic && { traffic }) };
    const { interception = { current: undefined } } = options;
    const context = { clock, random };
    const ports = decorate(createPorts(options), decorations, (each, inner) => each.ports?.(inner, context));
    const devices = decorate(createDeviceDirectory(fleet, secretsEqual), decorations, (each, inner) => each.devices?.(inner, context));
    const service = decorate(createService({
        ports,
        devices,
        settings,
        clock,
        connectionsOf: connections.countOf,
        ...eventIds(options),
    }), decorations, (each, inner) => each.service?.(inner, context));
    const bugs = options.onBug && { onBug: options.onBug };
    const handler = createRestHandler({ service, dialect, ...bugs }, random.stream('request-id'));
    const handle = decorate(handler, decorations, (each, inner) => each.rest?.(inner, context));
    const rest = createArrival(origins, handle, interception, traffic);
    const common = { service, dialect, clock, settings, inFlight: createInFlight(), ...watchers };
    const sessions = decorate(createSessionFactory({ ...common, origins, interception, encodeEvent: createEventEncoder(dialect) }), decorations, (each, inner) => each.session?.(inner, context));
    const openSession = connections.opening(sessions, interception);
    const shell = {
        ...common,
        rest,
        openSession,
        random: random.stream('shell-request-id'),
        machine: createSystemClock(),
        socketCounts,
    };
    return {
        fleet,
        ports,
        service,
        rest,
        openSession,
        connections,
        shell,
        listen: (host, port, how) => listen(shell, host, port, how),
    };
}
function eventIds({ random, dialect }) {
    return { random: random.stream('event-id'), eventIds: dialect.identifiers.event };
}
function createPorts(options) {
    const { fleet, clock, random, settings, dialect } = options;
    const secrets = options.seededSecrets ? random.stream : () => systemTokens;
    const registry = createClientRegistry(fleet.clients, secretsEqual);
    return {
        access: createAccess(clock, secrets('access-token'), registry, settings.accessTokenLifetime),
        quotas: createQuotas(clock, settings.quotas),
        budget: createRefreshBudget(clock, settings.refreshInterval),
        lane: createDeviceLane(),
        ledger: createCommandLedger(clock, random.stream('command-id'), {
            retention: settings.commandRetention,
            maxCommands: settings.maxCommands,
            identifiers: dialect.identifiers.command,
        }),
        tickets: createTicketOffice(clock, secrets('ticket'), settings.ticketLifetime),
        events: createEventBus(),
    };
}
