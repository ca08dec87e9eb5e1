import { LEFT_OUT } from './scalar-codec.js';
/** Stands among words that are JSON for the one that is shown by nothing being there. */
const ABSENT = 'absent';
const JSON_HINT = `With :json the words are true, false, null, numbers and "texts"; ${ABSENT} is left out.`;
/** What the words are on the wire, in their order. */
export function readWords(placeholder, words) {
    const read = readPlain(placeholder, words);
    if ('message' in read)
        return read;
    const { name, optional } = placeholder;
    const hint = 'Write another word.';
    if (optional && read.includes(LEFT_OUT)) {
        return { message: `the word ${ABSENT} of ${name} means no value as well`, hint };
    }
    if (read.includes(null) && (optional || read.includes(LEFT_OUT))) {
        return { message: `the word null of ${name} is read as if nothing were there`, hint };
    }
    return read;
}
/** `:number` needs different numbers, `:json` any scalars; without either they are texts. */
function readPlain({ name, encodings }, words) {
    if (words.includes(''))
        return { message: `${name} has an empty word`, hint: 'A text "" needs :json.' };
    const [encoding, second] = encodings;
    if (second !== undefined || (encoding !== undefined && encoding !== 'number' && encoding !== 'json')) {
        return {
            message: `:${encodings.join(':')} does not fit the words of ${name}`,
            hint: 'Words take :number, :json or nothing.',
        };
    }
    if (encoding === 'json')
        return readJson(name, words);
    if (encoding === undefined)
        return [...words];
    const numbers = words.map(Number);
    if (numbers.every(Number.isFinite))
        return numbers;
    return { message: `the words of ${name} are not different numbers`, hint: NUMBERS_HINT };
}
export const NUMBERS_HINT = 'Leave :number out, or write numbers.';
function readJson(name, words) {
    const read = [];
    for (const word of words) {
        const value = word === ABSENT ? LEFT_OUT : scalarIn(word);
        if (value === undefined)
            return { message: `the word ${word} of ${name} is no JSON`, hint: JSON_HINT };
        read.push(value);
    }
    return read;
}
function scalarIn(text) {
    try {
        const value = JSON.parse(text);
        return typeof value === 'object' && value !== null ? undefined : value;
    }
    catch {
        return undefined;
    }
}
