// Defects of what is said in a 429, and of what it costs.
import { editReplies } from '../wire/edit-messages.js';
import { withPorts } from './wrap/ports.js';
/** Ms that each rejection adds to the wait. */
const PENALTY = 1000;
export const LIMIT_DEFECTS = [
    // Limits: in a 429 the header Retry-After and data.retryAfterSeconds have the same meaning.
    {
        id: 'retry-after-disagrees',
        rule: 'limits.shape',
        summary: 'Retry-After of a 429 is a minute longer than data.retryAfterSeconds.',
        decorate: () => editReplies((_, { status, headers }) => status === 429
            ? { headers: { ...headers, 'retry-after': String(Number(headers['retry-after'] ?? 0) + 60) } }
            : undefined),
    },
    // Limits: a rejection with 429 does not extend the current window.
    {
        id: 'rejections-lengthen-window',
        rule: 'limits.rejection-is-free',
        summary: 'Each request that is rejected with RATE_LIMITED makes the device wait a second longer.',
        decorate: () => withPorts(({ budget }) => ({
            budget: {
                waitFor: (deviceId, origin) => {
                    const wait = budget.waitFor(deviceId, origin);
                    if (wait !== undefined)
                        budget.recall(deviceId, wait + PENALTY);
                    return wait;
                },
            },
        })),
    },
];
