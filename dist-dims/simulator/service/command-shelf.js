import { isObject } from '../../kernel/json.js';
import { sizeOfOperation } from './operation-size.js';
export function createCommandShelf(clock) {
    const byId = new Map();
    const byKey = new Map();
    let text = 0;
    const forget = (stored) => {
        if (byId.delete(stored.entry.command.commandId))
            text -= textOf(stored.entry);
        if (stored.keySlot !== undefined)
            byKey.delete(stored.keySlot);
    };
    const live = (stored) => {
        if (!stored || stored.expiresAt > clock.now())
            return stored;
        forget(stored);
        return undefined;
    };
    return {
        get size() {
            return byId.size;
        },
        get text() {
            return text;
        },
        put: (entry, expiresAt) => {
            const { command, clientId, idempotencyKey } = entry;
            const { deviceId, operation } = command;
            const request = { clientId, deviceId, operation, idempotencyKey };
            const stored = { entry, keySlot: slotOf(request), expiresAt };
            byId.set(command.commandId, stored);
            text += textOf(entry);
            if (stored.keySlot !== undefined)
                byKey.set(stored.keySlot, stored);
            return stored;
        },
        withId: (commandId) => live(byId.get(commandId)),
        withKey: (request) => {
            const slot = slotOf(request);
            return slot === undefined ? undefined : live(byKey.get(slot));
        },
        all: () => byId.values(),
        forget,
    };
}
/** A response counts as much as the request: it is not there yet when the command is put here. */
function textOf({ command: { operation } }) {
    return 2 * sizeOfOperation(operation);
}
/** Keys of different clients are kept apart (idempotency.per-client). */
function slotOf(request) {
    return request.idempotencyKey === undefined ? undefined : `${request.clientId}\n${request.idempotencyKey}`;
}
/** Whether the command was asked for by the same request, in whatever order its fields came. */
export function isSameRequest({ entry: { command } }, request) {
    return fingerprintOf(command) === fingerprintOf(request);
}
function fingerprintOf(request) {
    return JSON.stringify([request.deviceId, request.operation.name, request.operation.params], (_, value) => isObject(value)
        ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
        : value);
}
