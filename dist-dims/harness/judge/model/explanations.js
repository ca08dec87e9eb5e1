import { isBusy, isRefused } from './intended.js';
/** The most telling first. */
export function explanationsOf({ history, intended, writeOf, noEffect, effectSeen, }) {
    const extra = (uses) => intended.flatMap((each) => uses(each).flatMap((use) => again(each, use, writeOf)));
    const withExtra = (rule, words, writes) => writes.length === 0
        ? []
        : [{ rule, words, history: { ...history, writes: [...history.writes, ...writes] } }];
    return [
        ...withExtra('busy.refused-has-no-effect', 'an operation that was refused with DEVICE_BUSY had an effect', extra(({ uses }) => uses.filter(isBusy))),
        ...withExtra('idempotency.timeout-is-final', 'a repeat after TIMEOUT was carried out', extra((each) => (each.status === 'timeout' ? laterUses(each) : []))),
        ...withExtra('idempotency.after-lost-response', 'a repeat after a lost response was carried out once more', extra((each) => (each.uses.some(({ broken }) => broken) ? laterUses(each) : []))),
        ...withExtra('idempotency.no-second-execution', 'a repeat was carried out once more', extra(laterUses)),
        ...withExtra('idempotency.reused-for-another-request', 'another request under a used key was carried out', intended.flatMap((each) => each.reuses.flatMap((use) => reused(each, use, writeOf)))),
        ...(effectSeen ? stale(history) : []),
        ...split(history),
        {
            rule: noEffect,
            words: 'an operation that succeeded had no effect',
            history: { ...history, writes: history.writes.map((write) => ({ ...write, certain: false })) },
        },
        ...stale(history),
    ];
}
function laterUses({ uses }) {
    return uses.slice(1).filter((use) => !isRefused(use));
}
function again(operation, { id, span: { from } }, writeOf) {
    const span = { from, to: Number.POSITIVE_INFINITY };
    return writeOf({ ...operation, certainty: 'perhaps', span }).map((write) => ({
        ...write,
        exchange: id,
        certain: false,
        span,
    }));
}
function reused(operation, use, writeOf) {
    const { operation: other, deviceId } = use.request;
    if (!other || deviceId === undefined)
        return [];
    return again({ ...operation, operation: other, deviceId }, use, writeOf);
}
/** The reads of one channel show an earlier state. */
function stale(history) {
    return ['rest', 'ws'].flatMap((channel) => {
        const reads = history.reads.map((read) => read.channel === channel ? { ...read, span: { ...read.span, from: Number.NEGATIVE_INFINITY } } : read);
        const rule = channel === 'rest' ? 'devices.detail-is-live' : 'ws.state-get';
        const words = 'the read shows an earlier state';
        return [{ rule, words, history: { ...history, reads } }];
    });
}
/** Of several relays in one request, some are left out. */
function split(history) {
    const parts = history.writes.flatMap((write) => write.values.size < 2
        ? write
        : [...write.values].map((value) => ({ ...write, certain: false, values: new Map([value]) })));
    const words = 'only some relays of a request were switched';
    return parts.length === history.writes.length
        ? []
        : [{ rule: 'relay.set-many', words, history: { ...history, writes: parts } }];
}
