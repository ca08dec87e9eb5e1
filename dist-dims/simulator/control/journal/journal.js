// The records of what happened in the simulator, up to a limit: the oldest are dropped first. They can be followed.
import { createBoundedQueue } from '../../../kernel/bounded-queue.js';
import { sizeOfOperation } from '../../service/operation-size.js';
import { MEMORY_LIMITS } from '../../limits/limits.js';
import { matches, replyOf, requestOf, } from './entry.js';
const DEFAULT_CAPACITY = 10_000;
export function createJournal(clock, capacity = DEFAULT_CAPACITY) {
    const kept = createKept(capacity);
    const listeners = new Set();
    let seq = 0;
    let exchanges = 0;
    const keep = (item) => {
        kept.add(item);
        if (listeners.size === 0)
            return;
        const record = recordOf(item, seq);
        for (const { hear } of listeners)
            hear(record);
    };
    const dropped = () => seq - kept.size;
    return {
        note: (entry) => keep({ seq: ++seq, at: clock.now(), ...entry }),
        asked: ({ origin, channel, client, request }) => {
            const row = {
                exchange: ++exchanges,
                origin,
                channel,
                client,
                request,
                askedSeq: ++seq,
                askedAt: clock.now(),
                answeredSeq: 0,
                answeredAt: 0,
                status: undefined,
                code: undefined,
                commandId: undefined,
                commandStatus: undefined,
                data: undefined,
            };
            if (origin)
                origin.row = row;
            keep(row);
            return row;
        },
        answered: (row, { status, code, commandId, commandStatus, data }) => {
            row.answeredSeq = ++seq;
            row.answeredAt = clock.now();
            row.status = status;
            row.code = code;
            row.commandId = commandId;
            row.commandStatus = commandStatus;
            row.data = data;
            keep(row);
        },
        records: (filter) => {
            const first = dropped() + 1;
            const all = kept.toArray().map((item, at) => recordOf(item, first + at));
            return filter ? all.filter((record) => matches(record, filter)) : all;
        },
        get lastSeq() {
            return seq;
        },
        get dropped() {
            return dropped();
        },
        get listeners() {
            return listeners.size;
        },
        listen: (hear) => {
            const entry = { hear };
            listeners.add(entry);
            return () => listeners.delete(entry);
        },
    };
}
/** @param seq tells the request of an exchange from its answer. */
function recordOf(item, seq) {
    if ('kind' in item)
        return item;
    return item.askedSeq === seq
        ? { seq, at: item.askedAt, ...requestOf(item) }
        : { seq, at: item.answeredAt, ...replyOf(item) };
}
/** Bounded by the number of items and by what they hold. */
function createKept(capacity) {
    const queue = createBoundedQueue(capacity);
    let text = 0;
    const forget = (item) => {
        if (item)
            text -= sizeOf(item);
    };
    return {
        get size() {
            return queue.size;
        },
        add: (item) => {
            text += sizeOf(item);
            forget(queue.pushDroppingOldest(item));
            while (text > MEMORY_LIMITS.maxJournalText && queue.size > 1)
                forget(queue.shift());
        },
        toArray: queue.toArray,
    };
}
/** In characters, about: most records are small and alike. */
function sizeOf(item) {
    if (!('kind' in item))
        return item.request.operation ? sizeOfOperation(item.request.operation) : 0;
    if (item.kind === 'event')
        return typeof item.data === 'string' ? item.data.length : 0;
    if (item.kind === 'refusal')
        return JSON.stringify(item).length;
    if (item.kind !== 'physical')
        return 0;
    const { operation } = (item.detail ?? {});
    return operation ? sizeOfOperation(operation) : 0;
}
