import { z } from 'zod';
/** What a dialect may choose freely about a scalar: index base, byte encoding, unit or time format. */
export type WireKind = 'identifier' | 'index' | 'bytes' | 'duration' | 'timestamp' | 'commandStatus';
/** The mark of a schema made here; undefined for a plain string, number, boolean or word. */
export declare function wireKindOf(schema: z.core.$ZodType): WireKind | undefined;
export declare const identifier: z.ZodString;
/** What a service counts or names, and a client hands back as it came; a dialect may write a number. */
export declare const mark: z.ZodString;
/** Index of a relay or input, counted from 1 as printed on the device; a dialect may count from 0. */
export declare const channelIndex: z.ZodInt;
/** Bytes as lower-case hex; a dialect may write base64 or text. */
export declare const bytes: z.ZodString;
/** A duration in whole milliseconds; a dialect may write seconds. */
export declare const duration: z.ZodInt;
/** Milliseconds since the Unix epoch; a dialect may write ISO 8601 or seconds. */
export declare const timestamp: z.ZodInt;
/** Where a command stands. The last three are final; only TIMEOUT is named by the interface. */
export declare const commandStatus: z.ZodEnum<{
    failed: "failed";
    pending: "pending";
    succeeded: "succeeded";
    timeout: "timeout";
}>;
export type CommandStatus = z.infer<typeof commandStatus>;
export declare function isFinal(status: CommandStatus): boolean;
