// The number that a witness tells.
import { parseJson } from '../../target/driver/parse-json.js';
import { failed } from '../../profile/stimuli/act.js';
import { firstLine } from '../bounded.js';
/** The number at a JSON Pointer of a JSON text. */
export function readNumber(text, pointer) {
    const json = parseJson(text);
    if (!json.ok)
        return failed(`the reply is no JSON: ${firstLine(text)}`);
    const value = at(json.value, pointer);
    if (typeof value !== 'number' || !Number.isFinite(value))
        return failed(`there is no number at ${pointer || 'the top'} of the reply: ${firstLine(text)}`);
    return { kind: 'applied', value };
}
/** A text that is nothing but a number. */
export function plainNumber(text) {
    const trimmed = text.trim();
    const value = Number(trimmed);
    if (trimmed === '' || !Number.isFinite(value))
        return failed(`this is no number: "${firstLine(text)}"`);
    return { kind: 'applied', value };
}
function at(value, pointer) {
    const keys = pointer
        .split('/')
        .slice(1)
        .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
    return keys.reduce((inner, key) => typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key)
        ? inner[key]
        : undefined, value);
}
