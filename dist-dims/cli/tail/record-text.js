import { formatDuration } from '../../kernel/duration.js';
import { escaped } from '../../output/escape.js';
import { labelled } from '../../report/layout.js';
import { refusalLines } from './refusal-lines.js';
const WIDEST_KIND = 10;
/** Time and kind, with the spaces behind them. */
const HANG = 24;
const DEFAULT_WIDTH = 110;
/** @param columns of the terminal. */
export function recordText(record, paint, columns) {
    const time = new Date(record.at).toISOString().slice(11, 23);
    const kind = paintKind(record, paint, record.kind.padEnd(WIDEST_KIND));
    // Keys, identifiers and paths are text of clients.
    const words = escaped(wordsOf(record)
        .filter((word) => word !== '')
        .join(' '));
    const width = columns ?? Infinity;
    const [first = '', ...more] = labelled('', words, HANG, 0, width);
    const lines = record.kind === 'refusal'
        ? refusalLines(record, { indent: HANG, width: columns ?? DEFAULT_WIDTH, paint })
        : [];
    return [`${paint.quiet(time)} ${kind} ${first.trimStart()}`, ...more, ...lines].join('\n');
}
function paintKind(record, paint, text) {
    switch (record.kind) {
        case 'refusal':
        case 'bug':
            return paint.bad(text);
        case 'fault':
        case 'delivery':
        case 'stimulus':
            return paint.doubtful(text);
        case 'reply':
            return record.code === 'SUCCESS' ? paint.good(text) : paint.bad(text);
        default:
            return paint.heading(text);
    }
}
function wordsOf(record) {
    switch (record.kind) {
        case 'request':
            return [
                record.what === 'raw' ? `${record.method ?? ''} ${record.path ?? 'a frame'}`.trim() : record.what,
                record.deviceId ?? record.commandId ?? '',
                record.operation ? operationWords(record.operation) : '',
                record.client === undefined ? '' : `by ${record.client}`,
                record.idempotencyKey === undefined ? '' : `key ${record.idempotencyKey}`,
                `#${record.exchange} ${record.channel}`,
            ];
        case 'reply':
            return [
                record.what,
                record.deviceId ?? '',
                record.code ?? '',
                record.commandId ?? '',
                record.commandStatus ?? '',
                `#${record.exchange}`,
                took(record.took),
            ];
        case 'delivery':
            return [`#${record.exchange}`, record.outcome, record.code ?? '', took(record.took ?? 0)];
        case 'refusal':
            return [
                record.method === undefined ? record.what : `${record.method} ${record.path ?? ''}`,
                `-> ${[record.status, record.code].filter((part) => part !== undefined).join(' ')}`,
                `#${record.exchange}`,
            ];
        case 'event':
            return [
                record.topic,
                record.deviceId ?? '',
                record.data === undefined ? '' : JSON.stringify(record.data),
            ];
        case 'physical':
            return [record.deviceId, physicalWords(record.act, record.detail)];
        case 'connection':
            return [
                record.connection,
                record.state,
                record.client === undefined ? '' : `of ${record.client}`,
                record.closeCode === undefined ? '' : String(record.closeCode),
                record.status === undefined ? '' : String(record.status),
                record.detail ?? '',
            ];
        case 'stimulus':
            return [
                record.deviceId ?? '',
                record.name,
                plain(record.parameters),
                record.outcome === 'failed' ? 'failed' : '',
                record.detail ?? '',
            ];
        case 'fault':
            return [record.fault, record.deviceId ?? '', `${record.effect}: ${record.cause}`];
        case 'bug':
            return [`conform has failed by its own fault: ${record.message}`];
        default:
            return [JSON.stringify(record)];
    }
}
/** What is quicker than this is not worth a word; in ms. */
const NOTABLE = 1;
function took(time) {
    return time < NOTABLE ? '' : `in ${formatDuration(Math.round(time))}`;
}
function operationWords({ name, params }) {
    return `${name} ${JSON.stringify(params)}`;
}
function physicalWords(act, detail) {
    const { index, closed, operation } = detail;
    if (operation)
        return `carries out ${operationWords(operation)}`;
    return act === 'relay' ? `relay ${index} ${closed ? 'closes' : 'opens'}` : act;
}
function plain(parameters) {
    const text = parameters === undefined ? '' : JSON.stringify(parameters);
    return text === '{}' ? '' : text;
}
