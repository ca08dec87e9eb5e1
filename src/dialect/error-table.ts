// The codes and statuses of refusals: the stated ones as they are, the open ones as the dialect has them.
import { z } from 'zod';
import {
  type ErrorCode,
  OPEN_ERROR_CODES,
  type OpenErrorCode,
  STATED_ERROR_CODES,
  STATUS_OF_CODE,
  SUCCESS,
} from '../contract/error-codes.js';
import { assert } from '../kernel/assert.js';

export interface WireError {
  readonly code: string;
  /** HTTP status. */
  readonly status: number;
}

export interface ErrorTable {
  error(code: ErrorCode): WireError;
  canonicalCode(wireCode: string): ErrorCode | undefined;
}

const OPEN_CODES = Object.keys(OPEN_ERROR_CODES) as OpenErrorCode[];
const STATED_CODES = Object.keys(STATED_ERROR_CODES) as (keyof typeof STATED_ERROR_CODES)[];

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
    if (owner === undefined) return;
    context.addIssue({ code: 'custom', message: `the interface gives ${given} to ${owner} alone` });
  });

/** An open refusal may borrow a stated code, with the status that the interface gives to that code. */
function refusal(usual: OpenErrorCode) {
  const facts = { code: usual as string, status: OPEN_ERROR_CODES[usual].status, also: [] as string[] };
  return z
    .strictObject({
      code: z.string().min(1).default(facts.code).describe('The code that is written'),
      status: status.default(facts.status).describe('The HTTP status'),
      also: z
        .array(z.string().min(1), 'write the codes as a list: [E_TIME, E_RANGE]')
        .default([])
        .describe('Further codes that mean the same; they are read, and never written'),
    })
    .superRefine((given, context) => {
      const stated = STATUS_OF_CODE[given.code];
      if (stated === undefined || stated === given.status) return;
      const message =
        given.code === SUCCESS ? `${SUCCESS} is no refusal` : `${given.code} has the status ${stated}`;
      context.addIssue({ code: 'custom', message: `the interface says that ${message}` });
    })
    .default(facts)
    .describe(OPEN_ERROR_CODES[usual].meaning);
}

/** The setting `errorCodes`: codes and statuses of the open refusals, and the status of APP_DISABLED. */
export const errorCodes = z
  .strictObject({
    ...(Object.fromEntries(OPEN_CODES.map((code) => [code, refusal(code)])) as Record<
      OpenErrorCode,
      ReturnType<typeof refusal>
    >),
    APP_DISABLED: z
      .strictObject({ status: status.describe('The HTTP status') })
      .default({ status: DISABLED_STATUS })
      .describe('The client or its application is disabled'),
  })
  .prefault({});

interface GivenError extends WireError {
  /** Further codes that mean the same: they are read, and never written. */
  readonly also: readonly string[];
}

export type ErrorCodes = Readonly<Record<OpenErrorCode, GivenError>> & {
  readonly APP_DISABLED: { readonly status: number };
};

export function createErrorTable(given: ErrorCodes): ErrorTable {
  const errors = new Map<ErrorCode, WireError>();
  const canonical = new Map<string, ErrorCode>();
  for (const code of STATED_CODES) {
    errors.set(code, { code, status: STATED_ERROR_CODES[code].status ?? given.APP_DISABLED.status });
    canonical.set(code, code);
  }
  for (const code of OPEN_CODES) {
    const { also, ...error } = given[code];
    errors.set(code, error);
    // The first of several refusals with one code; a stated one before all others.
    for (const each of [error.code, ...also]) if (!canonical.has(each)) canonical.set(each, code);
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
