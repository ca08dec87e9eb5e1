// What a dialect says once for all its shapes: its name, where it counts from, how it pages.
import { z } from 'zod';
import { FEATURE_NAMES } from '../contract/features.js';
import { validate } from '../document/validate.js';
import { createErrorTable, errorCodes } from './error-table.js';
import { PLAIN } from './scalar-codec.js';
import { statusCodec, vocabulary } from './vocabulary.js';
const parameter = z.string().min(1);
const paging = z
    .strictObject({ limit: parameter.default('limit'), cursor: parameter.default('cursor') })
    .refine(({ limit, cursor }) => limit !== cursor, 'the limit and the cursor need different names')
    .prefault({});
const schema = z.object({
    name: z.string().min(1).optional(),
    indexBase: z.literal([0, 1]).default(1),
    paging,
    commandStatus: vocabulary,
    errorCodes,
    without: z.array(z.enum(FEATURE_NAMES), 'write a list: [jog, paging]').default([]),
});
export const SETTING_NAMES = Object.keys(schema.shape);
/** Settings that are wrong are reported, and the usual ones stand in so that the shapes can be looked at. */
export function readSettings(document, problems) {
    const read = validate(document, schema);
    if (!read.ok)
        problems.push(...read.problems);
    const settings = read.ok ? read.value : {};
    return {
        name: settings.name ?? baseName(document.file),
        indexBase: settings.indexBase ?? 1,
        paging: settings.paging ?? paging.parse({}),
        statuses: settings.commandStatus ? statusCodec(settings.commandStatus) : PLAIN.string,
        without: new Set(settings.without),
        errors: createErrorTable(settings.errorCodes ?? errorCodes.parse({})),
    };
}
/** `fixtures/dialects/default.yaml` -> `default`. */
function baseName(file) {
    return (file.split(/[\\/]/).at(-1) ?? file).replace(/\.ya?ml$/i, '');
}
