import { z } from 'zod';
import { type ErrorCode, type OpenErrorCode } from '../contract/error-codes.js';
export interface WireError {
    readonly code: string;
    /** HTTP status. */
    readonly status: number;
}
export interface ErrorTable {
    error(code: ErrorCode): WireError;
    canonicalCode(wireCode: string): ErrorCode | undefined;
}
/** The setting `errorCodes`: codes and statuses of the open refusals, and the status of APP_DISABLED. */
export declare const errorCodes: z.ZodPrefault<z.ZodObject<{
    APP_DISABLED: z.ZodDefault<z.ZodObject<{
        status: z.ZodInt;
    }, z.core.$strict>>;
    COMMAND_NOT_FOUND: z.ZodDefault<z.ZodObject<{
        code: z.ZodDefault<z.ZodString>;
        status: z.ZodDefault<z.ZodInt>;
        also: z.ZodDefault<z.ZodArray<z.ZodString>>;
    }, z.core.$strict>>;
    DEVICE_EXISTS: z.ZodDefault<z.ZodObject<{
        code: z.ZodDefault<z.ZodString>;
        status: z.ZodDefault<z.ZodInt>;
        also: z.ZodDefault<z.ZodArray<z.ZodString>>;
    }, z.core.$strict>>;
    DEVICE_NOT_FOUND: z.ZodDefault<z.ZodObject<{
        code: z.ZodDefault<z.ZodString>;
        status: z.ZodDefault<z.ZodInt>;
        also: z.ZodDefault<z.ZodArray<z.ZodString>>;
    }, z.core.$strict>>;
    DEVICE_OFFLINE: z.ZodDefault<z.ZodObject<{
        code: z.ZodDefault<z.ZodString>;
        status: z.ZodDefault<z.ZodInt>;
        also: z.ZodDefault<z.ZodArray<z.ZodString>>;
    }, z.core.$strict>>;
    IDEMPOTENCY_KEY_REUSED: z.ZodDefault<z.ZodObject<{
        code: z.ZodDefault<z.ZodString>;
        status: z.ZodDefault<z.ZodInt>;
        also: z.ZodDefault<z.ZodArray<z.ZodString>>;
    }, z.core.$strict>>;
    INVALID_PARAMETER: z.ZodDefault<z.ZodObject<{
        code: z.ZodDefault<z.ZodString>;
        status: z.ZodDefault<z.ZodInt>;
        also: z.ZodDefault<z.ZodArray<z.ZodString>>;
    }, z.core.$strict>>;
    INVALID_REQUEST: z.ZodDefault<z.ZodObject<{
        code: z.ZodDefault<z.ZodString>;
        status: z.ZodDefault<z.ZodInt>;
        also: z.ZodDefault<z.ZodArray<z.ZodString>>;
    }, z.core.$strict>>;
    NOT_FOUND: z.ZodDefault<z.ZodObject<{
        code: z.ZodDefault<z.ZodString>;
        status: z.ZodDefault<z.ZodInt>;
        also: z.ZodDefault<z.ZodArray<z.ZodString>>;
    }, z.core.$strict>>;
    PASSWORD_INVALID: z.ZodDefault<z.ZodObject<{
        code: z.ZodDefault<z.ZodString>;
        status: z.ZodDefault<z.ZodInt>;
        also: z.ZodDefault<z.ZodArray<z.ZodString>>;
    }, z.core.$strict>>;
    PAYLOAD_TOO_LARGE: z.ZodDefault<z.ZodObject<{
        code: z.ZodDefault<z.ZodString>;
        status: z.ZodDefault<z.ZodInt>;
        also: z.ZodDefault<z.ZodArray<z.ZodString>>;
    }, z.core.$strict>>;
    TICKET_INVALID: z.ZodDefault<z.ZodObject<{
        code: z.ZodDefault<z.ZodString>;
        status: z.ZodDefault<z.ZodInt>;
        also: z.ZodDefault<z.ZodArray<z.ZodString>>;
    }, z.core.$strict>>;
}, z.core.$strict>>;
interface GivenError extends WireError {
    /** Further codes that mean the same: they are read, and never written. */
    readonly also: readonly string[];
}
export type ErrorCodes = Readonly<Record<OpenErrorCode, GivenError>> & {
    readonly APP_DISABLED: {
        readonly status: number;
    };
};
export declare function createErrorTable(given: ErrorCodes): ErrorTable;
export {};
