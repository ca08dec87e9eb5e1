// The codes and statuses of refusals: the stated ones as they are, the open ones as the dialect has them.
import { z } from 'zod';
import { OPEN_ERROR_CODES, STATED_ERROR_CODES, STATUS_OF_CODE, SUCCESS, } from '../contract/error-codes.js';
import { assert } from '../kernel/assert.js';
const OPEN_CODES = Object.keys(OPEN_ERROR_CODES);
const STATED_CODES = Object.keys(STATED_ERROR_CODES);
/** Statuses that the interface gives to one code alone. */
const OWNERS = new Map(['RATE_LIMITED', 'INTERNAL_ERROR'].map((code) => [STATUS_OF_CODE[code], code]));
/** What APP_DISABLED comes with unless the dialect says otherwise: the interface gives no status. */
const DISABLED_STATUS = 403;
const status = z
    .int()
    .min(400)
    .max(599)
    .superRefine((given, context) => {
    const owner = OWNERS.get(given);
    if (owner === undefined)
        return;
    context.addIssue({ code: 'custom', message: `the interface gives ${given} to ${owner} alone` });
});
/** An open refusal may borrow a stated code, with the status that the interface gives to that code. */
function refusal(usual) {
    const facts = { code: usual, status: OPEN_ERROR_CODES[usual].status, also: [] };
    return z
        .strictObject({
        code: z.string().min(1).default(facts.code),
        status: status.default(facts.status),
        also: z.array(z.string().min(1), 'write the codes as a list: [E_TIME, E_RANGE]').default([]),
    })
        .superRefine((given, context) => {
        const stated = STATUS_OF_CODE[given.code];
        if (stated === undefined || stated === given.status)
            return;
        const message = given.code === SUCCESS ? `${SUCCESS} is no refusal` : `${given.code} has the status ${stated}`;
        context.addIssue({ code: 'custom', message: `the interface says that ${message}` });
    })
        .default(facts);
}
/** The setting `errorCodes`: codes and statuses of the open refusals, and the status of APP_DISABLED. */
export const errorCodes = z
    .strictObject({
    ...Object.fromEntries(OPEN_CODES.map((code) => [code, refusal(code)])),
    APP_DISABLED: z.strictObject({ status }).default({ status: DISABLED_STATUS }),
})
    .prefault({});
export function createErrorTable(given) {
    const errors = new Map();
    const canonical = new Map();
    for (const code of STATED_CODES) {
        errors.set(code, { code, status: STATED_ERROR_CODES[code].status ?? given.APP_DISABLED.status });
        canonical.set(code, code);
    }
    for (const code of OPEN_CODES) {
        const { also, ...error } = given[code];
        errors.set(code, error);
        // The first of several refusals with one code; a stated one before all others.
        for (const each of [error.code, ...also])
            if (!canonical.has(each))
                canonical.set(each, code);
    }
    return {
        error: (code) => {
            const error = errors.get(code);
            assert(error, `there is no refusal ${code}`);
            return error;
        },
        canonicalCode: (wireCode) => canonical.get(wireCode),
    };
}
