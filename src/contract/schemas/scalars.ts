// The scalar types of the canonical model. Their `wire` mark tells a dialect which encodings fit.
import * as z from 'zod';
import { isHex } from '../../kernel/hex.js';

/** What a dialect may choose freely about a scalar: index base, byte encoding, unit or time format. */
export type WireKind = 'identifier' | 'index' | 'bytes' | 'duration' | 'lifetime' | 'timestamp' | 'commandStatus';

const marks = z.registry<{ wire: WireKind }>();

/** The mark of a schema made here; undefined for a plain string, number, boolean or word. */
export function wireKindOf(schema: z.core.$ZodType): WireKind | undefined {
  return marks.get(schema)?.wire;
}

export const identifier = z.string().min(1).max(4096).register(marks, { wire: 'identifier' });

/** What a service counts or names, and a client hands back as it came; a dialect may write a number. */
export const mark = z.string().register(marks, { wire: 'identifier' });

/** Index of a relay or input, counted from 1 as printed on the device; a dialect may count from 0. */
export const channelIndex = z.int().min(1).max(65_536).register(marks, { wire: 'index' });

/** Bytes as lower-case hex; a dialect may write base64 or text. */
export const bytes = z
  .string()
  .refine((text) => isHex(text) && text === text.toLowerCase(), 'expected lower-case hex')
  .register(marks, { wire: 'bytes' });

/** A duration in whole milliseconds; a dialect may write seconds. */
export const durationMs = z.int().min(0).register(marks, { wire: 'duration' });

/** How long something lasts, in seconds; a dialect may write another unit. */
export const lifetime = z.number().register(marks, { wire: 'lifetime' });

/** Milliseconds since the Unix epoch; a dialect may write ISO 8601 or seconds. */
export const timestamp = z.int().min(0).register(marks, { wire: 'timestamp' });

/** Where a command stands. The last three are final; only TIMEOUT is named by the interface. */
export const commandStatus = z
  .enum(['pending', 'succeeded', 'failed', 'timeout'])
  .register(marks, { wire: 'commandStatus' });
export type CommandStatus = z.infer<typeof commandStatus>;

export function isFinal(status: CommandStatus): boolean {
  return status !== 'pending';
}
