import { readJson } from '../../kernel/json-limits.js';
import { CONTROL_LIMITS } from '../limits/limits.js';
const UNREADABLE = {
    syntax: 'The body is not JSON.',
    depth: 'The body nests too deep.',
    values: 'The body has too many values.',
};
export function readInput(route, text, search) {
    const parameters = new URLSearchParams(search);
    const repeated = repeatedIn(parameters.keys());
    if (repeated !== undefined) {
        const pointer = `?${repeated.slice(0, 100)}`;
        return { ok: false, problems: [{ message: 'This parameter is given more than once.', pointer }] };
    }
    const query = route.query?.safeParse(Object.fromEntries(parameters));
    if (query && !query.success) {
        return { ok: false, problems: query.error.issues.map((issue) => problemOf(issue, '?')) };
    }
    if (route.text)
        return { ok: true, body: text, query: query?.data };
    if (!route.body) {
        if (text.trim() !== '' && text.trim() !== '{}')
            return { ok: false, problems: [{ message: 'This request takes no body.' }] };
        return { ok: true, body: undefined, query: query?.data };
    }
    const read = readJson(text, route.large ? CONTROL_LIMITS.snapshotJson : CONTROL_LIMITS.json);
    if (!read.ok)
        return { ok: false, problems: [{ message: UNREADABLE[read.why], pointer: '' }] };
    const body = route.body.safeParse(read.value);
    if (body.success)
        return { ok: true, body: body.data, query: query?.data };
    return { ok: false, problems: body.error.issues.map((issue) => problemOf(issue, '/')) };
}
function repeatedIn(names) {
    const seen = new Set();
    for (const name of names) {
        if (seen.has(name))
            return name;
        seen.add(name);
    }
    return undefined;
}
function problemOf(issue, before) {
    const pointer = before === '?'
        ? `?${issue.path.map(String).join('.')}`
        : issue.path.map((part) => `/${escape(part)}`).join('');
    return { message: issue.message, pointer };
}
function escape(part) {
    return String(part).replaceAll('~', '~0').replaceAll('/', '~1');
}
