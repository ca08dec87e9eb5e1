// Texts of a profile with placeholders in them: `{deviceId}` stands for a value of the act, `${NAME}` for a
// secret from the environment.
import { assert } from '../../../kernel/assert.js';
import { factsOf } from './catalogue.js';
const VALUES = {
    deviceId: ({ device }) => device?.deviceId,
    device: ({ device }) => device?.name,
    clientId: ({ client }) => client?.clientId,
    client: ({ client }) => client?.name,
    index: ({ index }) => index?.toString(),
    key: ({ key }) => key,
    /** The value to set; of a digital input: true or false. */
    value: ({ active, value }) => (active ?? value)?.toString(),
    /** The value of a digital input, as many devices want it. */
    onOff: ({ active }) => (active === undefined ? undefined : active ? 'on' : 'off'),
    data: ({ data }) => data,
};
/** The placeholders that have a value when this is done. */
export function placeholdersOf(name) {
    const { on, takes } = factsOf(name);
    const subject = on === 'device' ? ['deviceId', 'device'] : ['clientId', 'client'];
    return [
        ...subject,
        ...takes.flatMap((each) => (each === 'active' ? ['value', 'onOff'] : [each])),
    ];
}
const MARKS = /\$\{([^{}]*)\}|\{([A-Za-z]\w*)\}/g;
export function readTemplate(text, known, { secret, unknown }) {
    const parts = [];
    let end = 0;
    for (const match of text.matchAll(MARKS)) {
        if (match.index > end)
            parts.push({ literal: text.slice(end, match.index) });
        end = match.index + match[0].length;
        const [, variable, name] = match;
        const placeholder = known.find((each) => each === name);
        if (variable !== undefined)
            parts.push({ literal: secret(variable) });
        else if (placeholder === undefined)
            unknown(name ?? '');
        else
            parts.push({ placeholder });
    }
    if (end < text.length)
        parts.push({ literal: text.slice(end) });
    return parts;
}
/** @param encode makes a value fit its surroundings: in a URL, in JSON. */
export function fill(template, act, encode = String) {
    return template
        .map((part) => {
        if ('literal' in part)
            return part.literal;
        const value = VALUES[part.placeholder](act);
        assert(value !== undefined, `${act.name} has a value for {${part.placeholder}}`);
        return encode(value);
    })
        .join('');
}
/** How a value looks inside of a JSON text; numbers and words stay as they are. */
export function inJson(value) {
    return JSON.stringify(value).slice(1, -1);
}
