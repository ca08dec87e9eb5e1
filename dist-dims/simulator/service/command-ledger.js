import { MEMORY_LIMITS } from '../limits/limits.js';
import { newIdentifier } from '../../dialect/new-identifier.js';
import { createCommandShelf, isSameRequest } from './command-shelf.js';
export function createCommandLedger(clock, random, limits) {
    const shelf = createCommandShelf(clock);
    const hasRoom = () => shelf.size < limits.maxCommands && shelf.text < MEMORY_LIMITS.maxCommandText;
    const makeRoom = () => {
        // Oldest first. A running command is never forgotten; one that runs is younger than its retention.
        for (const stored of shelf.all()) {
            if (stored.expiresAt > clock.now() && hasRoom())
                return;
            if (stored.entry.command.status !== 'pending')
                shelf.forget(stored);
        }
    };
    return {
        lookUp: (request) => {
            const stored = shelf.withKey(request);
            if (!stored)
                return { kind: 'new' };
            if (!isSameRequest(stored, request))
                return { kind: 'conflict' };
            return { kind: 'repeat', entry: stored.entry };
        },
        open: (request) => {
            makeRoom();
            let settle = () => undefined;
            const finished = new Promise((resolve) => (settle = resolve));
            const command = {
                commandId: newIdentifier('cmd', random, limits.identifiers),
                deviceId: request.deviceId,
                operation: request.operation,
                status: 'pending',
                createdAt: Math.round(clock.now()),
            };
            const { clientId, idempotencyKey } = request;
            const stored = shelf.put({ command, clientId, idempotencyKey, finished }, Number.POSITIVE_INFINITY);
            return {
                entry: stored.entry,
                finish: (outcome) => {
                    const final = { ...command, ...outcome, completedAt: Math.round(clock.now()) };
                    stored.entry = { ...stored.entry, command: final };
                    stored.expiresAt = clock.now() + limits.retention;
                    settle(final);
                },
            };
        },
        find: (commandId) => shelf.withId(commandId)?.entry,
        get size() {
            return shelf.size;
        },
        *list() {
            for (const stored of shelf.all())
                if (stored.expiresAt > clock.now())
                    yield stored.entry;
        },
        remember: () => [...shelf.all()].map((stored) => keptOf(stored, clock.now())),
        recall: (commands) => {
            for (const { expiresIn = limits.retention, ...entry } of commands) {
                const { clientId, idempotencyKey, command } = entry;
                const finished = Promise.resolve(command);
                shelf.put({ command, clientId, idempotencyKey, finished }, clock.now() + expiresIn);
            }
        },
    };
}
/** The outcome of a command that is still running cannot be kept; in a snapshot it has the status TIMEOUT. */
function keptOf({ entry, expiresAt }, now) {
    const { clientId, idempotencyKey } = entry;
    const running = entry.command.status === 'pending';
    const command = running ? { ...entry.command, status: 'timeout' } : entry.command;
    return { command, clientId, idempotencyKey, expiresIn: running ? undefined : expiresAt - now };
}
