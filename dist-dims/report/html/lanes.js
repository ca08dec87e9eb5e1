import { answerLine, exchangesOf, requestLine } from '../exchanges.js';
export function lanesOf(check) {
    const exchanges = exchangesOf(check);
    const end = Math.round(check.endedAt - check.startedAt);
    const rest = exchanges
        .filter(({ request }) => request.channel === 'rest')
        .map((each) => exchangeMark(each, end));
    const stimuli = check.trace.flatMap((record) => otherMark(record, check.startedAt));
    return [
        ...(rest.length === 0 ? [] : [{ name: 'REST', marks: rest }]),
        ...connectionNames(check.trace).map((name) => connectionLane(name, check, exchanges, end)),
        ...(stimuli.length === 0 ? [] : [{ name: 'stimuli', marks: stimuli }]),
    ];
}
function connectionNames(trace) {
    const names = trace.flatMap((record) => ('connection' in record ? (record.connection ?? []) : []));
    return [...new Set(names)];
}
function connectionLane(name, check, exchanges, end) {
    const own = exchanges.filter(({ request }) => request.channel === 'ws' && request.connection === name);
    const events = check.trace.flatMap((record) => {
        if (!('connection' in record) || record.connection !== name)
            return [];
        const at = Math.round(record.at - check.startedAt);
        if (record.kind === 'event') {
            const tip = `event ${record.topic} ${record.deviceId ?? ''}`.trimEnd();
            return [{ from: at, to: at, label: shortTopic(record.topic), tone: 'event', tip }];
        }
        if (record.kind === 'stray')
            return [{ from: at, to: at, label: 'stray', tone: 'broken', tip: record.detail }];
        if (record.kind !== 'connection' || record.state === 'opening')
            return [];
        const tip = [
            record.state,
            record.status ?? record.closeCode,
            record.by && `by the ${record.by}`,
            record.detail,
        ];
        const tone = record.state === 'refused' ? 'refused' : 'event';
        return [{ from: at, to: at, label: record.state, tone, tip: tip.filter(Boolean).join(' ') }];
    });
    const open = openSpan(name, check, end);
    const marks = [...own.map((each) => exchangeMark(each, end)), ...events];
    return { name: `WebSocket ${name}`, marks, ...(open === undefined ? {} : { open }) };
}
function openSpan(name, check, end) {
    const states = check.trace
        .filter((each) => each.kind === 'connection')
        .filter((each) => each.connection === name);
    const opened = states.find(({ state }) => state === 'open');
    if (!opened)
        return undefined;
    const closed = states.find(({ state }) => state === 'closed');
    return { from: opened.at - check.startedAt, to: closed ? closed.at - check.startedAt : end };
}
function exchangeMark(exchange, end) {
    const code = exchange.end?.kind === 'reply' ? exchange.end.code : undefined;
    const answered = exchange.end?.kind === 'reply';
    const tone = code === 'SUCCESS' ? 'good' : answered ? 'refused' : 'broken';
    const outcome = code === 'SUCCESS' ? '' : ` ${code ?? (answered ? 'no code' : 'no answer')}`;
    return {
        from: exchange.from,
        to: exchange.to ?? end,
        label: `${exchange.id} ${shortTopic(exchange.request.what)}${outcome}`,
        tone,
        tip: `${exchange.id}: ${requestLine(exchange)}, ${answerLine(exchange)}, ${exchange.from} to ${exchange.to ?? '?'} ms`,
    };
}
function otherMark(record, start) {
    const at = Math.round(record.at - start);
    const point = (label, tip) => [{ from: at, to: at, label, tone: 'stimulus', tip }];
    switch (record.kind) {
        case 'stimulus':
            return point(record.name, `${record.name} ${record.deviceId ?? ''}: ${record.outcome} ${record.detail ?? ''}`);
        case 'physical':
            return point(record.act, `${record.deviceId}: ${record.act}`);
        case 'fault':
            return point(record.type, `fault ${record.fault}: ${record.effect}, because ${record.cause}`);
        default:
            return [];
    }
}
/** `device.state.changed` -> `state.changed`: nearly every topic speaks of a device. */
const shortTopic = (topic) => topic.replace(/^device\./, '');
