// Which scalar codec a placeholder asks for, or why there is none.
import { z } from 'zod';
import { relayAction } from '../contract/operations.js';
import { wireKindOf } from '../contract/schemas/scalars.js';
import { closest } from '../kernel/closest.js';
import { BYTE_CODECS } from './byte-codecs.js';
import { exampleOfObject } from './example.js';
import { canonicalJsonSchema } from './json-schema.js';
import { asText, indexCodec, NUMERAL_TEXT, PLAIN, scaledCodec, wordCodec, } from './scalar-codec.js';
import { DURATION_CODECS, TIMESTAMP_CODECS } from './time-codecs.js';
import { NUMBERS_HINT, readWords } from './words.js';
export function chooseScalar(schema, placeholder, settings) {
    const kind = kindOf(schema, settings);
    if (!kind)
        return notScalar(schema, placeholder);
    if (placeholder.words)
        return chooseWords(kind, placeholder, placeholder.words);
    return chooseEncoding(kind, placeholder);
}
function notScalar(schema, { name, path }) {
    if (schema instanceof z.ZodObject) {
        return { message: `${name} has fields of its own`, hint: `For example ${exampleOfObject(schema, path)}` };
    }
    return { message: `${name} is a list`, hint: 'Show one element of it: [ … ].' };
}
function kindOf(schema, settings) {
    switch (wireKindOf(schema)) {
        case 'identifier':
            return {
                noun: 'a text',
                encodings: { plain: asDescribed(PLAIN.string, schema), number: NUMERAL_TEXT },
            };
        case 'index':
            return { noun: 'an index', encodings: { plain: indexCodec(settings.indexBase) }, numeric: true };
        case 'bytes':
            return { noun: 'a run of bytes', encodings: BYTE_CODECS };
        case 'duration':
            return { noun: 'a duration', encodings: DURATION_CODECS, numeric: true };
        case 'timestamp':
            return { noun: 'a moment', encodings: TIMESTAMP_CODECS, numeric: true };
        case 'commandStatus':
            return { noun: 'a command status', encodings: { plain: settings.statuses } };
        case undefined:
            return plainKind(schema, settings);
    }
}
function plainKind(schema, { without }) {
    if (schema instanceof z.ZodString) {
        return { noun: 'a text', encodings: { plain: asDescribed(PLAIN.string, schema) } };
    }
    if (schema instanceof z.ZodNumber) {
        const encodings = { plain: asDescribed(PLAIN.number, schema) };
        return { noun: 'a number', encodings, numeric: true, scalable: true };
    }
    if (schema instanceof z.ZodBoolean) {
        return { noun: 'true or false', encodings: { plain: PLAIN.boolean }, values: [true, false] };
    }
    if (schema instanceof z.ZodLiteral) {
        // True or nothing.
        return { noun: 'true', encodings: { plain: wordCodec(new Map([[true, [true]]])) }, values: [true] };
    }
    if (schema instanceof z.ZodEnum) {
        const options = schema.options.map(String);
        const values = schema === relayAction && without.has('jog') ? options.filter((each) => each !== 'jog') : options;
        const names = wordCodec(new Map(values.map((value) => [value, [value]])));
        return { noun: `one of ${values.join(', ')}`, encodings: { plain: names }, values };
    }
    return undefined;
}
/** The codec of a value that the wire writes as it is, within the bounds of the canonical schema. */
function asDescribed(codec, schema) {
    return { ...codec, describe: () => canonicalJsonSchema(schema) };
}
function chooseEncoding(kind, { name, encodings }) {
    const text = encodings.includes('string');
    const [chosen, second] = encodings.filter((encoding) => encoding !== 'string');
    if (second !== undefined) {
        return { message: `${name} has two encodings, :${chosen} and :${second}`, hint: encodingHint(kind) };
    }
    const [usual = 'plain'] = Object.keys(kind.encodings);
    const factor = kind.scalable ? factorOf(chosen) : undefined;
    const wanted = factor === undefined ? (chosen ?? usual) : usual;
    const found = Object.hasOwn(kind.encodings, wanted) ? kind.encodings[wanted] : undefined;
    const codec = found && factor !== undefined ? scaledCodec(found, factor) : found;
    if (!codec || chosen === 'plain') {
        const near = closest(wanted, namesOf(kind));
        const hint = near === undefined ? encodingHint(kind) : `Did you mean :${near}?`;
        return { message: `:${chosen} does not fit ${name}, which is ${kind.noun}`, hint };
    }
    if (!text)
        return codec;
    if (kind.numeric && codec.wire === 'number')
        return asText(codec);
    return { message: `:string does not fit ${name}, which is written as no number`, hint: encodingHint(kind) };
}
/** `x1000` -> 1000. */
function factorOf(encoding) {
    const match = /^x(\d+(?:\.\d+)?)$/.exec(encoding ?? '');
    const factor = Number(match?.[1] ?? 0);
    return factor > 0 ? factor : undefined;
}
/** The values that words of a field stand for, in the order of the words; undefined where it takes none. */
export function valuesOf(schema, settings) {
    // True or nothing: what only some values have.
    if (schema instanceof z.ZodLiteral)
        return [true, undefined];
    return kindOf(schema, settings)?.values;
}
function chooseWords(kind, placeholder, words) {
    const { name, encodings } = placeholder;
    if (!kind.values) {
        const hint = kind.noun === 'a command status' ? 'Its words stand under commandStatus.' : encodingHint(kind);
        return { message: `words do not fit ${name}, which is ${kind.noun}`, hint };
    }
    const hint = `The words stand for ${kind.values.join(', ')}, in this order.`;
    if (words.length !== kind.values.length) {
        return { message: `${name} needs ${kind.values.length} words, and has ${words.length}`, hint };
    }
    const read = readWords(placeholder, words);
    if ('message' in read)
        return read;
    const twice = read.find((word, index) => read.indexOf(word) !== index);
    if (twice !== undefined && encodings.includes('number')) {
        return { message: `the words of ${name} are not different numbers`, hint: NUMBERS_HINT };
    }
    if (twice !== undefined) {
        return { message: `${name} has the word ${JSON.stringify(words[read.indexOf(twice)])} twice`, hint };
    }
    return wordCodec(new Map(kind.values.map((value, index) => [value, read.slice(index, index + 1)])));
}
/** The encodings that a placeholder can name. */
function namesOf(kind) {
    const named = Object.keys(kind.encodings).filter((encoding) => encoding !== 'plain');
    return [...named, ...(kind.numeric ? ['string'] : []), ...(kind.scalable ? ['x1000'] : [])];
}
function encodingHint(kind) {
    const all = [...namesOf(kind).map((name) => `:${name}`), ...(kind.values ? ['words such as (a|b)'] : [])];
    return all.length === 0 ? 'It is written as it is.' : `It takes ${all.join(', ')}.`;
}
